export type { SeatAssignmentRequest, SeatAssignmentResult } from './assign-seats.ts';
export {
  type ExchangeIds,
  type ExchangeResult,
  exchangeTickets,
  formatSettledDifference as differenceSettled,
  moveTickets,
} from './exchange.ts';
export {
  convertHoldToOrder,
  countActiveHolds as countHeld,
  countInBaskets,
  countPaidTickets,
  countPricedInBaskets as countPricedIn,
  deleteHeldTickets,
  extendHold,
  findActiveHolds as heldBy,
  findHeldTickets,
  type HeldTicket,
  holdTickets,
  type OrderFromHold,
  recordUnfulfilledOrder,
  releaseTickets,
  setDiscounts,
  unfulfilledRefundId,
  wasUnfulfilled as wasUnplaced,
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
  formatCancellationNews as cancellationNews,
  formatRefundNews as refundNews,
  formatRefundReport as refundReport,
  type IssuedRefund,
  issueRefund,
  retainOwed,
  returnTickets,
} from './order-refunds.ts';
export { recordPastOrders as recordPast } from './past-orders.ts';
export { buildPaymentAudit as paymentAudit, takePayment } from './payment-calls.ts';
export { findOrderIdsByEmail as orderIdsOf } from './personal-data.ts';
export { refuseRefundedAtSquare } from './refunds-at-square.ts';
export { enqueueReservationRelease } from './reservation-release.ts';
export { needsRetentionMonths } from './retention.ts';
export { sellTickets } from './sell.ts';
export { findSellerName as sellerOf } from './sellers.ts';
export {
  findBalancesAt,
  findOrderBalance,
  findPerformanceTickets,
  findTicketsById as ticketsById,
  findTicketsByRef as ticketsByRef,
  findValidTickets,
  type SoldTicket,
} from './sold-tickets.ts';
export { findOrderOfCharge } from './store/charges.ts';
export {
  countOrdersByPromoCode,
  findOrderByReference,
  findOrderWithAllTickets,
  findOrderWithTickets,
  findShowOrders,
  type StoredOrder,
} from './store/find-orders.ts';
export { countFreeTickets, countOfType, loadTicketTypeCounts, recordTickets } from './store/tickets.ts';
export { touchOrder } from './store/update-orders.ts';
export { computeTicketCode as ticketCode, findTicketByCode as ticketByCode } from './ticket-code.ts';
export { renderTicketCalendar as ticketCalendar, renderTicketQr as ticketQr } from './ticket-files.ts';
export { markUndecided } from './undecided-refunds.ts';
