export {
  type ExchangeIds,
  type ExchangeResult,
  exchangeTickets,
  formatSettledDifference as differenceSettled,
  moveTickets,
} from './changes/exchange.ts';
export {
  buildSampleEmailData,
  formatBoxOfficeContact,
  notifyBuyer,
  sendConfirmation,
} from './emails/order-emails.ts';
export { listPerformanceOrders, requirePerformanceByName } from './pages/order-exports.ts';
export { listOrders } from './pages/order-list.ts';
export { findOrderIdsByEmail as orderIdsOf, needsRetentionMonths } from './personal-data.ts';
export {
  findLeftAlone,
  formatCancellationNews as cancellationNews,
  formatRefundNews as refundNews,
  formatRefundReport as refundReport,
  type IssuedRefund,
  issueRefund,
  refuseRefundedAtSquare,
  retainOwed,
  returnTickets,
} from './refunds/order-refunds.ts';
export { findSellerName as sellerOf } from './refunds/sellers.ts';
export { markUndecided } from './refunds/undecided-refunds.ts';
export type { SeatAssignmentRequest, SeatAssignmentResult } from './sales/assign-seats.ts';
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
} from './sales/held-tickets.ts';
export { buildPaymentAudit as paymentAudit, takePayment } from './sales/payment-calls.ts';
export { enqueueReservationRelease } from './sales/reservation-release.ts';
export { recordImportedOrder, recordPastOrders as recordPast, sellTickets } from './sales/sell-tickets.ts';
export { findOrderOfCharge } from './store/charges.ts';
export {
  countOrdersByPromoCode,
  findOrderByReference,
  findOrderWithAllTickets,
  findOrderWithTickets,
  findShowOrders,
  type StoredOrder,
} from './store/find-orders.ts';
export { loadOrderAccount, loadOrderAccounts, loadRetained } from './store/order-accounts.ts';
export { countFreeTickets, countOfType, loadTicketTypeCounts, recordTickets } from './store/tickets.ts';
export { touchOrder } from './store/update-orders.ts';
export {
  buildOrderPath,
  computeTicketCode as ticketCode,
  findTicketByCode as ticketByCode,
  isOrderKey,
} from './tickets/links-and-codes.ts';
export {
  findBalancesAt,
  findOrderBalance,
  findPerformanceTickets,
  findTicketsById as ticketsById,
  findTicketsByRef as ticketsByRef,
  findValidTickets,
  type SoldTicket,
} from './tickets/sold-tickets.ts';
export { renderTicketCalendar as ticketCalendar, renderTicketQr as ticketQr } from './tickets/ticket-files.ts';
