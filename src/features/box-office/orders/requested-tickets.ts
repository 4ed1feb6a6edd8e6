import { z } from 'zod';
import { parseSeatLabel, sortSeats } from '#features/box-office/performances/seat-labels.ts';
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
    return { fault: [...known.keys()][0] ?? '', says: `That’s more than ${maxTickets}. Please make two orders.` };
  }
  return { wanted };
}

/**
 * Sets the same price for every ticket, such as for a group. Without a price, nothing changes.
 * @returns undefined if one of the tickets is already cheaper
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

const typedWheelchairs = z.string().trim().regex(/^\d?$/, 'Enter how many wheelchair spaces as a number, up to 9.');

/** The number of wheelchair spaces; an empty field means none. Undefined if a form doesn't ask for it. */
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
export interface RequestedSeats {
  seats: 'best' | 'plan' | 'later';
  chosen_seats: readonly string[];
  wheelchairs: number;
}
