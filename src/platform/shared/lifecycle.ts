import type { Instant } from './dates/dates.ts';
import { addMs, day, subtractMs } from './dates/durations.ts';

/**
 * Returns true if an item with this publication time is published. An item with a future time is published
 * automatically at that time. A draft has null, and is never published.
 */
export const isPublished = (published_at: Instant | null, now: Instant): boolean =>
  published_at !== null && published_at <= now;

/** The number of days for which deleted items can be restored. */
export const restorableDays = 30;

/** Returns the cut-off time: items deleted since then can still be restored. */
export const getRestorableCutoff = (now: Instant): Instant => subtractMs(now, restorableDays * day);

/** Returns the time until which something deleted at `deletedAt` can be restored. */
export const getRestorableUntil = (deletedAt: Instant): Instant => addMs(deletedAt, restorableDays * day);

/** The message if something to restore isn't in the trash, for example because somebody else has restored it. */
export const nothingToRestoreMessage =
  'There’s nothing to restore: this has already been restored, or deleted for good.';
