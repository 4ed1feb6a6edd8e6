export { HouseSeatFields } from './house-seat-fields.tsx';

/** Fetches the planner's script before somebody opens it, so that it is ready as soon as its data are. */
export const prefetchPlanner = (): void => {
  // Opening the planner tries again, and reports the error
  import('./seating-page.tsx').catch(() => {});
};
