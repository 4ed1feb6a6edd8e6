import type { ListedOrder } from '#features/orders/contract.ts';
import type { Performance } from '#features/performances/contract.ts';

type Order = Pick<ListedOrder, 'status' | 'performances'>;
type Evening = Pick<Performance, 'id' | 'capacity' | 'sold' | 'cancelled'>;

/** The share of an evening that orders with these statuses have. */
const partsOf = (id: string, orders: readonly Order[], wanted: Order['status']) =>
  orders
    .filter(({ status }) => status === wanted)
    .flatMap(({ performances }) => performances.filter((one) => one.id === id));

/** What an evening's tickets were paid with, in pence. */
export const takenFor = (id: string, orders: readonly Order[]): number =>
  partsOf(id, orders, 'paid').reduce((sum, { total }) => sum + total, 0);

/** How many tickets such orders have of an evening. */
const countOf = (id: string, orders: readonly Order[], wanted: Order['status']): number =>
  partsOf(id, orders, wanted)
    .flatMap(({ tickets }) => Object.values(tickets))
    .reduce((sum, count) => sum + count, 0);

/**
 * How an evening sells, in the words of Historic Sales: *sold* are paid for, *given* are given away, *reserved* are kept for
 * those who pay at the door. Whoever counts chairs needs all three.
 */
export function salesOf({ id, capacity, sold: taken }: Evening, orders: readonly Order[]) {
  const [given, reserved] = [countOf(id, orders, 'comp'), countOf(id, orders, 'reserved')];
  return { sold: taken - given - reserved, given, reserved, free: Math.max(capacity - taken, 0) };
}

/** What of it isn't sold and yet has its chair, in words: ", 12 given away, 5 reserved". */
export const othersInWords = ({ given, reserved }: { given: number; reserved: number }): string =>
  [given > 0 && `, ${given} given away`, reserved > 0 && `, ${reserved} reserved`].filter(Boolean).join('');

/** How all evenings that take place sell, in words: "177 of 384 seats sold", and ", 12 given away, 47 reserved". */
export function salesInWords(evenings: readonly Evening[], orders: readonly Order[]): [sold: string, others: string] {
  const on = evenings.filter(({ cancelled }) => !cancelled);
  const seats = on.reduce((sum, { capacity }) => sum + capacity, 0);
  const all = { sold: 0, given: 0, reserved: 0 };
  for (const evening of on) {
    const { sold, given, reserved } = salesOf(evening, orders);
    all.sold += sold;
    all.given += given;
    all.reserved += reserved;
  }
  return [`${all.sold} of ${seats} seats sold`, othersInWords(all)];
}
