export type { SeatAssignmentRequest as ToSeat, SeatAssignmentResult as Given } from './assign-seats.ts';
export { differenceSettled, type Exchanged, type ExchangeIds, exchangeTickets, moveTickets } from './exchange.ts';
export {
  convertHoldToOrder as sellHeld,
  countHeld,
  countInBaskets,
  countPaidTickets,
  countPricedIn,
  deleteHeldTickets as forgetHeld,
  extendHold as holdUntil,
  findHeldTickets as heldIn,
  type HeldTicket,
  heldBy,
  holdTickets,
  type OrderFromHold as HeldOrder,
  recordUnfulfilledOrder as recordUnplaced,
  releaseTickets,
  setDiscounts,
  unfulfilledRefundId as unplacedRefund,
  wasUnplaced,
} from './held-tickets.ts';
export { recordImportedOrder } from './imported-orders.ts';
export { findLeftAlone } from './left-alone.ts';
export { loadOrderAccount, loadOrderAccounts, loadRetained } from './order-accounts.ts';
export {
  buildSampleEmailData as exampleOf,
  formatBoxOfficeContact as askOf,
  notifyBuyer as tellBuyer,
  sendConfirmation,
} from './order-emails.ts';
export { listPerformanceOrders as ordersAt, requirePerformanceByName as performanceNamed } from './order-exports.ts';
export { buildOrderPath as orderLink, isOrderKey } from './order-link.ts';
export { listOrders as listedOrders } from './order-list.ts';
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
export { enqueueReservationRelease as queueRelease } from './reservation-release.ts';
export { needsRetentionMonths } from './retention.ts';
export { sellTickets as sell } from './sell.ts';
export { sellerOf } from './sellers.ts';
export {
  findBalancesAt,
  findOrderBalance,
  findPerformanceTickets as ticketsAt,
  findValidTickets as comingTo,
  type SoldTicket,
  ticketsById,
  ticketsByRef,
} from './sold-tickets.ts';
export {
  countFreeTickets,
  countOfType,
  countOrdersByPromoCode as countWithPromo,
  findOrderByReference as findByRef,
  findOrderOfCharge,
  findOrderWithAllTickets as orderWithTickets,
  findOrderWithTickets as findWithTickets,
  findShowOrders as ordersOf,
  loadTicketTypeCounts as countsOfTypes,
  recordTickets,
  type StoredOrder,
  touchOrder,
} from './store.ts';
export { ticketByCode, ticketCode } from './ticket-code.ts';
export { ticketCalendar, ticketQr } from './ticket-files.ts';
export { markUndecided } from './undecided-refunds.ts';
