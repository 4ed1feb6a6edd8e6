export { OrderList } from './OrderList.tsx';
export { SellTickets } from './SellTickets.tsx';
