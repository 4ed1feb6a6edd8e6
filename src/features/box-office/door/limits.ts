import { day } from '#platform/shared/dates/durations.ts';
/** A check-in queued for more than a day belongs to an earlier performance (milliseconds). */
export const maxCheckInAgeMs = day;

/** Notes about money never expire; one that waited for more than a month counts as a month old (milliseconds). */
export const maxNoteAgeMs = 30 * day;

/** The maximum number of marks in one request; the rest follow. */
export const maxCheckInsPerRequest = 100;
