import type { Instant } from '#platform/shared/dates/dates.ts';
import { earlier, minute } from '#platform/shared/dates/durations.ts';

/** Returns the time at which unpaid tickets are released; undefined if they are never released. */
export const calculateReservationExpiry = ({
  starts_at,
  release_minutes,
}: {
  starts_at: Instant;
  release_minutes: number;
}): Instant | undefined => (release_minutes > 0 ? earlier(starts_at, release_minutes * minute) : undefined);
