export { submitIntent as askSquare } from './ask-square.ts';
export { buildCardFormCsp as cardSources, prepareCardForm as cardFormOf } from './card-form.ts';
export {
  listCards as cardsOf,
  type NewCard,
  recordCard,
  removeCard,
  restoreCardRateLimit as countsNot,
  type StoredCard,
  storeCardAtSquare as keepCard,
} from './cards.ts';
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
export { listDismissed } from './not-ours.ts';
export { dismissedAction } from './not-ours-calls.ts';
export type { Payment, PaymentHandler as PaymentOutcomes } from './outcomes.ts';
export { findCardsByCharge as cardsThatPaid, findChargesAtSquare } from './payments-made.ts';
export { forgetNotesOf } from './personal-data.ts';
export {
  exportPaymentHistory as recordedPayments,
  importPaymentHistory as recordPayments,
  type PaymentHistory as Recorded,
} from './record.ts';
export {
  formatRefundAttempt as nextAttempt,
  refundCharge,
  refundsSince,
  scheduleRefund as meanRefund,
  submitRefund as finishRefund,
  sumPendingRefunds as refundsUnderWay,
} from './refund.ts';
export { listRefundIssues, refundTodo } from './refund-issues.ts';
export { chargesEverDisputed, disputedAtSquare, refuseDisputed } from './refunded-at-square.ts';
export { refusedRefundsOf } from './refused-refunds.ts';
export { openSquare, type Square, type SquareAccess, squareBaseUrls as squareAddresses } from './square.ts';
