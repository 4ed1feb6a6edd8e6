export { paidForOthers } from './paid-for-others.ts';
export { endPaidYear, entriesRunning, tellOfRefund } from './refunds.ts';
export { type SubscriptionStanding, standingsOn } from './standings.ts';
export { recordSubscription, recordYear } from './store.ts';
export { subscriptionsOf } from './subscriptions-page.ts';
