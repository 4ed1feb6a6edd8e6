export { closeYear, findClosing, getTotalsToken, reopenYear } from './closed-years.ts';
export {
  deleteReasonsNaming,
  deleteRefundReasons,
  type EntryNote,
  listRefundsOfCharges,
  noteEntry,
} from './entry-notes.ts';
export { assertOpenDay, findCorrectionYears, findFirstOpenDay, loadLaterYear } from './open-day.ts';
export {
  getChargeBalance,
  importPastEntries,
  linkPayer,
  listChargeBalances,
  type Payer,
  postEntry,
  reverseEntry,
  selectChargesWithCorrectedRefund,
} from './post-entry.ts';
export {
  findEntry,
  findOldestDay,
  findPayerId,
  findPayerName,
  findPayingUserId,
  findReceipt,
  hasShowEntries,
  iterateEntryBatches,
  type LedgerPeriod,
  type ListedEntry,
  listGifts,
  listOfflineEntries,
  listReceipts,
  listSubscriptionCharges,
  listSubscriptionPayments,
  listSubscriptionsByName,
  listTicketCardPayments,
  sumShow,
  sumSubscriptions,
  sumYear,
} from './store.ts';
