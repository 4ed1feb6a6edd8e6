export { PerformanceManager } from './manage-performances.tsx';
export { PublicPerformanceList } from './public-performance-list.tsx';
