export { listMembershipNudges as membershipNudges } from './membership-nudges.ts';
export {
  assessPayment,
  deriveDonationEntryId as donationEntryId,
  findPartPayments,
  listYearEntries,
  type Payee,
} from './offline/offline-payment.ts';
export { listManualPayers as payersByHand } from './offline/payers.ts';
export {
  deletePaperMember,
  deletePaperPerson,
  findPaperMember,
  hasEverPaid as wasEverPaid,
  hasPaperCharge,
  listPaperMembers as paperMembers,
  listPaperMembersByEmail as paperMembersAt,
  type PaperMember,
  recordPaperMember,
  updatePaperMember as renewPaperMember,
} from './store/paper-members.ts';
export {
  endPaidYear,
  findCurrentYears,
  hasRefundEmail,
  sendRefundEmail,
  wasEndedByRefund as endedWithRefund,
} from './store/refunds.ts';
export { listSubscriptionsWithStatus, type SubscriptionWithStatus } from './store/statuses.ts';
export {
  createSubscription,
  deletePracticeSubscriptions,
  deleteSubscription,
  findSubscription,
  listChildContacts as childContactsOf,
  listSubscriptionsForAdmin as paidFor,
} from './store/store.ts';
export { createSubscriptionYear, findBeneficiaries as paidForOthers, reversePaidYear } from './store/years.ts';
export { loadSubscriptionsView } from './subscriptions-view.ts';
