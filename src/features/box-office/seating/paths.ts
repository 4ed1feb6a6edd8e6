/** Returns the path of a performance's seat planner. */
export const seatingPath = (performance: string): string => `/members/bookings/seating/${performance}`;

/** Its printed tickets: all of them, or only that of one order. */
export const printedTicketsPath = (performance: string, ref = ''): string =>
  `${seatingPath(performance)}/tickets${ref === '' ? '' : `?order=${ref}`}`;

/** Its plan for the wall of the foyer. */
export const wallPlanPath = (performance: string): string => `${seatingPath(performance)}/wall`;

/** Returns the path of the printed row labels. */
export const rowLabelsPath = (performance: string): string => `${seatingPath(performance)}/rows`;

/** Returns the path of the door's printed list: the audience by last name, with a box to tick for each ticket. */
export const doorListPath = (performance: string): string => `/members/bookings/door/${performance}/list`;

/** The script of a planner on another page. */
export const plannerScriptPath = '/seating-plan.js';
