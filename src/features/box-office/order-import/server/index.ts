export { importOrder as bringIn } from './import-order.ts';
