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
export { findCardsByCharge, findChargesAtSquare } from './cards-by-charge.ts';
export {
  type ChargeName,
  describeCharges,
  type FindChargeNames,
  findChargeNames,
  formatChargeName,
} from './charge-names.ts';
export { countOpenDifferences, listOpenDifferences } from './differences.ts';
export { checkForExternalRefunds, listExternalRefunds } from './external-refunds.ts';
export { createChargeIntent, findIntent, listCharges } from './intents.ts';
export { dismissedAction, listDismissedPayments } from './not-ours.ts';
export type { Payment, PaymentHandler } from './payment-handler.ts';
export {
  exportPaymentHistory,
  importPaymentHistory,
  type PaymentHistory,
} from './payment-history.ts';
export { deleteRefundNotes } from './personal-data.ts';
export {
  formatRefundAttempt,
  listRefundsSince,
  refundCharge,
  scheduleRefund,
  submitRefund,
  sumPendingRefunds,
} from './refund.ts';
export { createRefundTodo, listRefundIssues } from './refund-issues.ts';
export { listUncertainCharges, refuseDisputed, sumDisputedAtSquare } from './refunded-at-square.ts';
export { listRefusedRefundsOfCharges } from './refused-refunds.ts';
export { openSquare, type Square, type SquareAccess, squareBaseUrls } from './square.ts';
export { submitIntent } from './submit-intent.ts';
