export {
  type Cardholder,
  cardAttemptLimit,
  listCards,
  type NewCard,
  recordCard,
  removeCard,
  restoreCardRateLimit,
  type StoredCard,
  storeCard,
} from './cards.ts';
export {
  assertChargesNotDisputed,
  type ChargedOrder,
  type ChargedOrderFinder,
  describeCharges,
  findCardsByCharge,
  findChargedOrders,
  findChargesByProviderId,
  formatChargedOrder,
  listChargesPossiblyDueRefund,
  sumOpenDisputes,
} from './charges.ts';
export {
  countOpenDifferences,
  listDismissedPayments,
  listOpenDifferences,
  paymentDismissedAction,
} from './differences.ts';
export { listExternalRefundsOfCharges, recordNewExternalRefunds } from './external-refunds.ts';
export { createChargeIntent, findIntent, listChargesOfSubject } from './intents.ts';
export {
  deleteRefundNotes,
  exportPaymentHistory,
  importPaymentHistory,
  type PaymentHistory,
} from './payment-history.ts';
export { buildCardFormCsp, getCardFormConfig, type PaymentProvider } from './provider/payment-provider.ts';
export { queueReconciliation } from './reconcile.ts';
export { createRefundTodo, listRefundIssues } from './refund-issues.ts';
export {
  formatRefundAttempt,
  listCardRefundsByCharge,
  listRefusedRefundsOfCharges,
  recordRefund,
  refundCharge,
  submitRefund,
  sumPendingRefunds,
} from './refunds.ts';
export { createSquareProvider, type SquareAccess, squareBaseUrls } from './square/provider.ts';
export { type ClosedIntent, type PaymentHandler, submitIntent } from './submit-intent.ts';
