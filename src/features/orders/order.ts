/** What became of an order. */
export const statusNames = {
  paid: 'Paid',
  reserved: 'To pay at the door',
  comp: 'Complimentary',
  cancelled: 'Cancelled',
  refunded: 'Given back',
} as const;
export type OrderStatus = keyof typeof statusNames;

export const sourceNames = {
  online: 'Online',
  phone: 'By telephone',
  door: 'At the door',
  import: 'Sold elsewhere',
} as const;
export type OrderSource = keyof typeof sourceNames;

/** How it was paid; "" where it wasn't. */
export type PaidBy = '' | 'card' | 'cash' | 'transfer';

/** Whether somebody comes with it. */
export const isLive = (status: OrderStatus): boolean => status !== 'cancelled' && status !== 'refunded';

/** More than one party: a coach is two orders. */
export const mostTickets = 60;

interface Wanted {
  name: string;
  pence: number;
  count: number;
}

/** What tickets cost together, in pence. */
export const totalOf = (wanted: readonly Wanted[]): number =>
  wanted.reduce((sum, { pence, count }) => sum + pence * count, 0);

/** "2 Adult, 1 Child". */
export const ticketsInWords = (tickets: Readonly<Record<string, number>>): string =>
  Object.entries(tickets)
    .map(([type, count]) => `${count} ${type}`)
    .join(', ');
