import { day } from '#platform/shared/durations.ts';

/** How long the log stores from where something was done: long enough to look into something noticed late. */
export const addressRetentionMs = 90 * day;
