export { subscriptionsOf } from './subscriptions-page.ts';
