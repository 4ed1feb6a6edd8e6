export const accountingPath = '/members/get_sums';
export const practiceProviderPath = '/members/get_sums/practice';
export const subscriptionsPath = '/members/get_subs';

/** Adds the financial year that begins in the calendar year `start` to a path. */
export const addStartYear = (path: string, start: number): string => `${path}?startyear=${start}`;
