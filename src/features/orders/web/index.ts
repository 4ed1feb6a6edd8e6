export { OrderList } from './OrderList.tsx';
export { OrderPage, orderHead } from './OrderPage.tsx';
export { SellTickets } from './SellTickets.tsx';
export type { SeatChoice } from './seat-choice.ts';
