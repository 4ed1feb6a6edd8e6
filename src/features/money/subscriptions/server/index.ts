export { listMembershipPrompts } from './membership-nudges.ts';
export {
  assessPayment,
  deriveDonationEntryId,
  listMembershipYearEntries,
  loadPartPaymentSums,
  type Payee,
} from './offline/offline-payment.ts';
export { listManualPayers } from './offline/payers.ts';
export {
  deletePaperListMember,
  deletePaperPerson,
  findPaperListMember,
  hasEverPaid,
  hasPaperCharge,
  listPaperListMembers,
  listPaperListMembersByEmail,
  type PaperListMember,
  recordPaperListMember,
  updatePaperListMember,
} from './store/paper-list-members.ts';
export {
  endPaidYear,
  findEndableYears,
  hasRefundEmail,
  sendRefundEmail,
  wasEndedByRefund,
} from './store/refunds.ts';
export { listSubscriptionsWithStatus, type SubscriptionWithStatus } from './store/statuses.ts';
export {
  createSubscription,
  deletePracticeSubscriptions,
  deleteSubscription,
  findSubscription,
  listChildContacts,
  listPersonsPaidFor,
  listSubscriptionsForAdmin,
  loadPlansForOthers,
} from './store/store.ts';
export { createSubscriptionYear, findBeneficiaries, reversePaidYear } from './store/years.ts';
export { loadSubscriptionsView } from './subscriptions-view.ts';
