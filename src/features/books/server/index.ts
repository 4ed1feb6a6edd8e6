export { closeYear, findClosing, reopenYear, totalsToken } from './closed-years.ts';
export {
  chargeBalances,
  chargesWithCorrectedRefund,
  correct,
  enter,
  leftOfCharge,
  linkPayer,
  type Payer,
} from './enter.ts';
export { enterPast } from './enter-past.ts';
export { forgetReasonsNaming, forgetReasonsOf, noteEntry, refundsOfCharges } from './entry-notes.ts';
export { assertOpen, findFirstOpenDay } from './open-day.ts';
export {
  type BooksOf,
  entryBatches,
  findEntry,
  findPayerId,
  findReceipt,
  isInBooks,
  type ListedEntry,
  offlineEntries,
  oldestDay,
  receiptsOf,
  showSums,
  subscriptionCharges,
  subscriptionSums,
  subscriptionsByName,
  subscriptionsPaid,
  sumsOfYear,
  ticketsPaidByCard,
  userWhoPaid,
} from './store.ts';
