/** A day: whatever waited longer is of another performance (milliseconds). */
export const longestWait = 24 * 60 * 60_000;

/** As many as fit in one sending; the next follows. */
export const mostMarks = 100;
