import { inOrder } from '#features/performances/seats.ts';

interface Ticket {
  id: string;
  order_id: string;
}

/** An order whose buyer knows other seats as theirs than it has. */
export interface MovedOrder<Sold extends Ticket = Ticket> {
  tickets: readonly Sold[];
  /** The seats that they know; none where they were told that theirs are still to come. */
  before: string[];
  /** The seats that they have; none where they are among those to seat. */
  now: string[];
}

/**
 * The orders whose buyers are to be told of other seats. Two of one order may change places, and one to which a seat was
 * added knows the others.
 */
export function movedOrders<Sold extends Ticket>(
  tickets: readonly Sold[],
  promised: ReadonlyMap<string, string>,
  seats: ReadonlyMap<string, string>,
): MovedOrder<Sold>[] {
  return [...Map.groupBy(tickets, ({ order_id }) => order_id).values()].flatMap((own) => {
    const known = own.flatMap(({ id }) => promised.get(id) ?? []);
    const before = inOrder(known.filter((seat) => seat !== ''));
    const now = inOrder(own.flatMap(({ id }) => seats.get(id) ?? []));
    const isToCome = known.length > before.length && now.length > before.length;
    return isToCome || before.some((seat) => !now.includes(seat)) ? [{ tickets: own, before, now }] : [];
  });
}
