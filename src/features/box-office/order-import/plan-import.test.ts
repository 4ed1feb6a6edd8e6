import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchColumns } from '#platform/server/formats/sheet.ts';
import { RowError } from '#platform/shared/calls/imports.ts';
import {
  type ExternalOrderRow,
  type OrderColumn,
  orderColumnAliases,
  parseExternalOrderRow,
} from './external-order-list.ts';
import { planImport, type TargetPerformance } from './plan-import.ts';
import { orderListKind } from './server/order-list-kind.ts';

const parse = (cells: Partial<Record<OrderColumn, string>>, line = 2) =>
  parseExternalOrderRow(line, (column) => ({ reference: 'A1', name: 'Dorothy Hollis', ...cells })[column] ?? '');

function row(cells: Partial<Record<OrderColumn, string>>, line = 2): ExternalOrderRow {
  const parsed = parse(cells, line);
  if ('skipped' in parsed) throw new Error(parsed.skipped);
  return parsed;
}

const skipped = (cells: Partial<Record<OrderColumn, string>>) => {
  const parsed = parse(cells);
  return 'skipped' in parsed ? parsed.skipped : '';
};

const fault = (cells: Partial<Record<OrderColumn, string>>) => {
  try {
    row(cells);
  } catch (error) {
    return error instanceof RowError ? `${error.column}: ${error.message}` : 'another';
  }
  return '';
};

const evening = (some: Partial<TargetPerformance> = {}): TargetPerformance => ({
  ...{ id: 'wed', local: '2027-04-14T19:30', cancelled: false, left: 10 },
  types: [
    { id: 'adult', name: 'Adult', pence: 1200 },
    { id: 'child', name: 'Child', pence: 1000 },
  ],
  ...{ seats: new Set(['A1', 'A2', 'A3', 'A4']), taken: new Set(['A4']), known: new Set<string>() },
  ...some,
});

const placed = (rows: ExternalOrderRow[], performances = [evening()], chosen = 'wed', unread: string[] = []) =>
  planImport(rows, { performances, chosen, unread: new Set(unread) });

const reasons = (...given: Parameters<typeof placed>) =>
  placed(...given).refused.map(({ line, column, reason }) => `${line} ${column}: ${reason}`);

test('quantities, prices, seats, dates and times in another shop’s notation are parsed', () => {
  expect(
    row({ type: 'adult', quantity: '2', price: '£9.50', seats: 'a1; A2', date: '14 April 2027 at 7.30pm' }),
  ).toMatchObject({ quantity: 2, pence: 950, seats: ['A1', 'A2'], date: '2027-04-14', time: '19:30' });
  expect(row({ date: '14/04/2027', time: '7pm' })).toMatchObject({ date: '2027-04-14', time: '19:00', quantity: 1 });
  expect(row({ date: '2027-04-14T12:15am' })).toMatchObject({ date: '2027-04-14', time: '00:15' });
});

test.each<[Partial<Record<OrderColumn, string>>, string]>([
  [{ reference: '' }, 'reference: the reference is missing'],
  [{ name: ' ' }, 'name: the name is missing'],
  [{ name: 'x'.repeat(81) }, 'name: longer than 80 characters'],
  [{ quantity: '0' }, 'quantity: “0” isn’t a number from 1 to 60'],
  [{ quantity: '-1' }, 'quantity: “-1” isn’t a number from 1 to 60'],
  [{ quantity: '1.5' }, 'quantity: “1.5” isn’t a number from 1 to 60'],
  [{ quantity: '10000' }, 'quantity: “10000” isn’t a number from 1 to 60'],
  [{ price: 'free' }, 'price: “free” isn’t an amount: write it like 12.50'],
  [{ email: 'nobody' }, 'email: “nobody” isn’t an email address'],
  [{ seats: 'A1, A2' }, 'seats: 2 seats for one ticket'],
  [{ quantity: '2', seats: 'A1 A1' }, 'seats: A1 is listed twice'],
  [{ date: '2027' }, 'date: “2027” has no day'],
  [{ time: '25:00' }, 'time: “25:00” isn’t a time: write it like 19:30'],
])('a value that can’t be read is reported with its column: %o', (cells, says) => {
  expect(fault(cells)).toBe(says);
});

test('rows with one reference form one order, and our prices apply where the list has none', () => {
  const { orders } = placed([
    row({ type: 'Adult', quantity: '2', price: '8.00', seats: 'A1' }),
    row({ type: 'Child' }, 3),
    row({ reference: 'B2', name: 'Bea Till', type: 'Adult' }, 4),
  ]);
  expect(orders).toMatchObject([
    {
      reference: 'A1',
      tickets: [
        { type: 'Adult', pence: 800, seat: 'A1' },
        { type: 'Adult', pence: 800, seat: '' },
        { type: 'Child', pence: 1000 },
      ],
    },
    { reference: 'B2', tickets: [{ pence: 1200 }] },
  ]);
});

test('an order gets the first email address and phone number that any of its rows has', () => {
  const { orders } = placed([
    row({ type: 'Adult' }),
    row({ type: 'Child', phone: '01422 000000' }, 3),
    row({ type: 'Child', email: 'dot@home.example' }, 4),
  ]);
  expect(orders).toMatchObject([{ email: 'dot@home.example', phone: '01422 000000', disagreements: [] }]);
});

test('an order for a second performance gets the contact details of the rows for the first', () => {
  const thursday = evening({ id: 'thu', local: '2027-04-15T19:30' });
  const rows = [
    row({ type: 'Adult', date: '2027-04-14', email: 'dot@home.example', phone: '01422 000000' }),
    row({ type: 'Adult', date: '2027-04-15' }, 3),
  ];
  expect(placed(rows, [evening(), thursday], '').orders).toMatchObject([
    { performance: 'wed', email: 'dot@home.example', phone: '01422 000000' },
    { performance: 'thu', email: 'dot@home.example', phone: '01422 000000' },
  ]);
});

test('different buyers in the rows of one order are reported, but different spellings of one buyer aren’t', () => {
  const buyer = { type: 'Adult', email: 'dot@home.example', phone: '01422 000000' };
  const { orders } = placed([
    row(buyer),
    row({ ...buyer, name: 'DOROTHY HOLLIS', email: 'Dot@Home.example', phone: '+44 1422 000000' }, 3),
    row({ ...buyer, name: 'Bea Till', email: 'bea@home.example', phone: '01422 111111' }, 4),
  ]);
  expect(orders).toMatchObject([
    {
      ...{ name: 'Dorothy Hollis', email: 'dot@home.example', phone: '01422 000000' },
      disagreements: [
        { column: 'name', used: 'Dorothy Hollis', others: ['Bea Till'] },
        { column: 'email', used: 'dot@home.example', others: ['bea@home.example'] },
        { column: 'phone', used: '01422 000000', others: ['01422 111111'] },
      ],
    },
  ]);
});

test('an order imported earlier isn’t imported again, even if its reference is written differently', () => {
  const { orders, known } = placed([row({ reference: 'A1', type: 'Adult' })], [evening({ known: new Set(['a1']) })]);
  expect([orders.length, known.length]).toEqual([0, 1]);
});

test('an order with an unusable row is rejected as a whole', () => {
  const two = [row({ type: 'Adult' }), row({ type: 'Student' }, 3)];
  expect(placed(two).orders).toEqual([]);
  expect(reasons(two)).toEqual([
    '2 reference: another row of this order can’t be used',
    '3 type: “Student” isn’t one of ours: Adult, Child',
  ]);
  expect(reasons([row({ type: 'Adult' }), row({ type: 'Child' }, 4)], undefined, undefined, ['a1'])).toEqual([
    '2 reference: another row of this order can’t be read',
    '4 reference: another row of this order can’t be used',
  ]);
});

test('an order whose notes are together too long is rejected, so that no note is cut short', () => {
  const rows = ['x', 'y'].map((letter, at) => row({ type: 'Adult', note: letter.repeat(200) }, at + 2));
  expect(reasons(rows)).toEqual([
    '2 note: the notes of this order together are longer than 300 characters',
    '3 reference: another row of this order can’t be used',
  ]);
});

test('all rows of an order that needs more places than are left are rejected', () => {
  const rows = [row({ type: 'Adult', quantity: '2' }), row({ type: 'Child' }, 3)];
  expect(reasons(rows, [evening({ left: 2 })])).toEqual([
    '2 quantity: only 2 places are left',
    '3 reference: another row of this order can’t be used',
  ]);
});

test('orders without enough places, or with a seat that is taken or not on the plan, are rejected', () => {
  const rows = [row({ type: 'Adult', quantity: '2' }), row({ reference: 'B2', type: 'Adult' }, 3)];
  expect(placed(rows, [evening({ left: 2 })]).orders.map(({ reference }) => reference)).toEqual(['A1']);
  expect(reasons(rows, [evening({ left: 2 })])).toEqual(['3 quantity: there are no places left']);
  expect(reasons([row({ type: 'Adult', seats: 'A4' })])).toEqual(['2 seats: A4 is already taken']);
  expect(reasons([row({ type: 'Adult', seats: 'Z9' })])).toEqual(['2 seats: the plan has no seat Z9']);
  const same = [row({ type: 'Adult', seats: 'A1' }), row({ reference: 'B2', type: 'Adult', seats: 'A1' }, 3)];
  expect(reasons(same)).toEqual(['3 seats: A1 is already taken']);
});

test('an order’s performance is taken from the list unless one was chosen for the import', () => {
  const two = [
    evening(),
    evening({ id: 'matinee', local: '2027-04-14T14:30' }),
    evening({ id: 'thu', local: '2027-04-15T19:30' }),
  ];
  const at = (cells: Partial<Record<OrderColumn, string>>) => {
    const { orders, refused } = placed([row({ type: 'Adult', ...cells })], two, '');
    return orders[0]?.performance ?? refused[0]?.reason;
  };
  expect(at({ date: '14 April 2027', time: '14:30' })).toBe('matinee');
  expect(at({ date: '15 April 2027' })).toBe('thu');
  expect(at({ date: '14 April 2027' })).toBe('there are several performances that day: give the time');
  expect(at({ date: '16 April 2027' })).toBe('the show has no performance then');
  expect(at({})).toBe('the date is missing');
  expect(reasons([row({ type: 'Adult' })], [evening({ cancelled: true })])).toEqual([
    '2 date: that performance has been cancelled',
  ]);
});

test('an order with an undated row is left out, but one with a row for a day without a performance only loses that row', () => {
  const performances = [evening(), evening({ id: 'thu', local: '2027-04-15T19:30' })];
  const rows = [
    row({ type: 'Adult', quantity: '2', date: '2027-04-14' }, 2),
    row({ type: 'Adult' }, 3),
    row({ type: 'Child', date: '2027-05-30' }, 4),
    row({ reference: 'B2', type: 'Adult', date: '2027-04-15' }, 5),
    row({ reference: 'B2', type: 'Adult', date: '2027-05-30' }, 6),
  ];
  // A row for a day without a performance may be for another show
  expect(reasons(rows, performances, '')).toEqual([
    '2 reference: another row of this order can’t be used',
    '3 date: the date is missing',
    '4 date: the show has no performance then',
    '6 date: the show has no performance then',
  ]);
  expect(placed(rows, performances, '').orders.map(({ reference }) => reference)).toEqual(['B2']);
});

test.each<[Partial<Record<OrderColumn, string>>, string]>([
  [{ status: 'Refunded' }, '“Refunded”'],
  [{ status: 'Completed\nNot Attending' }, '“Not Attending”'],
  [{ status: 'CANCELLED' }, '“CANCELLED”'],
  [{ status: 'Canceled by customer' }, '“Canceled by customer”'],
  [{ status: 'Voided' }, '“Voided”'],
  [{ status: 'Awaiting payment' }, '“Awaiting payment”'],
  [{ cancelled: 'Yes' }, 'cancelled'],
  [{ cancelled: '2027-03-01 10:00' }, 'cancelled'],
  [{ refunded: 'Y' }, 'refunded'],
  [{ refunded: '12.50', price: '12.50' }, 'refunded (12.50)'],
  [{ refunded: '-£25.00', total: '25.00' }, 'refunded (-£25.00)'],
  [{ total: '-13.19' }, 'refunded: its amount is below 0'],
  [{ price: '(12.50)' }, 'refunded: its amount is below 0'],
  [{ total: '0.00' }, 'nothing was paid; for free tickets add a column “price each” with 0'],
  [{ reference: 'Totals', total: '250' }, 'a line of totals'],
])('the row with %o is left out of the import: %s', (cells, reason) => {
  expect(skipped(cells)).toBe(reason);
});

test.each<Partial<Record<OrderColumn, string>>>([
  { status: 'Confirmed' },
  { status: 'Not cancelled' },
  { status: 'Checked in\nCompleted' },
  { status: 'Partially refunded\nAttending' },
  { cancelled: 'No' },
  { cancelled: 'false' },
  { refunded: '0.00' },
  { refunded: 'No refund' },
  { total: '25.00' },
])('the row with %o is imported', (cells) => {
  expect(skipped(cells)).toBe('');
});

test('a ticket for which the shop took nothing is imported as free, never at our price', () => {
  expect(row({ total: '0.00', status: 'Attending' }).pence).toBe(0);
  expect(row({ total: '0.00', price: '0' }).pence).toBe(0);
  expect(row({ total: '0.00', price: '12.50', status: 'Completed' }).pence).toBe(0);
});

test('an order with a status of unknown meaning is rejected until somebody says what it means', () => {
  const answered = (answer: string) =>
    parseExternalOrderRow(
      2,
      (column) => ({ reference: 'A1', name: 'Dorothy Hollis', status: 'Paid\nTransferred' })[column as 'status'] ?? '',
      new Map([['status transferred', answer]]),
    );
  expect(fault({ status: 'Paid\nTransferred' })).toBe(
    'status: “Transferred” isn’t a status we know: choose what it means and preview again',
  );
  expect(answered('skip')).toMatchObject({ skipped: '“Transferred”' });
  expect(answered('import')).toMatchObject({ quantity: 1 });
});

test('a partly refunded order is rejected if the list doesn’t say which tickets are left', () => {
  const says = 'doesn’t say which tickets are left: correct the number of tickets, and clear this cell';
  expect(fault({ status: 'Partially refunded' })).toBe(`status: “Partially refunded” ${says}`);
  expect(fault({ refunded: '5.00', total: '25.00' })).toBe(`refunded: “5.00” ${says}`);
});

test.each([
  'Booking Ref',
  'Booking reference',
  'Order no',
  'Order #',
  'Order ID',
  'Order Number',
  'Booking No.',
  'Ref',
])('the heading “%s” is recognised as the reference', (heading) => {
  expect(matchColumns([heading], { columns: orderColumnAliases })).toEqual(['reference']);
});

test.each<[string, string, number]>([
  ['2 x Adult', 'Adult', 2],
  ['Adult x 2', 'Adult', 2],
  ['3', '', 3],
  ['Child', 'Child', 1],
])('the cell “%s” is parsed as the type “%s” and the number %i', (type, name, quantity) => {
  expect(row({ type })).toMatchObject({ type: name, quantity });
});

test('a ticket type is mapped to our only matching type, and several matching types are reported', () => {
  const { orders } = placed([row({ type: 'Adult ticket (£12.00)' }), row({ type: 'Adults' }, 3)]);
  expect(orders[0]?.tickets.map(({ type }) => type)).toEqual(['Adult', 'Adult']);
  const types = ['Child under 12', 'Child under 16'].map((name) => ({ id: name, name, pence: 500 }));
  expect(reasons([row({ type: 'Child' })], [evening({ types })])).toEqual([
    '2 type: “Child” could be Child under 12, Child under 16',
  ]);
});

test('phone numbers without the leading 0, two-digit years and email addresses after “mailto:” are accepted', () => {
  expect(row({ date: 'Wed 14/04/27, 7:30 PM', phone: '7700900123', email: 'mailto:d@hollis.example' })).toMatchObject({
    ...{ date: '2027-04-14', time: '19:30', phone: '07700900123', email: 'd@hollis.example' },
  });
});

test('a list’s dates suggest whether the month comes first, and are read according to the answer', () => {
  const cells: Partial<Record<OrderColumn, string>> = { reference: 'A1', name: 'Dorothy Hollis' };
  const read = (date: string) =>
    parseExternalOrderRow(2, (column) => ({ ...cells, date })[column] ?? '', new Map([['dates', 'month first']]));
  expect(read('4/14/2027 7:30 PM')).toMatchObject({ date: '2027-04-14', time: '19:30' });
  const kind = orderListKind.findQuestions?.(
    { has: () => true, list: (column) => (column === 'date' ? ['4/14/2027 7:30 PM', '4/5/2027 7:30 PM'] : []) },
    undefined,
  );
  expect(kind).toMatchObject([{ key: 'dates', examples: ['4/5/2027'], answer: 'month first' }]);
});

test('all faults of a row are reported at once', () => {
  expect(fault({ email: 'nobody', quantity: '0', date: '14/4' })).toBe(
    'quantity: “0” isn’t a number from 1 to 60; email: “nobody” isn’t an email address; date: “14/4” has no year',
  );
});

test('a refunded, cancelled or void row is never imported, and no ticket has a negative price', () => {
  const off = fc.constantFrom('Refunded', 'cancelled', 'VOID', 'Order canceled', 'Not attending', 'fully refunded');
  const on = fc.constantFrom('', 'Paid', 'Confirmed', 'Attending');
  const amount = fc.constantFrom('', '12.50', '0', '-12.50', '£0.00', '(12.50)', 'GBP 8');
  fc.assert(
    fc.property(off, on, amount, amount, (status, other, price, total) => {
      expect(skipped({ status: `${other}\n${status}`, price, total })).not.toBe('');
      const parsed = parse({ status: other, price, total });
      if (!('skipped' in parsed)) expect(parsed.pence ?? 0).toBeGreaterThanOrEqual(0);
    }),
  );
});
