import { day } from '#platform/shared/durations.ts';
/** A day: a mark that waited longer is of another performance (milliseconds). */
export const maxCheckInAgeMs = day;

/** Notes about money are kept for longer: a month (milliseconds). */
export const maxNoteAgeMs = 30 * day;

/** The most marks in one sending; the rest follow. */
export const maxCheckInsPerRequest = 100;
