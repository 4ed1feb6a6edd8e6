export type { SeatAssignmentRequest, SeatAssignmentResult } from './assign-seats.ts';
export {
  differenceSettled,
  type ExchangeIds,
  type ExchangeResult,
  exchangeTickets,
  moveTickets,
} from './exchange.ts';
export {
  convertHoldToOrder,
  countHeld,
  countInBaskets,
  countPaidTickets,
  countPricedIn,
  deleteHeldTickets,
  extendHold,
  findHeldTickets,
  type HeldTicket,
  heldBy,
  holdTickets,
  type OrderFromHold,
  recordUnfulfilledOrder,
  releaseTickets,
  setDiscounts,
  unfulfilledRefundId,
  wasUnplaced,
} from './held-tickets.ts';
export { recordImportedOrder } from './imported-orders.ts';
export { findLeftAlone } from './left-alone.ts';
export { loadOrderAccount, loadOrderAccounts, loadRetained } from './order-accounts.ts';
export {
  buildSampleEmailData,
  formatBoxOfficeContact,
  notifyBuyer,
  sendConfirmation,
} from './order-emails.ts';
export { listPerformanceOrders, requirePerformanceByName } from './order-exports.ts';
export { buildOrderPath, isOrderKey } from './order-link.ts';
export { listOrders } from './order-list.ts';
export {
  cancellationNews,
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
export { enqueueReservationRelease } from './reservation-release.ts';
export { needsRetentionMonths } from './retention.ts';
export { sellTickets } from './sell.ts';
export { sellerOf } from './sellers.ts';
export {
  findBalancesAt,
  findOrderBalance,
  findPerformanceTickets,
  findValidTickets,
  type SoldTicket,
  ticketsById,
  ticketsByRef,
} from './sold-tickets.ts';
export {
  countFreeTickets,
  countOfType,
  countOrdersByPromoCode,
  findOrderByReference,
  findOrderOfCharge,
  findOrderWithAllTickets,
  findOrderWithTickets,
  findShowOrders,
  loadTicketTypeCounts,
  recordTickets,
  type StoredOrder,
  touchOrder,
} from './store.ts';
export { ticketByCode, ticketCode } from './ticket-code.ts';
export { ticketCalendar, ticketQr } from './ticket-files.ts';
export { markUndecided } from './undecided-refunds.ts';
