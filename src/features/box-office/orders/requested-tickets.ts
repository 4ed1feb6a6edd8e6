import { z } from 'zod';
import { parseSeatLabel, sortSeats } from '#features/box-office/performances/seats.ts';
import { disputedPaymentReason } from '#features/money/payments/refund-issues.ts';
import { maxTicketsPerOrder } from './order.ts';

export interface TicketRequest {
  /** The ticket type's id. */
  id: string;
  name: string;
  pence: number;
  /** The discount on each ticket in pence, if somebody has set another price. */
  discount?: number;
  /** The maximum number of tickets of this type that may be sold; null if only the number of places limits it. */
  most: number | null;
  count: number;
}

/**
 * Parses the requested number of tickets of each type: fields named `tickets_` and the type's id. A type that the
 * performance doesn't have is refused, because it has no price. `maxTickets` limits the total.
 * @returns the types with at least one ticket, or the message for a field
 */
export function parseTicketRequests(
  fields: Readonly<Record<string, string>>,
  types: readonly Omit<TicketRequest, 'count'>[],
  maxTickets = maxTicketsPerOrder,
): { wanted: TicketRequest[] } | { fault: string; says: string } {
  const known = new Map(types.map((type) => [`tickets_${type.id}`, type]));
  const wanted: TicketRequest[] = [];
  for (const [field, typed] of Object.entries(fields)) {
    if (!field.startsWith('tickets_') || typed.trim() === '') continue;
    const type = known.get(field);
    if (!type) return { fault: field, says: 'This ticket type is no longer sold. Reload the page.' };
    const count = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
    if (!(count <= maxTickets)) return { fault: field, says: `Enter a number up to ${maxTickets}.` };
    if (count > 0) wanted.push({ id: type.id, name: type.name, pence: type.pence, most: type.most, count });
  }
  const all = wanted.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return { fault: [...known.keys()][0] ?? 'performance_id', says: 'Enter how many tickets.' };
  if (all > maxTickets) {
    return {
      fault: [...known.keys()][0] ?? '',
      says: `That’s more than ${maxTickets} tickets. Please make several orders.`,
    };
  }
  return { wanted };
}

/**
 * Sets the price of every ticket to `pence`, as for a group. If `pence` is undefined, the prices stay.
 *
 * @returns undefined if one of the ticket types is cheaper than that
 */
export function applyCustomPrice(
  wanted: readonly TicketRequest[],
  pence: number | undefined,
): TicketRequest[] | undefined {
  if (pence === undefined) return [...wanted];
  if (wanted.some((one) => one.pence < pence)) return undefined;
  return wanted.map((one) => ({ ...one, discount: one.pence - pence }));
}

/** Matches the separators between typed seat labels. */
const labelSeparator = /[\s,;]+/;

/** Seat labels as they are typed, "c5, C6", or an empty text. */
export const seatLabelsField = z
  .string()
  .max(maxTicketsPerOrder * 6)
  .default('')
  .transform((written) => sortSeats(new Set(written.toUpperCase().split(labelSeparator).filter(Boolean))))
  .refine((seats) => seats.every((seat) => parseSeatLabel(seat)), 'Enter seats by row and number, such as C5, C6.');

const typedWheelchairs = z.string().trim().regex(/^\d?$/, 'Enter the number of wheelchair spaces, up to 9.');

/** The number of wheelchair spaces; an empty field means none. Undefined if the form has no such field. */
export const optionalWheelchairsField = typedWheelchairs.transform(Number).optional();

/** The requested seats at a performance with numbered seats; ignored for any other. */
export const requestedSeatFields = {
  /** `best`: the best free seats; `plan`: the seats in `chosen_seats`; `later`: no seats yet. */
  seats: z.enum(['best', 'plan', 'later']),
  /** Seat labels, separated by commas. */
  chosen_seats: seatLabelsField,
  wheelchairs: typedWheelchairs.default('').transform(Number),
};

/** The seats that somebody requests. */
export type RequestedSeats = z.infer<z.ZodObject<typeof requestedSeatFields>>;

/**
 * Explains that there are too few places, or too few tickets of a type. `what` is a sentence about the result, such as
 * "No tickets were sold."
 */
export function formatPlaceShortage(
  when: string,
  { left, type }: { left: number; type?: string },
  what: string,
): string {
  if (type)
    return left === 0
      ? `There are no “${type}” tickets left for ${when}. ${what}`
      : `There ${left === 1 ? 'is only one' : `are only ${left}`} “${type}” ${left === 1 ? 'ticket' : 'tickets'} left for ${when}. ${what}`;
  if (left === 0) return `${when} is sold out. ${what}`;
  return `There ${left === 1 ? 'is only one place' : `are only ${left} places`} left for ${when}. ${what}`;
}

/** The reason why tickets can't be exchanged. */
export type ExchangeRefusal =
  | { because: 'cancelled' }
  | { because: 'over' }
  | { because: 'no such ticket'; type: string }
  | { because: 'too few'; left: number; type?: string }
  | { because: 'seats'; says: string }
  | { because: 'companion'; says: string }
  /** The difference can’t be refunded to the card. */
  | { because: 'no refund'; isDisputed: boolean };

/** Explains why tickets can't be exchanged. `when` is the requested performance. */
export function formatExchangeRefusal(why: ExchangeRefusal, when: string): string {
  if (why.because === 'cancelled') return `You can’t choose ${when}: it’s cancelled, or it belongs to another show.`;
  if (why.because === 'over') return `${when} is over: choose a performance still to come. The order hasn’t changed.`;
  if (why.because === 'no such ticket')
    return `There are no “${why.type}” tickets for ${when}. The order hasn’t changed.`;
  if (why.because === 'no refund') {
    if (why.isDisputed) return `${disputedPaymentReason} Keep the price that was paid. The order hasn’t changed.`;
    return 'The difference can’t be refunded to the card here: keep the price that was paid. The order hasn’t changed.';
  }
  if (why.because === 'seats') return `${why.says} The order hasn’t changed.`;
  if (why.because === 'companion')
    return `${why.says} Choose the companions’ tickets and their paid tickets together. The order hasn’t changed.`;
  return formatPlaceShortage(when, why, 'The order hasn’t changed.');
}

/**
 * Explains why an exchange can't be undone, and what can be done on the order's page instead, because undoing offers no
 * choice of tickets or prices. `when` is the performance to which the tickets would move back.
 */
export function formatUndoRefusal(why: ExchangeRefusal, { when, ref }: { when: string; ref: number }): string {
  const unchanged = 'The order hasn’t changed.';
  const onOrderPage = `on the page of order ${ref} instead`;
  if (why.because === 'cancelled')
    return `${when} is cancelled, or it belongs to another show, so the tickets can’t be moved back. ${unchanged}`;
  if (why.because === 'over') return `${when} is over, so the tickets can’t be moved back. ${unchanged}`;
  if (why.because === 'too few') return formatPlaceShortage(when, why, unchanged);
  if (why.because === 'companion') return `${why.says} ${unchanged} Exchange the tickets together ${onOrderPage}.`;
  if (why.because === 'no refund') {
    const reason = why.isDisputed ? disputedPaymentReason : 'The difference can’t be refunded to the card here.';
    return `${reason} ${unchanged} Exchange the tickets ${onOrderPage}, and keep the price that was paid.`;
  }
  const reason = why.because === 'seats' ? why.says : `There are no “${why.type}” tickets for ${when} any more.`;
  return `${reason} ${unchanged} Exchange the tickets ${onOrderPage}.`;
}
