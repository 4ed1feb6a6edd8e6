export { ManagePerformances } from './ManagePerformances.tsx';
export { PublicPerformanceList as NightsList } from './NightsList.tsx';
