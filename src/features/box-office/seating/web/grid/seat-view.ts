import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import type { AccessNeed } from '#features/box-office/orders/order.ts';
import {
  formatRowLetters,
  formatSeatLabel,
  formatSeatMark,
  lastSeatBeforeAisle,
  plainSeatMark,
  seatsPerRow,
} from '#features/box-office/performances/seats.ts';
import { findFreeSeats, findOrphanSeats } from '../../engine/free-seats.ts';
import { formatPartyRequests, toSeatingNeeds } from '../../engine/party-requests.ts';
import { groupSeatsByOrder, type Plan } from '../../plan/plan.ts';

type OrderRequests = Pick<PerformanceOrder, 'note' | 'needs' | 'wishes'>;

/**
 * Formats a party's requests as one letter each (wheelchair, companion, loop, steps, aisle, front, back), with "!" for
 * a note.
 */
export function formatRequestSigns({ note, needs, wishes }: OrderRequests): string {
  const { wheelchair, aisle, front, back } = toSeatingNeeds({ needs, wishes });
  const has = (need: AccessNeed) => needs.includes(need);
  const signs = {
    ...{ W: wheelchair, C: has('companion'), L: has('loop'), S: has('steps') },
    ...{ A: aisle, F: front, B: back, '!': note !== '' },
  };
  return Object.entries(signs)
    .map(([sign, is]) => (is ? sign : ''))
    .join('');
}

/** The letters on special seats that are free. */
const kindSigns = { wheelchair: 'W', companion: 'C', restricted: 'V', house: 'H', '': '' } as const;

/** Formats a party's requests for screen readers: "asks for wheelchair, companion", "with a note" or "". */
export function formatRequestsForScreenReaders(order: OrderRequests): string {
  const requests = formatPartyRequests(order);
  if (requests !== '') return `asks for ${requests}`;
  return order.note === '' ? '' : 'with a note';
}

/** The rendered content of a seat, which doesn't depend on the pointer. */
export interface DisplayedSeat {
  label: string;
  /** The accessible name: "Row C seat 7, Justin Case, 3 of 4". */
  name: string;
  /** The colour of the seat's order; 0 for a free seat. */
  colour: number;
  /** The text on the seat: the order's abbreviation at the start of a block, otherwise the seat's number. */
  text: string;
  joinsLeft: boolean;
  joinsRight: boolean;
  /** The letters on the seat: the occupant's requests, or the kind of a free seat; "…" while a visitor is buying it. */
  sign: string;
  /** The kind of a special seat, or "house". */
  kind: string;
  hidden: boolean;
  /** True for an orphan seat. */
  alone: boolean;
  chosen: boolean;
}

export interface DisplayedRow {
  letters: string;
  /** The seats from number 1 on; undefined for a hidden seat that isn't rendered. */
  seats: readonly (DisplayedSeat | undefined)[];
}

/** Facts outside the plan that affect how seats look. */
interface ViewOptions {
  orders: readonly PerformanceOrder[];
  colours: ReadonlyMap<string, number>;
  /** The abbreviation of each order, by reference. */
  abbreviations: ReadonlyMap<string, string>;
  /** The reference of the order that is being placed, or that was found in the list of orders. */
  chosen: string | undefined;
  withHidden: boolean;
  /** Seats that visitors hold. */
  heldSeats: readonly string[];
}

/** Returns a function that computes the view of a row, counted from 0, when it is first requested. */
export function createDisplayedRowGetter(
  plan: Plan,
  { orders, colours, abbreviations, chosen, withHidden, heldSeats }: ViewOptions,
): (row: number) => DisplayedRow {
  const byRef = new Map(orders.map((order) => [`${order.ref}`, order]));
  const ordinals = new Map<string, number>();
  for (const seats of groupSeatsByOrder(plan).values())
    for (const [at, seat] of seats.entries()) ordinals.set(seat, at + 1);
  const hiddenSeats = new Set(plan.hiddenSeats);
  const alone = new Set(findOrphanSeats(findFreeSeats(plan)));
  const views = new Map<number, DisplayedRow>();
  const createView = (row: number): DisplayedRow => {
    const letters = formatRowLetters(row);
    const seats = Array.from({ length: seatsPerRow }, (_none, at): DisplayedSeat | undefined => {
      const number = at + 1;
      const label = formatSeatLabel({ row, number });
      const hidden = hiddenSeats.has(label);
      if (hidden && !withHidden) return undefined;
      const ref = plan.assignments[label];
      const order = byRef.get(ref ?? '');
      const joins = (by: 1 | -1) =>
        ref !== undefined && plan.assignments[formatSeatLabel({ row, number: number + by })] === ref;
      // A block across the aisle is rendered in two parts
      const joinsLeft = joins(-1) && number !== lastSeatBeforeAisle + 1;
      const joinsRight = joins(1) && number !== lastSeatBeforeAisle;
      const occupant = order
        ? [order.name, `${ordinals.get(label)} of ${order.tickets_count}`, formatRequestsForScreenReaders(order)]
            .filter(Boolean)
            .join(', ')
        : '';
      const special = plan.marks?.[label] ?? plainSeatMark;
      const kind = special.reason === '' ? special.kind : 'house';
      const isHeld = ref === undefined && heldSeats.includes(label);
      const free = isHeld ? 'a visitor is buying it' : alone.has(label) ? 'free, a single seat' : 'free';
      const state = hidden ? 'hidden' : free;
      return {
        label,
        name: [`Row ${letters} seat ${number}`, order ? occupant : state, formatSeatMark(special)]
          .filter(Boolean)
          .join(', '),
        colour: ref === undefined ? 0 : (colours.get(ref) ?? 1),
        text: order && !joinsLeft ? (abbreviations.get(`${order.ref}`) ?? '?') : `${number}`,
        joinsLeft,
        joinsRight,
        sign: order ? (joinsLeft ? '' : formatRequestSigns(order)) : isHeld ? '…' : kindSigns[kind],
        kind,
        hidden,
        alone: alone.has(label),
        chosen: chosen !== undefined && ref === chosen,
      };
    });
    return { letters, seats };
  };
  return (row) => {
    const view = views.get(row) ?? createView(row);
    views.set(row, view);
    return view;
  };
}
