export { closeYear, computeClosingToken, findYearClosing, reopenYear } from './closed-years.ts';
export {
  deleteReasonsMentioningPerson,
  deleteReasonsOfCharges,
  type EntryNote,
  listRefundsOfCharges,
  recordEntryNote,
} from './entry-notes.ts';
export { assertOpenDay, findCorrectionYears, findFirstOpenDay, loadLaterYearLookup } from './open-day.ts';
export {
  getChargeBalance,
  importPastEntries,
  linkPayerToAccount,
  listChargeBalances,
  type Payer,
  postEntry,
  reverseEntry,
  selectChargesWithReversedRefund,
} from './post-entry.ts';
export {
  findEntry,
  findOldestEntryDay,
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
  listSubscriptionPayments,
  listSubscriptionPaymentsByPayer,
  listSubscriptionPaymentsWithoutAccount,
  listSubscriptionsAndDonations,
  listTicketCardPayments,
  sumShowEntries,
  sumSubscriptionEntries,
  sumYearEntries,
} from './store.ts';
