import type { OrderStatus } from './order.ts';

/** A ticket's part of what an order is worth. */
interface Priced {
  pence: number;
  discount: number;
}

/** What a ticket was sold for. */
export const priceOf = ({ pence, discount }: Priced): number => pence - discount;

/** What tickets were sold for together. */
export const worthOf = (tickets: readonly Priced[]): number =>
  tickets.reduce((sum, ticket) => sum + priceOf(ticket), 0);

/** How an order and its payments compare, in pence. */
export interface Balance {
  /** What its tickets were sold for, without those given back. */
  worth: number;
  /** What was paid, without what was or will be given back. */
  paid: number;
  /** What is still to pay at the door. */
  due: number;
  /** What is still to be given back: paid for returned tickets, and not retained. */
  back: number;
}

/** The balance of an order. Only a reservation still has to be paid: what is sold is paid. */
export function balanceOf({
  status,
  tickets,
  paid,
  retained,
}: {
  status: OrderStatus;
  tickets: readonly Priced[];
  paid: number;
  retained: number;
}): Balance {
  const worth = worthOf(tickets);
  return {
    worth,
    paid,
    due: status === 'reserved' ? Math.max(0, worth - paid) : 0,
    back: Math.max(0, paid - worth - retained),
  };
}

/** What goes back where all of an order is taken back: not what was retained for tickets before. */
export const backOfAll = ({ worth, paid, back }: Pick<Balance, 'worth' | 'paid' | 'back'>): number =>
  Math.min(paid, worth + back);
