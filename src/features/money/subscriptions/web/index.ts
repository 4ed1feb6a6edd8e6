export { CancelForMemberForm } from './held-subscription.tsx';
export { ManageMembership } from './manage-membership.tsx';
export { Plans } from './plans.tsx';
