import type { Instant } from '#platform/shared/dates/dates.ts';
import { toInstant } from '#platform/shared/dates/local-time.ts';
import { isPublished } from '#platform/shared/published.ts';

/** The publication state of a post. */
export type PublicationState = 'draft' | 'scheduled' | 'published';

export const getPublicationState = (published_at: Instant | null, now: Instant): PublicationState =>
  published_at === null ? 'draft' : isPublished(published_at, now) ? 'published' : 'scheduled';

interface PublicationChoice {
  /** `now` keeps the date of a post that is already published. */
  publishing: 'draft' | 'now' | 'at';
  /** In the society's local time. A date without a time means midnight. */
  date: string;
}

/** Returns the time of publication that the author requests; null for a draft. */
export function resolveBlogPublishAt(
  { publishing, date }: PublicationChoice,
  { now, timeZone, before }: { now: Instant; timeZone: string; before: Instant | null },
): Instant | null {
  if (publishing === 'draft') return null;
  if (publishing === 'at') return toInstant(date.length === 10 ? `${date}T00:00` : date, timeZone);
  return before !== null && isPublished(before, now) ? before : now;
}
