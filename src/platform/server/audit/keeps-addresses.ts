import { day } from '#platform/shared/durations.ts';

/** How long the log knows from where something was done: long enough to look into what is noticed late. */
export const keepsAddresses = 90 * day;
