import type { Instant } from './dates.ts';

/** Whether what is published at a moment, by itself where that lies ahead, is out; null is a draft, which never is. */
export const isPublished = (published_at: Instant | null, now: Instant): boolean =>
  published_at !== null && published_at <= now;
