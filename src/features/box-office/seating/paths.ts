/** Returns the path of a performance's seat planner. */
export const seatingPath = (performance: string): string => `/members/bookings/seating/${performance}`;

/** Returns the path of the printed tickets: all of them, or only those of one order. */
export const printedTicketsPath = (performance: string, ref = ''): string =>
  `${seatingPath(performance)}/tickets${ref === '' ? '' : `?order=${ref}`}`;

/** Returns the path of the printed plan for the foyer's wall. */
export const wallPlanPath = (performance: string): string => `${seatingPath(performance)}/wall`;

export const rowLabelsPath = (performance: string): string => `${seatingPath(performance)}/rows`;

export const doorListPath = (performance: string): string => `/members/bookings/door/${performance}/list`;

/** The path of the script that draws a planner on another page. */
export const plannerScriptPath = '/seating-plan.js';
