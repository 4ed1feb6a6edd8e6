import { sortSeats } from '#features/box-office/performances/seat-labels.ts';
import { groupSeatsByOrder, type Plan } from './plan.ts';

interface Ticket {
  id: string;
  order_id: string;
}

/** An order whose seats differ from those promised to its buyer. */
export interface MovedOrder<Sold extends Ticket = Ticket> {
  tickets: readonly Sold[];
  /** The promised seats; empty if the buyer was notified that seats are assigned later. */
  before: string[];
  /** The present seats; empty if the party is unseated. */
  now: string[];
}

/**
 * Returns true if a buyer must be notified: a promised seat is gone, or a seat that was to be assigned later ("") is
 * assigned now. Swaps within a party don't count.
 */
export function needsNotification(known: readonly string[], now: readonly string[]): boolean {
  const before = known.filter((seat) => seat !== '');
  const hasNewSeat = known.length > before.length && now.length > before.length;
  return hasNewSeat || before.some((seat) => !now.includes(seat));
}

/** Promised seats by order reference; "" stands for a seat that is still to be assigned. */
export type PromisedSeats = Readonly<Record<string, readonly string[]>>;

/** Finds the orders whose buyers would have to be notified if the given plan were saved. */
export function findOrdersToNotify<Order extends { ref: number }>(
  orders: readonly Order[],
  known: PromisedSeats,
  plan: Pick<Plan, 'assignments'>,
): { order: Order; before: string[]; now: readonly string[] }[] {
  const seats = groupSeatsByOrder(plan);
  return orders.flatMap((order) => {
    const [own, now] = [known[order.ref] ?? [], seats.get(`${order.ref}`) ?? []];
    return needsNotification(own, now) ? [{ order, before: sortSeats(own.filter((seat) => seat !== '')), now }] : [];
  });
}

/**
 * Lists the orders whose buyers have to be notified of their present seats. `promised` and `seats` map ticket ids to
 * labels.
 */
export function listMovedOrders<Sold extends Ticket>(
  tickets: readonly Sold[],
  promised: ReadonlyMap<string, string>,
  seats: ReadonlyMap<string, string>,
): MovedOrder<Sold>[] {
  return [...Map.groupBy(tickets, ({ order_id }) => order_id).values()].flatMap((own) => {
    const known = own.flatMap(({ id }) => promised.get(id) ?? []);
    const before = sortSeats(known.filter((seat) => seat !== ''));
    const now = sortSeats(own.flatMap(({ id }) => seats.get(id) ?? []));
    return needsNotification(known, now) ? [{ tickets: own, before, now }] : [];
  });
}
