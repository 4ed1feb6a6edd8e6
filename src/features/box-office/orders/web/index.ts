export { OrderDetails, orderHead } from './order-details.tsx';
export { BoxOfficePaymentField, useIsEmailOn } from './order-dialog.tsx';
export { OrderList, useMarkAsPaid } from './order-list.tsx';
export { type SeatPickerComponent, SellTicketsForm } from './sell-tickets-form.tsx';
