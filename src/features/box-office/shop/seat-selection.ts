import {
  formatRowLetters,
  formatSeats,
  parseSeatLabel,
  type SeatKind,
  seatKindLabels,
  sortSeats,
} from '#features/box-office/performances/seats.ts';
import { listFreeSeatsFrom } from '#features/box-office/seating/plan/actions.ts';
import type { Plan } from '#features/box-office/seating/plan/plan.ts';
import { isSeatForSale } from '#features/box-office/seating/seat-choice.ts';
import type { VisitorSeatPlan } from './contract.ts';

/** Converts a visitor's seating plan to a plan in which taken seats are assigned to others. */
export const toSeatPlan = ({ rowCount, hiddenSeats, taken, kinds }: VisitorSeatPlan): Plan => ({
  ...{ rowCount, hiddenSeats },
  assignments: Object.fromEntries(taken.map((seat) => [seat, 'others'])),
  marks: Object.fromEntries(Object.entries(kinds).map(([seat, kind]) => [seat, { kind, reason: '', release: 0 }])),
});

/** The seats of a party while a visitor chooses them. */
export interface SeatSelection {
  /** The seats that the visitor has selected, in this order. */
  selected: readonly string[];
  /** Seats suggested for the rest of the party. Each further seat that the visitor selects replaces one of these. */
  suggested: readonly string[];
}

/** Returns a selection that is only a suggestion, such as the best seats available. */
export const toSuggestedSelection = (suggested: readonly string[]): SeatSelection => ({ selected: [], suggested });

/** Lists the seats of a party of `count`, in the order of the plan. */
export const listChosenSeats = ({ selected, suggested }: SeatSelection, count: number): string[] =>
  sortSeats([...selected, ...suggested.slice(0, Math.max(0, count - selected.length))]);

/**
 * Returns the selection after a click on `seat`. The first click moves the whole party: to this seat, then to free
 * seats on its right and on its left. Wheelchair spaces and companion seats are only suggested after a click on one of
 * them. Further clicks choose the seats of the rest of the party one by one, and a click on a suggested seat accepts it.
 * Once every seat has been selected, a click on one of them removes it, and a click on another seat moves the party
 * again.
 */
export function applySeatClick(plan: Plan, selection: SeatSelection, seat: string, count: number): SeatSelection {
  const { selected, suggested } = selection;
  const chosen = listChosenSeats(selection, count);
  if (chosen.includes(seat)) {
    if (chosen.length === selected.length)
      return { selected: selected.filter((other) => other !== seat), suggested: [] };
    if (selected.includes(seat)) return selection;
    return { selected: [...selected, seat], suggested: suggested.filter((other) => other !== seat) };
  }
  if (!isSeatForSale(plan, seat)) return selection;
  if (selected.length > 0 && selected.length < count) return { selected: [...selected, seat], suggested };
  const kind = plan.marks?.[seat]?.kind ?? '';
  const isAlike = (other: string) => isSpecial(plan.marks?.[other]?.kind ?? '') === isSpecial(kind);
  return {
    selected: [seat],
    suggested: listFreeSeatsFrom(plan, seat, count).filter(
      (other) => other !== seat && isSeatForSale(plan, other) && isAlike(other),
    ),
  };
}

const isSpecial = (kind: SeatKind | '') => kind === 'wheelchair' || kind === 'companion';

/** Returns a seat's label for screen readers: "Row C seat 7, free", "Row A seat 1, wheelchair space, yours". */
export function formatSeatAriaLabel(
  seat: string,
  { kind, reason = '', state }: { kind: SeatKind | ''; reason?: string; state: SeatState },
): string {
  const { row, number } = parseSeatLabel(seat) ?? { row: 0, number: 0 };
  const special = [kind && seatKindLabels[kind].toLowerCase(), reason && `house seat (${reason})`];
  return [`Row ${formatRowLetters(row)} seat ${number}`, ...special, state].filter(Boolean).join(', ');
}

export type SeatState = 'free' | 'taken' | 'yours';

/**
 * Returns the label of a button that stays disabled until the right number of seats is chosen: "Choose one more seat".
 * "" once the number is right.
 */
export function formatSeatCountPrompt(chosen: readonly string[], count: number): string {
  const missing = count - chosen.length;
  if (missing < 0) return missing === -1 ? 'Remove one seat' : `Remove ${-missing} seats`;
  if (missing === 0) return '';
  if (chosen.length > 0) return missing === 1 ? 'Choose one more seat' : `Choose ${missing} more seats`;
  return missing === 1 ? 'Choose a seat' : `Choose ${missing} seats`;
}

/** Formats a selection: "C5, C6. Choose one more seat.", "C5–C7: 1 too many. Select the seats you don’t want." */
export function formatSeatSelection(chosen: readonly string[], count: number): string {
  const missing = count - chosen.length;
  if (missing < 0) return `${formatSeats(chosen)}: ${-missing} too many. Select the seats you don’t want.`;
  const seats = chosen.length === 0 ? 'No seats chosen.' : `${formatSeats(chosen)}.`;
  return missing > 0 ? `${seats} ${formatSeatCountPrompt(chosen, count)}.` : seats;
}
