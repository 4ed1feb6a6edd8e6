import type { Instant } from './dates/dates.ts';

/**
 * Returns true if an item with this publication time is published. An item with a time in the future is published
 * automatically at that time; null marks a draft, which is never published.
 */
export const isPublished = (published_at: Instant | null, now: Instant): boolean =>
  published_at !== null && published_at <= now;
