export { assessPayment, donationEntryId, findPartPayments, type PaidFor } from './by-hand.ts';
export { childContactsOf } from './child-contacts.ts';
export { deletePracticeSubscriptions } from './delete-practice.ts';
export { membershipNudges } from './nudges.ts';
export { paidFor } from './paid-for.ts';
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
export { endedWithRefund, endPaidYear, entriesRunning, isToldOfRefund, tellOfRefund } from './refunds.ts';
export { type SubscriptionWithStatus, subscriptionsOn } from './statuses.ts';
export { recordSubscription } from './store.ts';
export { subscriptionsOf } from './subscriptions-page.ts';
export { recordYear, takeBackYear } from './years.ts';
