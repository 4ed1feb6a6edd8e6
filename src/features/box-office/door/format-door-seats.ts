import { formatSeats } from '#features/box-office/performances/seat-labels.ts';

/** Where a party sits: "A4, A5"; of a party that has too few seats, how many are without one. */
export function formatDoorSeats(
  { seats, tickets }: { readonly seats: readonly string[]; readonly tickets: readonly unknown[] },
  /** Whether this performance has seats to give. */
  seated: boolean,
): string {
  const missing = tickets.length - seats.length;
  if (!seated || missing <= 0) return formatSeats(seats);
  if (seats.length === 0) return missing === 1 ? 'No seat yet' : 'No seats yet';
  return `${formatSeats(seats)}, ${missing} without a seat`;
}
