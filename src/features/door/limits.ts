import { day } from '#platform/shared/durations.ts';
/** A day: whatever waited longer is of another performance (milliseconds). */
export const longestWait = day;

/** As many as fit in one sending; the next follows. */
export const mostMarks = 100;
