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
  type ChargeNames,
  describeCharges,
  formatChargeName,
  namesOfCharges,
} from './charge-names.ts';
export { countDifferences, listOpenDifferences } from './differences.ts';
export { externalRefundsOf, findExternalRefunds } from './external-refunds.ts';
export { createChargeIntent, findIntent, listCharges } from './intents.ts';
export { dismissedAction, listDismissed } from './not-ours.ts';
export type { Payment, PaymentHandler } from './payment-handler.ts';
export {
  exportPaymentHistory,
  importPaymentHistory,
  type PaymentHistory,
} from './payment-history.ts';
export { forgetNotesOf } from './personal-data.ts';
export {
  formatRefundAttempt,
  refundCharge,
  refundsSince,
  scheduleRefund,
  submitRefund,
  sumPendingRefunds,
} from './refund.ts';
export { listRefundIssues, refundTodo } from './refund-issues.ts';
export { disputedAtSquare, listUncertainCharges, refuseDisputed } from './refunded-at-square.ts';
export { refusedRefundsOf } from './refused-refunds.ts';
export { openSquare, type Square, type SquareAccess, squareBaseUrls } from './square.ts';
export { submitIntent } from './submit-intent.ts';
