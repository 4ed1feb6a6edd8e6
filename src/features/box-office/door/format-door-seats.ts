import { formatSeats } from '#features/box-office/performances/seat-labels.ts';

/** Formats a party's seats: "A4, A5"; for a party with too few seats, also the number of people without one. */
export function formatDoorSeats(
  { seats, tickets }: { readonly seats: readonly string[]; readonly tickets: readonly unknown[] },
  /** True if this performance assigns seats. */
  seated: boolean,
): string {
  const missing = tickets.length - seats.length;
  if (!seated || missing <= 0) return formatSeats(seats);
  if (seats.length === 0) return missing === 1 ? 'No seat yet' : 'No seats yet';
  return `${formatSeats(seats)}, ${missing} without a seat`;
}
