import type { Instant } from '#platform/shared/dates.ts';

/** Until when tickets are kept that nobody has paid; undefined where they never are let go. */
export const unpaidUntil = ({
  starts_at,
  release_minutes,
}: {
  starts_at: Instant;
  release_minutes: number;
}): Instant | undefined =>
  release_minutes > 0 ? new Date(Date.parse(starts_at) - release_minutes * 60_000).toISOString() : undefined;
