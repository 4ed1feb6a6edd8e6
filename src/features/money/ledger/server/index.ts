export { closeYear, findClosing, reopenYear, totalsToken } from './closed-years.ts';
export { type EntryNote, forgetReasonsNaming, forgetReasonsOf, noteEntry, refundsOfCharges } from './entry-notes.ts';
export { importPastEntries as enterPast } from './import-past-entries.ts';
export { assertOpen, findCorrectionYears, findFirstOpenDay, loadLaterYear } from './open-day.ts';
export {
  chargeBalances,
  chargesWithCorrectedRefund,
  getChargeBalance as leftOfCharge,
  linkPayer,
  type Payer,
  postEntry as enter,
  reverseEntry as correct,
} from './post-entry.ts';
export {
  entryBatches,
  findEntry,
  findGifts,
  findPayerId,
  findPayingUserId as userWhoPaid,
  findReceipt,
  hasShowEntries as isInBooks,
  type LedgerPeriod as BooksOf,
  type ListedEntry,
  listReceipts as receiptsOf,
  offlineEntries,
  oldestDay,
  showSums,
  subscriptionCharges,
  subscriptionSums,
  subscriptionsByName,
  subscriptionsPaid,
  sumsOfYear,
  ticketsPaidByCard,
} from './store.ts';
