import { expect, test } from 'vitest';
import { parseTableQuery } from '#platform/shared/tables/table.ts';
import type { ListedOrder } from './contract.ts';
import { filterAndSortOrders, ordersTable } from './order-table.ts';

const order = (ref: number, some: Partial<ListedOrder>): ListedOrder => ({
  ...{ id: `${ref}`, ref, name: 'Ann Hale', email: '', phone: '', note: '', status: 'paid', source: 'door' },
  ...{
    paid_by: 'cash',
    reason: '',
    created_at: '2027-04-01T10:00:00+01:00',
    total: 1200,
    paid: 1200,
    back: 0,
    back_disputed: 0,
    elsewhere: 0,
  },
  ...{ due: 0, refunded: 0, refund_pending: 0, refunded_valid: 0, retained: 0, refund_of_all: '' },
  performances: [{ id: 'wednesday', tickets: { Adult: 1 }, given_away: 0, arrived: 0, refunded: 0, total: 1200 }],
  ...some,
});

const friday = [{ id: 'friday', tickets: { Adult: 2 }, given_away: 0, arrived: 0, refunded: 0, total: 2400 }];
/** The orders of a show, latest first, as in the box office's list. */
const orders = [
  order(7, { name: 'Zofia Nowak', phone: '07700 900555', performances: friday, total: 2400, paid: 2400 }),
  order(6, { name: 'Érica Hill', status: 'reserved', paid: 0, due: 1200 }),
  order(5, { name: 'Walter Finch', status: 'refunded', performances: [], total: 0, paid: 1200, back: 1200 }),
  order(4, { name: 'The Fringe Shop', source: 'import' }),
  order(3, { status: 'comp', total: 0, paid: 0, performances: friday }),
];

const refsFor = (query: string) =>
  filterAndSortOrders(orders, parseTableQuery(ordersTable, new URLSearchParams(query))).map(({ ref }) => ref);

test.each([
  ['', [7, 6, 5, 4, 3]],
  ['q=900555', [7]],
  ['q=erica+hill', [6]],
  ['q=5', [5, 7]],
  ['night=friday', [7, 3]],
  ['status=paid', [7]],
  ['status=elsewhere', [4]],
  ['status=comp&night=wednesday', []],
  ['owed=due', [6]],
  ['owed=back', [5]],
  ['sort=sold', [3, 4, 5, 6, 7]],
  ['sort=name', [3, 6, 4, 5, 7]],
  ['sort=-total', [7, 6, 4, 5, 3]],
  ['status=sold&owed=much&sort=ref', [7, 6, 5, 4, 3]],
])('a URL with the query “%s” lists the orders %j', (query, refs) => {
  expect(refsFor(query)).toEqual(refs);
});

test('an order just marked as paid stays listed when only unpaid or reserved orders are shown', () => {
  const narrowed = (query: string) =>
    filterAndSortOrders(orders, parseTableQuery(ordersTable, new URLSearchParams(query)), '7').map(({ ref }) => ref);
  expect(narrowed('owed=due')).toEqual([7, 6]);
  expect(narrowed('status=reserved&night=friday')).toEqual([7]);
  expect(narrowed('owed=due&night=wednesday')).toEqual([6]);
  expect(narrowed('owed=due&q=hill')).toEqual([6]);
  expect(narrowed('status=refunded')).toEqual([5]);
  expect(narrowed('owed=back')).toEqual([5]);
});
