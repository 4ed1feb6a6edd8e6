import type { Instant } from './dates/dates.ts';

/**
 * Returns true if an item with this publication time is published. An item with a future time is published
 * automatically at that time. A draft has null, and is never published.
 */
export const isPublished = (published_at: Instant | null, now: Instant): boolean =>
  published_at !== null && published_at <= now;
