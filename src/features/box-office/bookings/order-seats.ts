import type { ListedOrder } from '#features/box-office/orders/contract.ts';
import type { Performance } from '#features/box-office/performances/contract.ts';
import { formatSeats } from '#features/box-office/performances/seat-labels.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';

/**
 * Formats the seats of an order, one text per performance, and counts its tickets without a seat. Past and cancelled
 * performances aren't counted.
 */
export function summariseOrderSeats(
  { ref, performances: parts }: Pick<ListedOrder, 'ref' | 'performances'>,
  shownPerformances: readonly Pick<Performance, 'id' | 'date' | 'cancelled' | 'seat_assignments'>[],
  today: CalendarDate,
): { seats: string[]; unseated: number } {
  const seats: string[] = [];
  let unseated = 0;
  for (const { id, date, cancelled, seat_assignments } of shownPerformances) {
    const tickets = parts.find((part) => part.id === id)?.tickets;
    if (!tickets) continue;
    const own = Object.keys(seat_assignments).filter((seat) => seat_assignments[seat] === `${ref}`);
    if (own.length > 0) seats.push(formatSeats(own));
    if (cancelled || date.slice(0, 10) < today) continue;
    unseated += Object.values(tickets).reduce((sum, count) => sum + count, 0) - own.length;
  }
  return { seats, unseated };
}
