import type { FoundPerformance } from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { RequestedSeats } from '../../requested-tickets.ts';

/** A request for seats for tickets that already have places. */
export interface SeatAssignmentRequest {
  tickets: readonly Id[];
  seats: RequestedSeats;
  now: Instant;
}

/**
 * The assigned seats, or the reason why seats aren't available. If there is a reason, the caller must throw, so that
 * the transaction is rolled back.
 */
export type SeatAssignmentResult = { seats: readonly string[] } | { refused: string };

/**
 * Assigns seats to tickets, in the transaction that sells or exchanges them. The seating feature contributes this
 * function.
 */
type SeatAssigner = (
  tx: DbTransaction,
  performance: FoundPerformance,
  toSeat: SeatAssignmentRequest,
) => Promise<SeatAssignmentResult>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** The function that assigns seats to tickets that the box office sells or exchanges. There is at most one. */
    seatAssigners: readonly SeatAssigner[];
  }
}

/** Assigns the requested seats to tickets, if the performance sells numbered seats. */
export async function assignSeats(
  tx: DbTransaction,
  performance: FoundPerformance,
  { all, ...toSeat }: SeatAssignmentRequest & Pick<Services, 'all'>,
): Promise<SeatAssignmentResult> {
  const [assign] = all('seatAssigners');
  if (!assign || performance.sells_seats === 0 || toSeat.seats.seats === 'later') return { seats: [] };
  return assign(tx, performance, toSeat);
}
