import type { Instant } from './dates.ts';

/**
 * Whether something published at a moment is out: one in the future comes out by itself; null is a draft, which never
 * does.
 */
export const isPublished = (published_at: Instant | null, now: Instant): boolean =>
  published_at !== null && published_at <= now;
