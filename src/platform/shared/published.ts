import type { Instant } from './dates/dates.ts';

/**
 * Returns true if something with this publication time is out. A time in the future publishes it automatically; null is
 * a draft, which is never published.
 */
export const isPublished = (published_at: Instant | null, now: Instant): boolean =>
  published_at !== null && published_at <= now;
