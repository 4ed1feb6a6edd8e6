import type { Instant } from './dates.ts';
import { day, earlier, later } from './durations.ts';

/** How many days deleted things can be restored. */
export const restorableDays = 30;

/** Things deleted after this moment can still be restored. */
export const restorableSince = (now: Instant): Instant => earlier(now, restorableDays * day);

/** Until when something deleted at that moment can be restored. */
export const restorableUntil = (deletedAt: Instant): Instant => later(deletedAt, restorableDays * day);
