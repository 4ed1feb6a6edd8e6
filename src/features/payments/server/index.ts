export { askSquare } from './ask-square.ts';
export { cardFormOf, cardSources } from './card-form.ts';
export { cardsOf, countsNot, keepCard, type NewCard, recordCard, removeCard, type StoredCard } from './cards.ts';
export {
  type ChargeName,
  type ChargeNames,
  describeCharges,
  formatChargeName,
  namesOfCharges,
} from './charge-names.ts';
export { countDifferences, openDifferences } from './differences.ts';
export { externalRefundsOf, findExternalRefunds } from './external-refunds.ts';
export { chargesOf, findIntent, openCharge } from './intents.ts';
export { listDismissed } from './not-ours.ts';
export { dismissedAction } from './not-ours-calls.ts';
export type { Payment, PaymentOutcomes } from './outcomes.ts';
export { cardsThatPaid, findChargesAtSquare } from './payments-made.ts';
export { forgetNotesOf } from './personal-data.ts';
export { type Recorded, recordedPayments, recordPayments } from './record.ts';
export { finishRefund, meanRefund, nextAttempt, refundCharge, refundsSince, refundsUnderWay } from './refund.ts';
export { listRefundIssues, refundTodo } from './refund-issues.ts';
export { chargesEverDisputed, disputedAtSquare, refuseDisputed } from './refunded-at-square.ts';
export { refusedRefundsOf } from './refused-refunds.ts';
export { openSquare, type Square, type SquareAccess, squareAddresses } from './square.ts';
