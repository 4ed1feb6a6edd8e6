export { HouseSeatFields } from './panels/house-seats.tsx';

/** Fetches the planner's script in advance. */
export const prefetchPlanner = (): void => {
  // A failure is ignored here, because opening the planner tries again and reports it
  import('./seating-page.tsx').catch(() => {});
};
