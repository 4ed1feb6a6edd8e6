import { sortSeats } from '#features/box-office/performances/seat-labels.ts';
import { type Plan, seatsByOrder } from './plan.ts';

interface Ticket {
  id: string;
  order_id: string;
}

/** An order whose seats differ from those that its buyer knows. */
export interface MovedOrder<Sold extends Ticket = Ticket> {
  tickets: readonly Sold[];
  /** The seats that they know; none if they were told that theirs are assigned later. */
  before: string[];
  /** Their present seats; none if they are unseated. */
  now: string[];
}

/**
 * Returns true if a buyer must be told of new seats: a promised seat is gone, or one promised for later ("") has been
 * assigned. Swaps within a party don't count.
 */
export function needsNotification(known: readonly string[], now: readonly string[]): boolean {
  const before = known.filter((seat) => seat !== '');
  const isToCome = known.length > before.length && now.length > before.length;
  return isToCome || before.some((seat) => !now.includes(seat));
}

/** The seats that each order's buyer knows as theirs, by the order's reference; "" for one not assigned yet. */
export type PromisedSeats = Readonly<Record<string, readonly string[]>>;

/** Finds the orders whose buyers have to be told once such a plan is saved. */
export function findOrdersToNotify<Order extends { ref: number }>(
  orders: readonly Order[],
  known: PromisedSeats,
  plan: Pick<Plan, 'assignments'>,
): { order: Order; before: string[]; now: readonly string[] }[] {
  const seats = seatsByOrder(plan);
  return orders.flatMap((order) => {
    const [own, now] = [known[order.ref] ?? [], seats.get(`${order.ref}`) ?? []];
    return needsNotification(own, now) ? [{ order, before: sortSeats(own.filter((seat) => seat !== '')), now }] : [];
  });
}

/**
 * Returns the orders whose buyers have to be told of other seats. Two people of one order may change places, and if a
 * seat is added they still know the others.
 */
export function movedOrders<Sold extends Ticket>(
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
