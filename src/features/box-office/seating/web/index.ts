export { HouseSeatFields } from './house-seat-fields.tsx';

/** Has the planner's script fetched before somebody opens it: it is there as soon as its data are. */
export const prefetchPlanner = (): void => {
  // Opening the planner tries again, and reports the error
  import('./seating-page.tsx').catch(() => {});
};
