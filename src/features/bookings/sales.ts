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

/**
 * How an evening sells: *sold* tickets are paid or given away, *reserved* ones wait for those who pay at the door;
 * somebody who counts chairs needs both.
 */
export function salesOf({ id, capacity, sold }: Evening, orders: readonly Order[]) {
  const reserved = partsOf(id, orders, 'reserved')
    .flatMap(({ tickets }) => Object.values(tickets))
    .reduce((sum, count) => sum + count, 0);
  return { sold: sold - reserved, reserved, free: Math.max(capacity - sold, 0) };
}

/** How all evenings that take place sell, in words: "177 of 384 seats sold", and ", 47 more reserved". */
export function salesInWords(evenings: readonly Evening[], orders: readonly Order[]): [sold: string, reserved: string] {
  const on = evenings.filter(({ cancelled }) => !cancelled);
  const seats = on.reduce((sum, { capacity }) => sum + capacity, 0);
  const sales = on.map((evening) => salesOf(evening, orders));
  const sold = sales.reduce((sum, one) => sum + one.sold, 0);
  const reserved = sales.reduce((sum, one) => sum + one.reserved, 0);
  return [`${sold} of ${seats} seats sold`, reserved > 0 ? `, ${reserved} more reserved` : ''];
}
