export { payByHand } from './by-hand.ts';
export { deletePracticeSubscriptions } from './delete-practice.ts';
export { paidForOthers } from './paid-for-others.ts';
export { endedWithRefund, endPaidYear, entriesRunning, isToldOfRefund, tellOfRefund } from './refunds.ts';
export { type SubscriptionWithStatus, subscriptionsOn } from './statuses.ts';
export { recordSubscription } from './store.ts';
export { subscriptionsOf } from './subscriptions-page.ts';
export { recordYear, takeBackYear } from './years.ts';
