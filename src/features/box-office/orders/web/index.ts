export { OrderDetails, orderHead } from './order-details.tsx';
export { PaidAtBoxOfficeField } from './order-dialog.tsx';
export { OrderList } from './order-list.tsx';
export type { SeatPickerComponent } from './sell-tickets-form.tsx';
export { SellTicketsForm } from './sell-tickets-form.tsx';
export { usePayments } from './use-payments.ts';
