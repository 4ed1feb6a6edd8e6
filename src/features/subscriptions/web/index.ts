export { ManageMembership } from './ManageMembership.tsx';
