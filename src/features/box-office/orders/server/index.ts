export {
  type ExchangeIds,
  type ExchangeResult,
  exchangeTickets,
  formatSettledDifference,
  moveTickets,
} from './changes/exchange.ts';
export {
  buildBuyerOrderPath,
  buildTicketQrRows,
  computeTicketCode,
  findTicketByCode,
  isValidOrderKey,
  renderTicketCalendar,
} from './emails/issued-tickets.ts';
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
export {
  listPerformanceOrders,
  listShowOrdersForBoxOffice,
  requirePerformanceByShowAndDate,
} from './pages/order-lists.ts';
export { findOrderIdsByEmail, needsAndNotesRetentionMonths, selectPastOrderIds } from './personal-data.ts';
export { getSellerName } from './refunds/amounts-to-settle.ts';
export {
  explainCompanionRuleViolation,
  formatCancellationForBuyer,
  formatRefundForAudit,
  formatRefundForBuyer,
  formatRefundForStaff,
  type IssuedRefund,
  issueRefund,
  recordAndRefuseExternalRefunds,
  requireReauthenticationForRefund,
  retainOwedMoney,
  returnTickets,
} from './refunds/order-refunds.ts';
export { updateOrderAfterExternalRefund } from './refunds/refund-calls.ts';
export {
  convertHoldToOrder,
  countCardOrdersAndTickets,
  countPricedTicketsInBaskets,
  countTicketsInBaskets,
  countTicketsOnHold,
  deleteHeldTickets,
  deriveUnfulfilledRefundId,
  extendHold,
  findTicketsInBasket,
  findTicketsOnHold,
  type HeldTicket,
  holdTickets,
  type NewOrderFromHold,
  recordAndRefundUnfulfilledOrder,
  releaseHeldTickets,
  setHeldTicketDiscounts,
  wasOrderUnfulfilled,
} from './sales/held-tickets.ts';
export { createPaymentAuditContext, payReservedOrder } from './sales/payment-calls.ts';
export { cancellationDelayMs, queueReservationRelease } from './sales/performance-jobs.ts';
export {
  deleteImportedOrder,
  recordImportedOrder,
  recordPastOrders,
  type SeatAssignmentRequest,
  type SeatAssignmentResult,
  sellTickets,
} from './sales/sell-tickets.ts';
export {
  findOrderBalance,
  findOrderIdByCharge,
  findPerformanceOrderBalances,
  loadOrderAccount,
  loadOrderAccounts,
  loadRetainedMoneyByPerformance,
} from './store/order-accounts.ts';
export {
  countPromoCodeUses,
  findOrderByReference,
  findOrdersWithAllTickets,
  findOrderWithAllTickets,
  findOrderWithTickets,
  findShowIdsWithOrders,
  findShowOrders,
  type OrderWithTickets,
  requireOrder,
  touchOrder,
} from './store/orders.ts';
export {
  countFreeTickets,
  countTicketsOfType,
  findPerformanceTickets,
  findTicketsById,
  findTicketsByOrderRef,
  findValidPerformanceTickets,
  loadSeatsAndCheckIns,
  loadTicketCountLookup,
  recordTickets,
  type TicketWithOrder,
} from './store/tickets.ts';
