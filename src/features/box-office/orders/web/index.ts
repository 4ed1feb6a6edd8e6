export { BookingIssueList, bookingIssuesHead } from './booking-issues.tsx';
export { OrderDetails, orderHead } from './order-details.tsx';
export { OrderList } from './order-list.tsx';
export { PaidAtBoxOfficeField } from './paid-at-desk-field.tsx';
export type { SeatPickerComponent } from './sell-tickets-form.tsx';
export { SellTicketsForm } from './sell-tickets-form.tsx';
export { usePayments } from './use-payments.ts';
