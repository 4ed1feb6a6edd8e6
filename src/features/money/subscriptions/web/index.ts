export { CancelMemberRenewalForm, ManageMembershipSection } from './manage-membership.tsx';
export { SubscriptionPlansSection } from './plans.tsx';
