export { buildCardFormCsp, prepareCardForm } from './card-form.ts';
export {
  type Cardholder,
  cardLimit,
  listCards,
  type NewCard,
  recordCard,
  removeCard,
  restoreCardRateLimit,
  type StoredCard,
  storeCardAtSquare,
} from './cards.ts';
export {
  type ChargeName,
  describeCharges,
  type FindChargeNames,
  findCardsByCharge,
  findChargeNames,
  findChargesAtSquare,
  formatChargeName,
} from './charge-lookup.ts';
export {
  countOpenDifferences,
  listDismissedPayments,
  listOpenDifferences,
  paymentDismissedAction,
} from './differences.ts';
export { checkForExternalRefunds, listExternalRefunds } from './external-refunds.ts';
export { createChargeIntent, findIntent, listCharges } from './intents.ts';
export type { Payment, PaymentHandler } from './payment-handler.ts';
export {
  exportPaymentHistory,
  importPaymentHistory,
  type PaymentHistory,
} from './payment-history.ts';
export { deleteRefundNotes } from './personal-data.ts';
export { createRefundTodo, listRefundIssues } from './refund-issues.ts';
export { listUncertainCharges, refuseDisputedCharges, sumDisputedAtSquare } from './refunded-at-square.ts';
export {
  formatRefundAttempt,
  listRefundsSince,
  listRefusedRefundsOfCharges,
  refundCharge,
  scheduleRefund,
  submitRefund,
  sumPendingRefunds,
} from './refunds.ts';
export { openSquare, type Square, type SquareAccess, squareBaseUrls } from './square.ts';
export { submitIntent } from './submit-intent.ts';
