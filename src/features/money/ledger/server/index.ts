export { closeYear, findClosing, reopenYear, totalsToken } from './closed-years.ts';
export { type EntryNote, forgetReasonsNaming, forgetReasonsOf, noteEntry, refundsOfCharges } from './entry-notes.ts';
export { importPastEntries } from './import-past-entries.ts';
export { assertOpen, findCorrectionYears, findFirstOpenDay, loadLaterYear } from './open-day.ts';
export {
  chargeBalances,
  chargesWithCorrectedRefund,
  getChargeBalance,
  linkPayer,
  type Payer,
  postEntry,
  reverseEntry,
} from './post-entry.ts';
export {
  entryBatches,
  findEntry,
  findGifts,
  findPayerId,
  findPayingUserId,
  findReceipt,
  hasShowEntries,
  type LedgerPeriod,
  type ListedEntry,
  listReceipts,
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
