import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import type { AccessNeed } from '#features/box-office/orders/order.ts';
import { seatsPerRow } from '#features/box-office/performances/capacity.ts';
import { formatSeatLabel, lastSeatBeforeAisle, rowLetters } from '#features/box-office/performances/seat-labels.ts';
import { formatSeatMark, plainSeat } from '#features/box-office/performances/seat-marks.ts';
import { freeRuns, freeSeatsOf } from '../engine/free-seats.ts';
import { detectNeeds, formatRequests } from '../engine/needs.ts';
import { type Plan, seatsByOrder } from '../plan/plan.ts';

type Asking = Pick<PerformanceOrder, 'note' | 'needs' | 'wishes'>;

/**
 * Formats a party's requests as one letter each: wheelchair, companion, loop, steps, aisle, front, back; "!" for a
 * note.
 */
export function formatNeedSigns({ note, needs, wishes }: Asking): string {
  const { wheelchair, aisle, front, back } = detectNeeds({ needs, wishes });
  const has = (need: AccessNeed) => needs.includes(need);
  const signs = {
    ...{ W: wheelchair, C: has('companion'), L: has('loop'), S: has('steps') },
    ...{ A: aisle, F: front, B: back, '!': note !== '' },
  };
  return Object.entries(signs)
    .map(([sign, is]) => (is ? sign : ''))
    .join('');
}

/** The letters on special free seats. */
const kindSigns = { wheelchair: 'W', companion: 'C', restricted: 'V', house: 'H', '': '' } as const;

/** Formats a party's requests for a screen reader, after the name: "asks for wheelchair, companion". */
export function formatRequestsAloud(order: Asking): string {
  const requests = formatRequests(order);
  if (requests !== '') return `asks for ${requests}`;
  return order.note === '' ? '' : 'with a note';
}

/** A seat as it is drawn, independent of the pointer. */
export interface SeatView {
  label: string;
  /** Read aloud: "Row C seat 7, Justin Case, 3 of 4". */
  name: string;
  /** The colour of its order; 0 for a free seat. */
  colour: number;
  /** The text on it: its order's mark at the start of a block, else its number. */
  mark: string;
  joinsLeft: boolean;
  joinsRight: boolean;
  /** The occupant's requests, a letter each; for a free seat its kind. */
  sign: string;
  /** Its kind, or that it is a house seat. */
  kind: string;
  hidden: boolean;
  /** Nobody sits on either side of this free seat. */
  alone: boolean;
  chosen: boolean;
}

export interface RowView {
  letters: string;
  /** From seat 1 on; undefined if none is drawn. */
  seats: readonly (SeatView | undefined)[];
}

/** The view of a plan. */
interface Look {
  orders: readonly PerformanceOrder[];
  colours: ReadonlyMap<string, number>;
  /** The letters that identify each order. */
  marks: ReadonlyMap<string, string>;
  /** The order that is being placed, or was searched for. */
  chosen: string | undefined;
  withHidden: boolean;
  /** Seats that visitors are just buying. */
  bought: readonly string[];
}

/**
 * The rows of a plan for rendering, from 0 on, each computed on demand: of a large house the viewport shows a few. A
 * seat is undefined if there is none; with `withHidden`, hidden ones are included.
 */
export function rowViews(
  plan: Plan,
  { orders, colours, marks, chosen, withHidden, bought }: Look,
): (row: number) => RowView {
  const byRef = new Map(orders.map((order) => [`${order.ref}`, order]));
  const places = new Map<string, number>();
  for (const seats of seatsByOrder(plan).values()) for (const [at, seat] of seats.entries()) places.set(seat, at + 1);
  const hiddenSeats = new Set(plan.hiddenSeats);
  const alone = new Set(freeRuns(freeSeatsOf(plan)).flatMap((run) => (run.length === 1 ? [formatSeatLabel(run)] : [])));
  const known = new Map<number, RowView>();
  const shown = (row: number): RowView => {
    const letters = rowLetters(row);
    const seats = Array.from({ length: seatsPerRow }, (_none, at): SeatView | undefined => {
      const number = at + 1;
      const label = formatSeatLabel({ row, number });
      const hidden = hiddenSeats.has(label);
      if (hidden && !withHidden) return undefined;
      const ref = plan.assignments[label];
      const order = byRef.get(ref ?? '');
      const joins = (by: 1 | -1) =>
        ref !== undefined && plan.assignments[formatSeatLabel({ row, number: number + by })] === ref;
      // A block continues over the aisle, drawn in two parts
      const joinsLeft = joins(-1) && number !== lastSeatBeforeAisle + 1;
      const joinsRight = joins(1) && number !== lastSeatBeforeAisle;
      const said = order
        ? [order.name, `${places.get(label)} of ${order.tickets_count}`, formatRequestsAloud(order)]
            .filter(Boolean)
            .join(', ')
        : '';
      const special = plan.marks?.[label] ?? plainSeat;
      const kind = special.reason === '' ? special.kind : 'house';
      const isBought = ref === undefined && bought.includes(label);
      const free = isBought ? 'a visitor is buying it' : alone.has(label) ? 'free, a single seat' : 'free';
      const state = hidden ? 'hidden' : free;
      return {
        label,
        name: [`Row ${letters} seat ${number}`, order ? said : state, formatSeatMark(special)]
          .filter(Boolean)
          .join(', '),
        colour: ref === undefined ? 0 : (colours.get(ref) ?? 1),
        mark: order && !joinsLeft ? (marks.get(`${order.ref}`) ?? '?') : `${number}`,
        joinsLeft,
        joinsRight,
        sign: order ? (joinsLeft ? '' : formatNeedSigns(order)) : isBought ? '…' : kindSigns[kind],
        kind,
        hidden,
        alone: alone.has(label),
        chosen: chosen !== undefined && ref === chosen,
      };
    });
    return { letters, seats };
  };
  return (row) => {
    const one = known.get(row) ?? shown(row);
    known.set(row, one);
    return one;
  };
}
