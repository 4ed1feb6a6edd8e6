export { ImportOrders } from './ImportOrders.tsx';
