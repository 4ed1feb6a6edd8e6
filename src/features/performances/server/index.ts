export { performanceView } from './managed.ts';
export { publicPerformances } from './public.ts';
export { nextToPlay } from './shows.ts';
export { recordPerformance, showsPerformed } from './store.ts';
