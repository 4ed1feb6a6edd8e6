export { BookingIssues, bookingIssuesHead } from './BookingIssues.tsx';
export { OrderDetails, orderHead } from './OrderDetails.tsx';
export { OrderList } from './OrderList.tsx';
export { PaidAtDeskField } from './PaidAtDeskField.tsx';
export { SellTickets } from './SellTickets.tsx';
export type { SeatChoice } from './seat-choice.ts';
export { usePayments } from './usePayments.ts';
