export const accountingPath = '/members/get_sums';
/** The demo's practice provider. */
export const practicePath = '/members/get_sums/practice';
export const subscriptionsPath = '/members/get_subs';

/** Returns the same page for the year that begins in `start`. */
export const withStartYear = (path: string, start: number): string => `${path}?startyear=${start}`;
