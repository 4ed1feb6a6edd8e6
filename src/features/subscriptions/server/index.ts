export { paidForOthers } from './paid-for-others.ts';
export { type SubscriptionStanding, standingsOn } from './standings.ts';
export { recordSubscription, recordYear } from './store.ts';
export { subscriptionsOf } from './subscriptions-page.ts';
