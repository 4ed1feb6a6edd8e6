import type { Instant } from './dates/dates.ts';

/**
 * Returns true if something with this publication time is published. With a time in the future it is published
 * automatically then; null is a draft, which is never published.
 */
export const isPublished = (published_at: Instant | null, now: Instant): boolean =>
  published_at !== null && published_at <= now;
