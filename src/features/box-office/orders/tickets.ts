import { sortSeats } from '#features/box-office/performances/seats.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { foldText } from '#platform/shared/text/text.ts';

/** The fields that a ticket's price is calculated from, in pence. */
interface SoldPrice {
  pence: number;
  discount: number;
}

/** Returns the price at which a ticket was sold, in pence. */
export const calculateTicketPrice = ({ pence, discount }: SoldPrice): number => pence - discount;

/** Returns the total price at which tickets were sold, in pence. */
export const sumTicketPrices = (tickets: readonly SoldPrice[]): number =>
  tickets.reduce((sum, ticket) => sum + calculateTicketPrice(ticket), 0);

/**
 * Returns true if a ticket counts as given away: its order is complimentary, or it is a free ticket in a paid order,
 * such as a companion's. Such a ticket isn't a sale. Tickets from an external shop always count as sold, because their
 * price may be unknown.
 */
export const isGivenAwayTicket = (ticket: SoldPrice & { status: string; elsewhere: boolean }): boolean =>
  ticket.status === 'comp' || (ticket.status === 'paid' && !ticket.elsewhere && calculateTicketPrice(ticket) === 0);

/** A promo code's discount on each ticket: a percentage, or an amount in pence. The other one is 0. */
export interface Discount {
  percent: number;
  pence: number;
}

/** Returns the discount on a ticket of that price, in pence: never more than the price. */
export const calculateDiscount = (price: number, { percent, pence }: Discount): number =>
  Math.min(price, pence + Math.round((price * percent) / 100));

/** Returns a code's discount on a ticket of that price, and the rule behind it; zeros without a code. */
export const buildDiscountFields = (price: number, code: Discount | undefined) => ({
  discount: code ? calculateDiscount(price, code) : 0,
  percent: code?.percent ?? 0,
  off_pence: code?.pence ?? 0,
});

/** Formats a discount: "20% off", "£2.00 off each ticket". */
export const formatDiscount = ({ percent, pence }: Discount): string =>
  percent > 0 ? `${percent}% off` : `${formatMoney(pence)} off each ticket`;

/** The fields of a ticket that decide its group, and the order in which tickets are returned. */
export interface GroupableTicket {
  id: string;
  performance_id: string;
  type: string;
  pence: number;
  discount: number;
  /** The ticket's seat; "" if it has none. */
  seat: string;
  /** True if the ticket's holder has been checked in at the door. */
  is_in?: boolean;
}

/** Tickets of one order that differ only by seat and check-in, and the form field for the chosen number of them. */
interface TicketGroup<Ticket extends GroupableTicket = GroupableTicket> {
  field: string;
  tickets: Ticket[];
}

/**
 * Sorts tickets in the order in which they are returned: those not checked in come before the others. Within both
 * groups, those without a seat come first, then the last seat before the first, so that the remaining seats stay
 * together.
 */
export function sortTicketsForReturn<Ticket extends Pick<GroupableTicket, 'seat' | 'is_in'>>(
  tickets: readonly Ticket[],
): Ticket[] {
  const seatOrder = sortSeats(tickets.flatMap(({ seat }) => seat || []));
  const rank = ({ seat }: Ticket) => (seat === '' ? seatOrder.length : seatOrder.indexOf(seat));
  return tickets.toSorted(
    (one, other) => Number(one.is_in ?? false) - Number(other.is_in ?? false) || rank(other) - rank(one),
  );
}

/**
 * Groups tickets by performance, type and price. The groups keep the original order of the tickets; within a group, the
 * tickets are sorted in the order in which they are returned. A group's form field is named after its first ticket, so
 * that a form that is sent twice is refused the second time.
 */
export function groupTickets<Ticket extends GroupableTicket>(tickets: readonly Ticket[]): TicketGroup<Ticket>[] {
  const groups = Map.groupBy(tickets, ({ performance_id, type, pence, discount }) =>
    JSON.stringify([performance_id, type, pence, discount]),
  );
  return [...groups.values()].map((group) => {
    const alike = sortTicketsForReturn(group);
    return { field: `of_${alike[0]?.id}`, tickets: alike };
  });
}

/** Formats the number of checked-in tickets: ", 2 already checked in"; "" if there are none. */
export function formatCheckedInCount(tickets: readonly Pick<GroupableTicket, 'is_in'>[]): string {
  const count = tickets.filter(({ is_in }) => is_in).length;
  return count === 0 ? '' : `, ${count} already checked in`;
}

/**
 * Parses the tickets that a form chooses by a number for each group.
 * @returns at least one ticket, or the message for a field
 */
export function parseChosenTickets<Ticket extends GroupableTicket>(
  fields: Readonly<Record<string, unknown>>,
  tickets: readonly Ticket[],
): { chosen: Ticket[] } | { fault: string; says: string } {
  const groups = groupTickets(tickets);
  const named = Object.entries(fields).filter(([field]) => field.startsWith('of_'));
  const gone = named.find(([field]) => !groups.some((group) => group.field === field));
  if (gone) return { fault: gone[0], says: 'These tickets have changed since you opened the page. Reload the page.' };
  const chosen: Ticket[] = [];
  for (const [field, typed] of named) {
    const { tickets: alike = [] } = groups.find((group) => group.field === field) ?? {};
    const written = `${typed}`.trim();
    const count = written === '' ? 0 : /^\d{1,4}$/.test(written) ? Number(written) : Number.NaN;
    if (!(count <= alike.length)) return { fault: field, says: `Enter a number up to ${alike.length}.` };
    chosen.push(...alike.slice(0, count));
  }
  return chosen.length > 0 ? { chosen } : { fault: groups[0]?.field ?? 'form', says: 'Enter how many tickets.' };
}

/**
 * Returns true if a sold or held ticket is of that type. Types are compared by id, so that a renamed type keeps its
 * tickets. If the ticket's type was removed, names are compared. `known` contains the ids of the performance's types.
 */
export const isTicketOfType = (
  ticket: { type_id: string; type: string },
  type: { id: string; name: string },
  known: ReadonlySet<string>,
): boolean => (known.has(ticket.type_id) ? ticket.type_id === type.id : foldText(ticket.type) === foldText(type.name));

/**
 * Finds a ticket's type among the types of a performance: by its id, then by the present name of its own type, then by
 * the name under which it was sold. `own` contains the types of the ticket's own performance.
 */
export function findMatchingTicketType<Type extends { id: string; name: string }>(
  ticket: { type_id: string; type: string },
  own: readonly { id: string; name: string }[],
  types: readonly Type[],
): Type | undefined {
  const name = own.find(({ id }) => id === ticket.type_id)?.name ?? ticket.type;
  const named = (wanted: string) => types.find((type) => foldText(type.name) === foldText(wanted));
  return types.find(({ id }) => id === ticket.type_id) ?? named(name) ?? named(ticket.type);
}

/** Crockford's base 32: digits, and letters without I, L and O (which look like digits) and U. */
export const ticketCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The number of characters in the part of a code that proves that the site issued it. Together they have 60 bits. */
export const ticketCodeProofLength = 12;

/** The parts of a ticket's QR code. */
interface TicketCode {
  /** The reference of the ticket's order. */
  ref: number;
  proof: string;
}

/** Formats a code as it is stored in a QR code and printed below it: "481920-7K3Q-X9MP-RTW4". */
export const formatTicketCode = ({ ref, proof }: TicketCode): string =>
  [`${ref}`, ...(proof.match(/.{1,4}/g) ?? [])].join('-');

/**
 * Parses a code that was typed or read by a camera. Lower-case letters, missing dashes, an O instead of a zero, and an
 * I or L instead of a one are accepted.
 * @returns undefined for text that can't be a code
 */
export function parseTicketCode(typed: string): TicketCode | undefined {
  if (typed.length > 60) return undefined;
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const [, ref, proof] = /^([1-9]\d{0,8})([0-9A-HJKMNP-TV-Z]{12})$/.exec(plain) ?? [];
  return ref && proof ? { ref: Number(ref), proof } : undefined;
}
