export { BookingIssues, bookingIssuesHead } from './BookingIssues.tsx';
export { OrderDetails, orderHead } from './OrderDetails.tsx';
export { OrderList } from './OrderList.tsx';
export { PaidAtDeskField } from './PaidAtDeskField.tsx';
export { SellTicketsForm as SellTickets } from './SellTickets.tsx';
export type { SeatPickerComponent as SeatChoice } from './seat-choice.ts';
export { usePayments } from './usePayments.ts';
