import { pageLengthFilter, type TableRequest, type TableRules } from '#platform/shared/tables/table.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { ListedOrder } from './contract.ts';
import { type OrderStatus, orderSourceLabels, orderStatusLabels, sortExactReferenceFirst } from './order.ts';

/** The labels of the states that the list can be filtered by. Paid orders from other shops have a state of their own. */
export const orderStatusFilterLabels = { ...orderStatusLabels, elsewhere: orderSourceLabels.import } as const;
const states = Object.keys(orderStatusFilterLabels) as (OrderStatus | 'elsewhere')[];

/** Labels for money that somebody still has to take or refund. */
export const amountDueLabels = { due: 'To pay at the door', back: 'Refunds due' } as const;

/** The sort orders and filters of the list of a show's orders. */
export const ordersTable = {
  sorts: { sold: 'date', name: 'text', total: 'number' },
  sort: '-sold',
  filters: { show: 'text', night: 'text', status: states, owed: ['due', 'back'], ...pageLengthFilter },
} as const satisfies TableRules;

/**
 * Filters and sorts a show's orders as the URL requests. `paid` is the id of an order just marked as paid in the list:
 * this order stays under "to pay", so that a mistake can be undone.
 */
export function filterAndSortOrders<Order extends ListedOrder>(
  orders: readonly Order[],
  { words, filters: { night, status, owed }, by, descending }: TableRequest<typeof ordersTable>,
  paid?: string,
): Order[] {
  const isJustPaid = ({ id, status }: Order) => id === paid && status === 'paid';
  const found = orders.filter(
    (order) =>
      matchesWords(order, words) &&
      (night === '' || order.performances.some(({ id }) => id === night)) &&
      (status === '' || getOrderState(order) === status || (status === 'reserved' && isJustPaid(order))) &&
      (owed === '' || (owed === 'due' ? order.due > 0 || isJustPaid(order) : order.back > 0)),
  );
  return sortExactReferenceFirst(sortOrders(found, { by, descending }), words.join(' '));
}

function sortOrders<Order extends ListedOrder>(
  found: readonly Order[],
  { by, descending }: Pick<TableRequest<typeof ordersTable>, 'by' | 'descending'>,
): Order[] {
  if (by === 'sold') return descending ? [...found] : found.toReversed();
  const compare = (one: Order, other: Order) =>
    by === 'total' ? one.total - other.total : foldText(one.name).localeCompare(foldText(other.name), 'en');
  return found.toSorted((one, other) => (descending ? compare(other, one) : compare(one, other)));
}

const getOrderState = ({ status, source }: ListedOrder) =>
  status === 'paid' && source === 'import' ? ('elsewhere' as const) : status;

/** Returns true if the order contains every search word. */
function matchesWords({ ref, name, phone, email, note }: ListedOrder, words: readonly string[]): boolean {
  const text = foldText([`${ref}`, name, phone, phone.replace(/\D/g, ''), email, note].join(' '));
  return words.every((word) => text.includes(word));
}
