export { HouseSeatFields } from './house-seat-fields.tsx';

/** Has the planner's script fetched before somebody opens it: it is there as soon as its data are. */
export const prefetchPlanner = (): void => {
  // Whoever opens the planner asks again, and is told
  import('./seating-page.tsx').catch(() => {});
};
