export { closeYear, computeClosingToken, findYearClosing, reopenYear } from './closed-years.ts';
export {
  deleteReasonsMentioning,
  deleteRefundReasons,
  type EntryNote,
  listRefundsOfCharges,
  recordEntryNote,
} from './entry-notes.ts';
export { assertOpenDay, findCorrectionYears, findFirstOpenDay, loadLaterYearLookup } from './open-day.ts';
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
  hasShowEntriesSql,
  iterateEntryBatches,
  type LedgerPeriod,
  type ListedEntry,
  listOfflineEntries,
  listReceipts,
  listSubscriptionCharges,
  listSubscriptionPayments,
  listSubscriptionPaymentsWithoutAccount,
  listSubscriptionsAndDonations,
  listTicketCardPayments,
  sumShowEntries,
  sumSubscriptionEntries,
  sumYearEntries,
} from './store.ts';
