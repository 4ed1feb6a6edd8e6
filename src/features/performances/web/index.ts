export { ManagePerformances } from './ManagePerformances.tsx';
export { NightsList } from './NightsList.tsx';
