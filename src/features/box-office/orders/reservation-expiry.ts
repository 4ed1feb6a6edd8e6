import type { Instant } from '#platform/shared/dates.ts';
import { earlier, minute } from '#platform/shared/durations.ts';

/** Until when unpaid tickets are reserved; undefined where they never are released. */
export const calculateReservationExpiry = ({
  starts_at,
  release_minutes,
}: {
  starts_at: Instant;
  release_minutes: number;
}): Instant | undefined => (release_minutes > 0 ? earlier(starts_at, release_minutes * minute) : undefined);
