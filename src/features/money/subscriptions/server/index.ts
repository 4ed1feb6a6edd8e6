export { childContactsOf } from './child-contacts.ts';
export { deletePracticeSubscriptions } from './delete-practice.ts';
export { membershipNudges } from './nudges.ts';
export {
  assessPayment,
  donationEntryId,
  findPartPayments,
  listYearEntries,
  type Payee,
} from './offline-payment.ts';
export { paidForOthers } from './paid-for-others.ts';
export {
  deletePaperMember,
  deletePaperPerson,
  type PaperMember,
  paperMembers,
  paperMembersAt,
  recordPaperMember,
  renewPaperMember,
  wasEverPaid,
} from './paper-members.ts';
export { payersByHand } from './payers.ts';
export {
  endedWithRefund,
  endPaidYear,
  findCurrentYears,
  hasRefundEmail,
  sendRefundEmail,
} from './refunds.ts';
export { listSubscriptionsWithStatus, type SubscriptionWithStatus } from './statuses.ts';
export { createSubscription, paidFor } from './store.ts';
export { loadSubscriptionsView } from './subscriptions-view.ts';
export { createSubscriptionYear, reversePaidYear } from './years.ts';
