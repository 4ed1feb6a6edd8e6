import type { ListedOrder } from '#features/box-office/orders/contract.ts';
import { calculateTicketPrice, isGivenAwayTicket } from '#features/box-office/orders/tickets.ts';
import type { Performance } from '#features/box-office/performances/contract.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { PerformanceSalesReport } from './contract.ts';

/** A valid ticket that was sold, reserved or given away. */
export interface SalesReportTicket {
  performance_id: string;
  type: string;
  pence: number;
  discount: number;
  status: 'paid' | 'reserved' | 'comp';
  /** The amount refunded for the ticket, which is still valid; in pence. */
  refunded: number;
  /** True if an external shop sold the ticket, and has its money. */
  elsewhere: boolean;
}

/** Tickets of one type and price. */
type SalesLine = PerformanceSalesReport['lines'][number];

/** The part of a performance's sales report that is computed from the valid tickets. */
type PerformanceSales = Omit<
  PerformanceSalesReport,
  'id' | 'date' | 'date_text' | 'cancelled' | 'capacity' | 'retained'
>;

/** The label for money that the society retains. */
export const retainedLabel = 'Retained for returned tickets';

const sumBy = <Item>(items: readonly Item[], getAmount: (item: Item) => number) =>
  items.reduce((total, item) => total + getAmount(item), 0);

/** Returns a ticket's price less its refund, in pence. */
const calculateTicketNet = (ticket: SalesReportTicket) => calculateTicketPrice(ticket) - ticket.refunded;

/** Groups tickets by type and price, the dearest first. */
function groupSalesLines(tickets: readonly SalesReportTicket[]): SalesLine[] {
  return [...Map.groupBy(tickets, ({ type, pence }) => JSON.stringify([type, pence])).values()]
    .map((alike) => ({
      type: alike[0]?.type ?? '',
      pence: alike[0]?.pence ?? 0,
      count: alike.length,
      discounts: sumBy(alike, ({ discount }) => discount),
      refunds: sumBy(alike, ({ refunded }) => refunded),
      total: sumBy(alike, calculateTicketNet),
    }))
    .sort((one, other) => other.pence - one.pence || (one.type < other.type ? -1 : 1));
}

/** Summarises the sales of a performance. Unpaid tickets aren't sales. */
export function summarisePerformanceSales(tickets: readonly SalesReportTicket[]): PerformanceSales {
  const paid = tickets.filter(({ status }) => status === 'paid');
  const comps = tickets.filter(isGivenAwayTicket);
  const reserved = tickets.filter(({ status }) => status === 'reserved');
  const gross = sumBy(paid, ({ pence }) => pence);
  const discounts = sumBy(paid, ({ discount }) => discount);
  const refunds = sumBy(paid, ({ refunded }) => refunded);
  return {
    ...{ sold: tickets.length - comps.length - reserved.length, comps: comps.length, kept: reserved.length },
    ...{ gross, discounts, refunds, net: gross - discounts - refunds },
    elsewhere: sumBy(
      paid.filter(({ elsewhere }) => elsewhere),
      calculateTicketNet,
    ),
    lines: groupSalesLines(tickets.filter(({ status }) => status !== 'reserved')),
  };
}

type Order = Pick<ListedOrder, 'status' | 'source' | 'total' | 'due' | 'performances'>;
type PerformanceCapacity = Pick<Performance, 'id' | 'capacity' | 'sold' | 'cancelled'>;

/** Sums the prices of tickets, or their refunds, in pence: for one performance, or for all if no id is given. */
const sumOfPerformances = (orders: readonly Order[], key: 'total' | 'refunded', id?: string): number =>
  orders
    .flatMap(({ performances }) => performances)
    .reduce((sum, part) => (id === undefined || part.id === id ? sum + part[key] : sum), 0);

/**
 * Sums the payments for valid tickets less their refunds, in pence, and the part of the payments that another shop
 * holds: for one performance, or for all if no id is given.
 */
export function sumTakings(orders: readonly Order[], id?: string) {
  const paid = orders.filter(({ status }) => status === 'paid');
  return {
    taken: sumOfPerformances(paid, 'total', id) - sumOfPerformances(paid, 'refunded', id),
    elsewhere: sumOfPerformances(
      paid.filter(({ source }) => source === 'import'),
      'total',
      id,
    ),
  };
}

/**
 * Sums the amounts still due at the door, in pence. Tickets for cancelled performances are left out, and payments
 * already made for a reservation are deducted.
 */
export function sumAmountsDueAtDoor(performances: readonly PerformanceCapacity[], orders: readonly Order[]): number {
  const off = performances.filter(({ cancelled }) => cancelled).map(({ id }) => id);
  return orders.reduce((sum, order) => {
    const ends = off.reduce((worth, id) => worth + sumOfPerformances([order], 'total', id), 0);
    return sum + Math.min(order.due, order.total - ends);
  }, 0);
}

/** Sums the amounts that the society retains for returned tickets, in pence; they aren't among the takings. */
export const sumRetainedAmounts = (orders: readonly Pick<ListedOrder, 'retained'>[]): number =>
  orders.reduce((sum, { retained }) => sum + retained, 0);

/**
 * Formats the details of the takings: "£99.50 of it sold elsewhere. £471.00 to pay at the door. £2.50 more retained for
 * returned tickets."
 */
export function formatTakingsDetails({
  elsewhere,
  due,
  retained,
}: Record<'elsewhere' | 'due' | 'retained', number>): string {
  return [
    elsewhere > 0 && `${formatMoney(elsewhere)} of it sold elsewhere.`,
    `${due > 0 ? formatMoney(due) : 'Nothing'} to pay at the door.`,
    retained > 0 && `${formatMoney(retained)} more retained for returned tickets.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Counts the tickets of a performance in orders with this status. */
const countTicketsWithStatus = (id: string, orders: readonly Order[], wanted: Order['status']): number =>
  orders
    .filter(({ status }) => status === wanted)
    .flatMap(({ performances }) => performances.filter((one) => one.id === id))
    .flatMap(({ tickets }) => Object.values(tickets))
    .reduce((sum, count) => sum + count, 0);

/**
 * Counts the tickets for a performance, in the same way as Historic Sales: `sold` tickets are paid for, `given` tickets
 * are given away, and `reserved` tickets are paid at the door. Each ticket takes a seat; `free` seats are left.
 */
export function countPerformanceTickets({ id, capacity, sold: taken }: PerformanceCapacity, orders: readonly Order[]) {
  const reserved = countTicketsWithStatus(id, orders, 'reserved');
  const given = orders
    .flatMap(({ performances }) => performances.filter((one) => one.id === id))
    .reduce((sum, { given_away }) => sum + given_away, 0);
  return { sold: taken - given - reserved, given, reserved, free: Math.max(capacity - taken, 0) };
}

/** Formats the numbers of tickets that take seats but aren't sales: ", 12 given away, 5 reserved". */
export const formatGivenAwayAndReservedCounts = ({ given, reserved }: { given: number; reserved: number }): string =>
  [given > 0 && `, ${given} given away`, reserved > 0 && `, ${reserved} reserved`].filter(Boolean).join('');

/**
 * Formats the sales of all performances that aren't cancelled: "177 of 384 seats sold", and ", 12 given away, 47
 * reserved".
 */
export function formatSalesCounts(
  performances: readonly PerformanceCapacity[],
  orders: readonly Order[],
): [sold: string, others: string] {
  const on = performances.filter(({ cancelled }) => !cancelled);
  const seats = on.reduce((sum, { capacity }) => sum + capacity, 0);
  const all = { sold: 0, given: 0, reserved: 0 };
  for (const performance of on) {
    const { sold, given, reserved } = countPerformanceTickets(performance, orders);
    all.sold += sold;
    all.given += given;
    all.reserved += reserved;
  }
  return [`${all.sold} of ${seats} ${seats === 1 ? 'seat' : 'seats'} sold`, formatGivenAwayAndReservedCounts(all)];
}

/** Formats how many of a performance's tickets have a seat: "31 of 45 seated", "All 45 seated"; "" without tickets. */
export function formatSeatedCount(seated: number, tickets: number): string {
  if (tickets === 0) return '';
  if (tickets === 1) return seated === 1 ? 'Seated' : 'Not seated';
  if (seated === tickets) return `All ${tickets} seated`;
  return `${seated === 0 ? 'None' : seated} of ${tickets} seated`;
}

/** Formats the number of places for sale: "4 performances, 384 places." If no performance takes place, says so. */
export function formatPerformanceAndPlaceCounts(performances: readonly PerformanceCapacity[]): string {
  if (performances.length === 0) return 'No performances yet.';
  const on = performances.filter(({ cancelled }) => !cancelled);
  if (on.length === 0)
    return performances.length === 1 ? 'The only performance is cancelled.' : 'Every performance is cancelled.';
  const places = on.reduce((sum, { capacity }) => sum + capacity, 0);
  const performanceCount = on.length === 1 ? 'One performance' : `${on.length} performances`;
  return `${performanceCount}, ${places === 1 ? 'one place' : `${places} places`}.`;
}
