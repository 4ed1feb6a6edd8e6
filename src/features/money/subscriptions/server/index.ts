export { assessPayment, deriveDonationEntryId, getPayerName, type PaymentPerson } from './offline/offline-payment.ts';
export {
  assignPartPayments,
  listMembershipYearEntryIds,
  loadOthersPartPaymentCheck,
  loadPartPaymentSumLookup,
} from './offline/part-payments.ts';
export { listPersonChoices, type PersonChoice } from './offline/person-choices.ts';
export {
  deletePaperMember,
  deletePaperMembersOfPerson,
  findPaperMember,
  hasEverBeenMember,
  hasPaperMemberPayment,
  listPaperMembers,
  listPaperMembersByEmail,
  type PaperMember,
  recordPaperMember,
  updatePaperMember,
} from './store/paper-list-members.ts';
export { createPlan, listPlans } from './store/plans.ts';
export { hasLapsedWithoutPaidDay, listSubscriptionsWithStatus, type SubscriptionWithStatus } from './store/statuses.ts';
export {
  createSubscription,
  deleteSubscription,
  deleteSubscriptionsWithoutRealPayment,
  findSubscription,
  findSubscriptionPaidBy,
  hasPartPayments,
  listDependants,
  listEmergencyContactsOfDependants,
  listSubscriptionsForAdmin,
  undoPlanChange,
} from './store/store.ts';
export {
  createSubscriptionYear,
  endPaidYear,
  findEndableYears,
  findOtherBeneficiaries,
  hasRefundEmail,
  hasRefundEndedYear,
  queueRefundEmail,
  reversePaidYear,
} from './store/years.ts';
export { listMembershipPrompts, loadMemberSubscriptions } from './subscription-views.ts';
