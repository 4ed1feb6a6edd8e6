import {
  formatRowLetters,
  formatSeats,
  parseSeatLabel,
  sortSeats,
} from '#features/box-office/performances/seat-labels.ts';
import { type SeatKind, seatKindLabels } from '#features/box-office/performances/seat-marks.ts';
import { isSeatForSale } from '#features/box-office/seating/engine/best-available.ts';
import { listFreeSeatsFrom } from '#features/box-office/seating/plan/actions.ts';
import type { Plan } from '#features/box-office/seating/plan/plan.ts';
import type { SeatsForSale } from './contract.ts';

/** Converts seats for sale to a plan in which unavailable seats are assigned to others. */
export const toSeatPlan = ({ rowCount, hiddenSeats, taken, kinds }: SeatsForSale): Plan => ({
  ...{ rowCount, hiddenSeats },
  assignments: Object.fromEntries(taken.map((seat) => [seat, 'others'])),
  marks: Object.fromEntries(Object.entries(kinds).map(([seat, kind]) => [seat, { kind, reason: '', release: 0 }])),
});

/**
 * Returns the chosen seats after a press on `seat`. A chosen seat is removed, and any other seat is added. If no seat
 * is chosen, or as many as there are tickets, the whole party moves to the pressed seat: it takes free seats to the
 * right and then to the left.
 */
export function toggleSeat(plan: Plan, chosen: readonly string[], seat: string, count: number): readonly string[] {
  if (chosen.includes(seat)) return chosen.filter((one) => one !== seat);
  if (!isSeatForSale(plan, seat)) return chosen;
  if (chosen.length > 0 && chosen.length < count) return sortSeats([...chosen, seat]);
  const kind = plan.marks?.[seat]?.kind ?? '';
  const isAlike = (one: string) => isSpecial(plan.marks?.[one]?.kind ?? '') === isSpecial(kind);
  return listFreeSeatsFrom(plan, seat, count).filter((one) => isSeatForSale(plan, one) && isAlike(one));
}

const isSpecial = (kind: SeatKind | '') => kind === 'wheelchair' || kind === 'companion';

/** Returns a seat's label for screen readers: "Row C seat 7, free", "Row A seat 1, wheelchair space, yours". */
export function formatSeatAriaLabel(
  seat: string,
  { kind, reason = '', state }: { kind: SeatKind | ''; reason?: string; state: SeatState },
): string {
  const { row, number } = parseSeatLabel(seat) ?? { row: 0, number: 0 };
  const special = [kind && seatKindLabels[kind].toLowerCase(), reason && `house seat (${reason})`];
  return [`Row ${formatRowLetters(row)} seat ${number}`, ...special, stateNames[state]].filter(Boolean).join(', ');
}

export type SeatState = 'free' | 'taken' | 'yours';
const stateNames = { free: 'free', taken: 'taken', yours: 'yours' } as const;

/** Formats a selection: "C5, C6. One more to choose.", "C5–C7: 1 too many. Select the ones you don’t want." */
export function formatSeatSelection(chosen: readonly string[], count: number): string {
  const left = count - chosen.length;
  if (left < 0) return `${formatSeats(chosen)}: ${-left} too many. Select the ones you don’t want.`;
  const more = left === 1 ? 'One more to choose.' : `${left} more to choose.`;
  const seats = chosen.length === 0 ? 'No seats chosen.' : `${formatSeats(chosen)}.`;
  return left > 0 ? `${seats} ${more}` : seats;
}
