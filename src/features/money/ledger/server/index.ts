export { closeYear, computeClosingToken, findYearClosing, reopenYear } from './closed-years.ts';
export {
  deleteReasonsMentioning,
  deleteRefundReasons,
  type EntryNote,
  listRefundsOfCharges,
  recordEntryNote,
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
  formatPayerName,
  hasShowEntries,
  iterateEntryBatches,
  type LedgerPeriod,
  type ListedEntry,
  listOfflineEntries,
  listReceipts,
  listSubscriptionCharges,
  listSubscriptionPayments,
  listSubscriptionsAndDonations,
  listSubscriptionsByName,
  listTicketCardPayments,
  sumShowEntries,
  sumSubscriptionEntries,
  sumYearEntries,
} from './store.ts';
