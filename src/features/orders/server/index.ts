export { type Exchanged, type ExchangeIds, exchangeTickets, moveTickets } from './exchange.ts';
export { differenceSettled } from './exchange-labels.ts';
export type { Given, ToSeat } from './give-seats.ts';
export {
  countHeld,
  countInBaskets,
  countPaidTickets,
  countPricedIn,
  forgetHeld,
  type HeldOrder,
  type HeldTicket,
  heldBy,
  heldIn,
  holdTickets,
  holdUntil,
  recordUnplaced,
  releaseTickets,
  sellHeld,
  setDiscounts,
  unplacedRefund,
  wasUnplaced,
} from './held-tickets.ts';
export { recordImportedOrder } from './imported-orders.ts';
export { findLeftAlone } from './left-alone.ts';
export { loadOrderAccount, loadOrderAccounts, loadRetained } from './order-accounts.ts';
export { ordersAt, performanceNamed } from './order-exports.ts';
export { askOf, exampleOf, sendConfirmation, tellBuyer } from './order-letters.ts';
export { isOrderKey, orderLink } from './order-link.ts';
export { listedOrders } from './order-list.ts';
export {
  type IssuedRefund,
  issueRefund,
  refundNews,
  refundReport,
  retainOwed,
  returnTickets,
} from './order-refunds.ts';
export { recordPast } from './past-orders.ts';
export { paymentAudit, takePayment } from './payment-calls.ts';
export { orderIdsOf } from './personal-data.ts';
export { refuseRefundedAtSquare } from './refunds-at-square.ts';
export { needsRetentionMonths } from './retention.ts';
export { sell } from './sell.ts';
export { sellerOf } from './sellers.ts';
export {
  countFreeTickets,
  countOfType,
  countsOfTypes,
  countWithPromo,
  findByRef,
  findOrderOfCharge,
  findWithTickets,
  ordersOf,
  orderWithTickets,
  recordTickets,
  type StoredOrder,
  touchOrder,
} from './store.ts';
export { ticketByCode, ticketCode } from './ticket-code.ts';
export { ticketCalendar, ticketQr } from './ticket-files.ts';
export {
  comingTo,
  findBalancesAt,
  findOrderBalance,
  type SoldTicket,
  ticketsAt,
  ticketsById,
  ticketsByRef,
} from './ticket-holders.ts';
export { markUndecided } from './undecided-refunds.ts';
export { queueRelease } from './unpaid-release.ts';
