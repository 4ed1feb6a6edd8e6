import { day } from '#platform/shared/durations.ts';
/** A day: a mark that waited longer is of another performance (milliseconds). */
export const longestWait = day;

/** The most marks in one sending; the rest follow. */
export const mostMarks = 100;
