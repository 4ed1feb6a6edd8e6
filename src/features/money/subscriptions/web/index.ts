export { CancelMemberRenewalForm } from './held-subscription.tsx';
export { ManageMembershipSection } from './manage-membership.tsx';
export { SubscriptionPlansSection } from './plans.tsx';
