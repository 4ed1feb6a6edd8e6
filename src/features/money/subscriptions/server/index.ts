export { assessPayment, type ChosenPerson, deriveDonationEntryId, getPayerName } from './offline/offline-payment.ts';
export {
  assignPartPayments,
  listMembershipYearEntryIds,
  loadPartPaymentForOtherCheck,
  loadPartPaymentSumLookup,
} from './offline/part-payments.ts';
export { listPersonChoices, type PersonChoice } from './offline/person-choices.ts';
export {
  deletePaperListMember,
  deletePaperListRowsOfPerson,
  findPaperListMember,
  hasEverBeenMember,
  hasPaperMemberPayment,
  listPaperListMembers,
  listPaperListMembersByEmail,
  type PaperListMember,
  recordPaperListMember,
  updatePaperListMember,
} from './store/paper-list-members.ts';
export { createPlan, listPlans } from './store/plans.ts';
export { listSubscriptionsWithStatus, type SubscriptionWithStatus, wasNeverPaid } from './store/statuses.ts';
export {
  createSubscription,
  deleteSubscription,
  deleteSubscriptionsWithoutRealPayment,
  findSubscription,
  findSubscriptionPaidBy,
  hasPartPayments,
  listEmergencyContactsOfDependants,
  listPersonsPaidFor,
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
