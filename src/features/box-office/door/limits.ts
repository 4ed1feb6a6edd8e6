import { day } from '#platform/shared/dates/durations.ts';

/**
 * The maximum age of a check-in (milliseconds). A check-in that waited longer almost always belongs to an earlier
 * performance.
 */
export const maxCheckInAgeMs = day;

/** The maximum age of a note (milliseconds). Notes about money never expire: an older note counts as this old. */
export const maxNoteAgeMs = 30 * day;

/** The maximum number of check-ins, or of notes, in one request. */
export const maxItemsPerDoorRequest = 100;
