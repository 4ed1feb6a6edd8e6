import type { Instant } from './dates.ts';
import { day, earlier, later } from './durations.ts';

/** What is deleted can be restored for so many days. */
export const restorableDays = 30;

/** What was deleted after this moment can still be restored. */
export const restorableSince = (now: Instant): Instant => earlier(now, restorableDays * day);

/** Until when what was deleted then can be restored. */
export const restorableUntil = (deletedAt: Instant): Instant => later(deletedAt, restorableDays * day);
