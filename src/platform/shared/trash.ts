import type { Instant } from './dates.ts';

const day = 24 * 3_600_000;

/** What is deleted can be restored for so many days. */
export const restorableDays = 30;

/** What was deleted after this moment can still be restored. */
export const restorableSince = (now: Instant): Instant =>
  new Date(Date.parse(now) - restorableDays * day).toISOString();

/** Until when what was deleted then can be restored. */
export const restorableUntil = (deletedAt: Instant): Instant =>
  new Date(Date.parse(deletedAt) + restorableDays * day).toISOString();
