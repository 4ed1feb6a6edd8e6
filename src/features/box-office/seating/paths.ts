/** Where the seats of a performance are planned. */
export const seatingPath = (performance: string): string => `/members/bookings/seating/${performance}`;

/** Its tickets for paper: all of them, or only that of one order. */
export const printedTicketsPath = (performance: string, ref = ''): string =>
  `${seatingPath(performance)}/tickets${ref === '' ? '' : `?order=${ref}`}`;

/** Its plan for the wall of the foyer. */
export const wallPlanPath = (performance: string): string => `${seatingPath(performance)}/wall`;

/** What is put up at the ends of its rows. */
export const rowLabelsPath = (performance: string): string => `${seatingPath(performance)}/rows`;

/** Who comes, by last name, with a box to tick for each ticket. The door's own page. */
export const doorListPath = (performance: string): string => `/members/bookings/door/${performance}/list`;

/** The script of a planner on another page. */
export const plannerScriptPath = '/seating-plan.js';
