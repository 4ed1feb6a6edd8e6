export { listedOrders } from './listed.ts';
export { sell } from './sell.ts';
