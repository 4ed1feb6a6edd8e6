export { performanceView } from './managed.ts';
export { freePlaces, takePlaces } from './places.ts';
export { publicPerformances } from './public.ts';
export { nextToPlay } from './shows.ts';
export { findPerformance, performancesOf, recordPerformance, showsPerformed } from './store.ts';
