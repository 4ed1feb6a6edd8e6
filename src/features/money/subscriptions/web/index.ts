export { CancelForMemberForm } from './cancel-for-member.tsx';
export { ManageMembership } from './manage-membership.tsx';
