export { CancelForMember } from './CancelForMember.tsx';
export { ManageMembership } from './ManageMembership.tsx';
