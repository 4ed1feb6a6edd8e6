export { ManagePerformances } from './manage-performances.tsx';
export { PublicPerformanceList as NightsList } from './public-performance-list.tsx';
