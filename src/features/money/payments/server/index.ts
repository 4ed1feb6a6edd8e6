export {
  type Cardholder,
  cardLimit,
  listCards,
  type NewCard,
  recordCard,
  removeCard,
  restoreCardRateLimit,
  type StoredCard,
  storeCard,
} from './cards.ts';
export {
  type ChargeName,
  describeCharges,
  type FindChargeNames,
  findCardsByCharge,
  findChargeNames,
  findChargesByProviderId,
  formatChargeName,
  listUncertainCharges,
  refuseDisputedCharges,
  sumDisputed,
} from './charges.ts';
export {
  countOpenDifferences,
  listDismissedPayments,
  listOpenDifferences,
  paymentDismissedAction,
} from './differences.ts';
export { checkForExternalRefunds, listExternalRefunds } from './external-refunds.ts';
export { createChargeIntent, findIntent, listCharges } from './intents.ts';
export {
  exportPaymentHistory,
  importPaymentHistory,
  type PaymentHistory,
} from './payment-history.ts';
export { deleteRefundNotes } from './personal-data.ts';
export { buildCardFormCsp, getCardFormConfig, type PaymentProvider } from './provider/payment-provider.ts';
export { queueReconciliation } from './reconcile.ts';
export { createRefundTodo, listRefundIssues } from './refund-issues.ts';
export {
  formatRefundAttempt,
  listCardRefundsByCharge,
  listRefusedRefundsOfCharges,
  refundCharge,
  scheduleRefund,
  submitRefund,
  sumPendingRefunds,
} from './refunds.ts';
export { openSquare, type SquareAccess, squareBaseUrls } from './square/provider.ts';
export { type Payment, type PaymentHandler, submitIntent } from './submit-intent.ts';
