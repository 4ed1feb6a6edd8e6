export { ImportOrdersForm } from './import-orders.tsx';
