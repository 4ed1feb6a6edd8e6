import { day } from '#platform/shared/dates/durations.ts';

/** The period for which the log stores network addresses: long enough to investigate something noticed late. */
export const addressRetentionMs = 90 * day;
