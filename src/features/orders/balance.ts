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

/** How an order and the money for it stand to each other, in pence. */
export interface Balance {
  /** What its tickets were sold for, those given back left out. */
  worth: number;
  /** What was paid and neither given back nor is about to be. */
  paid: number;
  /** What is still to pay at the door. */
  due: number;
  /** What is to be given back: paid for tickets that came back, and not kept. */
  back: number;
}

/** How an order stands. Only what was kept for somebody has still to be paid: what is sold is paid. */
export function balanceOf({
  status,
  tickets,
  paid,
  kept,
}: {
  status: OrderStatus;
  tickets: readonly Priced[];
  paid: number;
  kept: number;
}): Balance {
  const worth = worthOf(tickets);
  return {
    worth,
    paid,
    due: status === 'reserved' ? Math.max(0, worth - paid) : 0,
    back: Math.max(0, paid - worth - kept),
  };
}
