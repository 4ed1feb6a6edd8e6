export { buildCardFormCsp as cardSources, prepareCardForm as cardFormOf } from './card-form.ts';
export {
  type Cardholder,
  cardLimit,
  listCards as cardsOf,
  type NewCard,
  recordCard,
  removeCard,
  restoreCardRateLimit as countsNot,
  type StoredCard,
  storeCardAtSquare as keepCard,
} from './cards.ts';
export { findCardsByCharge as cardsThatPaid, findChargesAtSquare } from './cards-by-charge.ts';
export {
  type ChargeName,
  type ChargeNames,
  describeCharges,
  formatChargeName,
  namesOfCharges,
} from './charge-names.ts';
export { countDifferences, listOpenDifferences as openDifferences } from './differences.ts';
export { externalRefundsOf, findExternalRefunds } from './external-refunds.ts';
export { createChargeIntent as openCharge, findIntent, listCharges as chargesOf } from './intents.ts';
export { dismissedAction, listDismissed } from './not-ours.ts';
export type { Payment, PaymentHandler as PaymentOutcomes } from './payment-handler.ts';
export {
  exportPaymentHistory as recordedPayments,
  importPaymentHistory as recordPayments,
  type PaymentHistory as Recorded,
} from './payment-history.ts';
export { forgetNotesOf } from './personal-data.ts';
export {
  formatRefundAttempt as nextAttempt,
  refundCharge,
  refundsSince,
  scheduleRefund as meanRefund,
  submitRefund as finishRefund,
  sumPendingRefunds as refundsUnderWay,
} from './refund.ts';
export { listRefundIssues, refundTodo } from './refund-issues.ts';
export { disputedAtSquare, listUncertainCharges, refuseDisputed } from './refunded-at-square.ts';
export { refusedRefundsOf } from './refused-refunds.ts';
export { openSquare, type Square, type SquareAccess, squareBaseUrls as squareAddresses } from './square.ts';
export { submitIntent as askSquare } from './submit-intent.ts';
