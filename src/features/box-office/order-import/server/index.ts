export { importOrder } from './import-order.ts';
