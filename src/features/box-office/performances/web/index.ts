export { PerformanceManager } from './performance-manager.tsx';
export { PublicPerformanceList } from './public-performance-list.tsx';
