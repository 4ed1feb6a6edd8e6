export { listMembershipPrompts } from './membership-nudges.ts';
export {
  assessPayment,
  deriveDonationEntryId,
  findPartPayments,
  listMembershipYearEntries,
  type Payee,
} from './offline/offline-payment.ts';
export { listManualPayers } from './offline/payers.ts';
export {
  deletePaperMember,
  deletePaperPerson,
  findPaperMember,
  hasEverPaid,
  hasPaperCharge,
  listPaperMembers,
  listPaperMembersByEmail,
  type PaperMember,
  recordPaperMember,
  updatePaperMember,
} from './store/paper-members.ts';
export {
  endPaidYear,
  findCurrentYears,
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
  listSubscriptionsForAdmin,
} from './store/store.ts';
export { createSubscriptionYear, findBeneficiaries, reversePaidYear } from './store/years.ts';
export { loadSubscriptionsView } from './subscriptions-view.ts';
