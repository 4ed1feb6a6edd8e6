export {
  type ExchangeIds,
  type ExchangeResult,
  exchangeTickets,
  formatSettledDifference,
  moveTickets,
} from './changes/exchange.ts';
export { cancellationDelayMs } from './changes/performance-changes.ts';
export {
  buildSampleEmailData,
  formatBoxOfficeContact,
  formatSeatsWithLabel,
  notifyBuyer,
  queueOrderConfirmation,
} from './emails/order-emails.ts';
export type { EmailPerformance, TicketEmailData } from './emails/ticket-email-texts.ts';
export {
  buildTicketEmailPreviews,
  findLatestConfirmationDelivery,
  isTicketEmailOn,
  listDisabledEmailKinds,
  listRefusedEmails,
  queueTicketEmail,
} from './emails/ticket-emails.ts';
export { listOrders, listPerformanceOrders, requirePerformanceByName } from './pages/order-lists.ts';
export { accessNeedRetentionMonths, findOrderIdsByEmail, selectPastOrders } from './personal-data.ts';
export { findSellerName } from './refunds/amounts-to-settle.ts';
export {
  explainUnaccompaniedChange,
  formatCancellationForBuyer,
  formatRefundForAudit,
  formatRefundForBuyer,
  formatRefundForStaff,
  type IssuedRefund,
  issueRefund,
  refuseOrderRefundedAtProvider,
  requireAuthenticationForRefund,
  retainOwedMoney,
  returnTickets,
} from './refunds/order-refunds.ts';
export { recordExternalRefundOfOrder } from './refunds/undecided-refunds.ts';
export {
  convertHoldToOrder,
  countActiveHolds,
  countPaidOrdersAndTickets,
  countPricedTicketsInBaskets,
  countTicketsInBaskets,
  deleteHeldTickets,
  deriveUnfulfilledRefundId,
  extendHold,
  findActiveHolds,
  findTicketsInBasket,
  type HeldTicket,
  holdTickets,
  type NewOrderFromHold,
  recordUnfulfilledOrder,
  releaseHeldTickets,
  setDiscounts,
  wasOrderUnfulfilled,
} from './sales/held-tickets.ts';
export { buildPaymentAudit, payReservedOrder } from './sales/payment-calls.ts';
export { enqueueReservationRelease } from './sales/reservation-release.ts';
export {
  deleteImportedOrder,
  recordImportedOrder,
  recordPastOrders,
  type SeatAssignmentRequest,
  type SeatAssignmentResult,
  sellTickets,
} from './sales/sell-tickets.ts';
export {
  countOrdersByPromoCode,
  findOrderByReference,
  findOrdersWithAllTickets,
  findOrderWithAllTickets,
  findOrderWithTickets,
  findShowIdsWithOrders,
  findShowOrders,
  requireOrder,
  type StoredOrder,
} from './store/find-orders.ts';
export {
  findOrderOfCharge,
  loadOrderAccount,
  loadOrderAccounts,
  loadRetainedByPerformance,
} from './store/order-accounts.ts';
export { countFreeTickets, countTicketsOfType, loadTicketTypeCounts, recordTickets } from './store/tickets.ts';
export { touchOrder } from './store/update-orders.ts';
export {
  buildBuyerOrderPath,
  computeTicketCode,
  findTicketByCode,
  isOrderKey,
} from './tickets/links-and-codes.ts';
export {
  findOrderBalance,
  findOrderBalances,
  findPerformanceTickets,
  findTicketsById,
  findTicketsByRef,
  findValidTickets,
  loadSeatsAndCheckIns,
  type TicketWithOrder,
} from './tickets/sold-tickets.ts';
export { buildTicketQrRows, renderTicketCalendar } from './tickets/ticket-files.ts';
