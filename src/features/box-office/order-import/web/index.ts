export { ImportOrders } from './import-orders.tsx';
