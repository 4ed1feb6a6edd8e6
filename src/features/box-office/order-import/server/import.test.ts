import { expect } from 'vitest';
import type { BookingsPageContent } from '#features/box-office/bookings/contract.ts';
import { deleteImportedOrder } from '#features/box-office/orders/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { createWorkbook, toRowsXml } from '#tests/support/formats/workbook.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { bookingCallsPath, createBoxOffice } from '#tests/support/society/box-office.ts';
import type { OrderImportReport } from '../contract.ts';

const path = `${bookingCallsPath}/import_orders`;

/** Builds the form that uploads a list. */
function listOf(lines: readonly string[], fields: Record<string, string>): FormData {
  const form = new FormData();
  form.append('file', new Blob([['reference,name,ticket type,quantity,price,seats', ...lines].join('\n')]), 'list.csv');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

async function onSale(on: SiteTestContext, places = 96) {
  const office = await createBoxOffice(on, places);
  const { show, performance, upload } = office;
  const send = async (lines: readonly string[], fields: Record<string, string> = {}) =>
    (await upload(path, listOf(lines, { show_id: show, performance_id: performance, dry_run: '0', ...fields }))).body;
  const orders = async () => (await office.page()).orders.map(({ name, status }) => `${name} ${status}`).sort();
  return { ...office, send, orders };
}

const two = ['T-1,Wanda Elsewhere,Adult,2,8.00,A1 A2', 'T-1,Wanda Elsewhere,Child,1,,', 'T-2,Vic Elsewhere,Adult,1,0,'];

onEachSite('orders sold elsewhere are imported once, with their seats, and don’t count as our takings', async (on) => {
  const { send, orders, show, performance, post, entries } = await onSale(on);
  const preview = await send(two, { dry_run: '1' });
  expect(preview).toMatchObject({
    code: 200,
    report: {
      dry_run: true,
      refused: [],
      orders: [
        { reference: 'T-1', to: 'new', words: '2 Adult, 1 Child for £26.00, in A1, A2.' },
        { reference: 'T-2', to: 'new', words: '1 Adult for £0.00.' },
      ],
    },
  });
  expect(await orders()).toEqual([]);
  expect(await send(two)).toMatchObject({ code: 200, report: { orders: [{ to: 'new' }, { to: 'new' }] } });
  expect(await orders()).toEqual(['Vic Elsewhere paid', 'Wanda Elsewhere paid']);
  expect(await send(two)).toMatchObject({
    ...{ code: 200, msg: 'Nothing was imported.' },
    report: { orders: [{ to: 'known' }, { to: 'known' }] },
  });
  expect((await orders()).length).toBe(2);
  expect(await entries()).toEqual([]);
  const seats = await on.db.read.selectFrom('seat_assignment').select('seat').orderBy('seat').execute();
  expect(seats.map(({ seat }) => seat)).toEqual(['A1', 'A2']);
  const { results } = (await post(`${bookingCallsPath}/historic_sales`, { showID: show })).json();
  expect(results).toMatchObject({
    totals: { paid: 0, cash: 0, net: 0 },
    performances: [{ id: performance, sold: 4, net: 2600, elsewhere: 2600 }],
  });
});

onSite('orders that were imported together are listed by reference, the highest first', async (on) => {
  const { send, page } = await onSale(on);
  await send(Array.from({ length: 6 }, (_, at) => `T-${at},Wanda Elsewhere,Adult,1,,`));
  const refs = (await page()).orders.map(({ ref }) => ref);
  expect(refs).toHaveLength(6);
  expect(refs).toEqual(refs.toSorted((one, other) => other - one));
});

onSite('the preview says if the rows of one order disagree about its buyer', async (on) => {
  const { send } = await onSale(on);
  const lines = ['T-1,Wanda Elsewhere,Adult,1,,', 'T-1,Vic Elsewhere,Adult,1,,'];
  expect(await send(lines, { dry_run: '1' })).toHaveProperty(
    'report.orders.0.words',
    '2 Adult for £24.00. Its rows disagree: it gets the name Wanda Elsewhere, not Vic Elsewhere.',
  );
});

onEachSite('no orders can be imported for a cancelled show', async (on) => {
  const { send, orders, show } = await onSale(on);
  await write(on.db, (tx) => tx.updateTable('show').set({ cancelled: 1 }).where('id', '=', show).execute());
  const { report } = await send(two, { dry_run: '1' });
  expect(report).toMatchObject({ orders: [], refused: [{ reason: 'that performance has been cancelled' }, {}, {}] });
  expect(await send(two)).toMatchObject({ code: 409 });
  expect(await orders()).toEqual([]);
});

onEachSite('a workbook of orders is imported in the same way as a CSV list', async (on) => {
  const { upload, orders, show, performance } = await onSale(on);
  const form = listOf([], { show_id: show, performance_id: performance, dry_run: '0' });
  const rows = toRowsXml(['ref', 'name', 'ticket type', 'qty', 'price'], ['T-1', 'Wanda Elsewhere', 'Adult', 2, 8.5]);
  form.set('file', new Blob([createWorkbook({ sheets: { Orders: rows } })]), 'orders.xlsx');
  expect((await upload(path, form)).body).toMatchObject({
    code: 200,
    report: { orders: [{ reference: 'T-1', to: 'new', words: '2 Adult for £17.00.' }] },
  });
  expect(await orders()).toEqual(['Wanda Elsewhere paid']);
});

onEachSite('an import with rejected rows imports nothing unless the user leaves those rows out', async (on) => {
  const { send, orders, sell, type } = await onSale(on, 4);
  await sell({ [type('Adult')]: '1' });
  const lines = [...two.slice(0, 2), 'T-3,Una Elsewhere,Student,1,,', 'T-4,Tom Elsewhere,Adult,1,,'];
  const wrong = await send(lines, { dry_run: '1' });
  expect(wrong).toHaveProperty('report.refused', [
    { line: 4, column: 'ticket type', reason: '“Student” isn’t one of ours: Adult, Child' },
    { line: 5, column: 'quantity', reason: 'there are no places left' },
  ]);
  expect(await send(lines)).toMatchObject({ code: 409 });
  expect((await orders()).length).toBe(1);
  expect(await send(lines, { leave_out: '1' })).toMatchObject({ code: 200 });
  expect(await orders()).toEqual(['Dorothy Hollis paid', 'Wanda Elsewhere paid']);
});

onEachSite('two simultaneous imports of the same list import it once', async (on) => {
  const { send, orders } = await onSale(on);
  const answers = await Promise.all([send(two), send(two)]);
  expect(answers.map(({ code }) => code)).toEqual([200, 200]);
  expect((await orders()).length).toBe(2);
});

onEachSite(
  'no orders are imported from a file that isn’t a list of orders, or for a show or performance that doesn’t exist',
  async (on) => {
    const { send, upload, show } = await onSale(on);
    const none = new FormData();
    none.append('show_id', show);
    expect((await upload(path, none)).body).toMatchObject({ code: 400 });
    const other = new FormData();
    other.append('show_id', show);
    other.append('file', new Blob(['a,b\n1,2']), 'list.csv');
    expect((await upload(path, other)).body).toMatchObject({ code: 400, msg: expect.stringContaining('“reference”') });
    expect(await send(two, { show_id: 'aaaaaaaaaaaaaaaa' })).toMatchObject({ code: 404 });
    expect(await send(two, { performance_id: 'aaaaaaaaaaaaaaaa', dry_run: '1' })).toMatchObject({
      report: { orders: [], refused: [{}, {}, {}] },
    });
  },
);

onEachSite('moving an imported order’s seats shows a warning and lists the old and new seats', async (on) => {
  const { send, page, post, performance } = await onSale(on);
  await send(two);
  const wanda = (await page()).orders.find(({ name }) => name === 'Wanda Elsewhere');
  const seat = async (...seats: string[]) =>
    (
      await post(`/members/bookings/seating/${performance}`, {
        layout: { rowCount: 12, hiddenSeats: [] },
        assignments: Object.fromEntries(seats.map((one) => [one, `${wanda?.ref}`])),
      })
    ).json().msg;
  expect(await seat('A1', 'A2', 'A3')).toBe('Plan saved.');
  expect(await seat('B1', 'B2', 'B3')).toContain('One party has different seats now');
  expect((await page()) as unknown as BookingsPageContent).toHaveProperty('moved_seats', [
    expect.objectContaining({ before: ['A1', 'A2'], now: ['B1', 'B2', 'B3'] }),
  ]);
});

onEachSite('undoing an import of orders deletes them, except orders that have been seated since', async (on) => {
  const { send, orders, page, post, get, show, performance } = await onSale(on);
  await send(two);
  const ref = async (of: string) => `${(await page()).orders.find(({ name }) => name === of)?.ref}`;
  const wanda = await ref('Wanda Elsewhere');
  const saved = await post(`/members/bookings/seating/${performance}`, {
    layout: { rowCount: 12, hiddenSeats: [] },
    assignments: { A1: wanda, A2: wanda, B1: await ref('Vic Elsewhere') },
  });
  expect(saved.json()).toMatchObject({ code: 200 });
  const [first] = (await get(`${path}?subject=${show}`)).json().imports;
  const undo = async (dry_run: string) => (await post(`${path}/${first.id}/undo`, { dry_run })).json();
  const outcome = {
    undone: ['Wanda Elsewhere'],
    kept: [{ name: 'Vic Elsewhere', reason: 'it has been changed or seated since' }],
  };
  expect(await undo('1')).toMatchObject(outcome);
  expect((await orders()).length).toBe(2);
  expect(await undo('0')).toMatchObject({ code: 200, ...outcome });
  expect(await orders()).toEqual(['Vic Elsewhere paid']);
});

onEachSite('orders of an import that was undone can be imported again', async (on) => {
  const { send, orders, post, get, show } = await onSale(on);
  await send(two);
  const [first] = (await get(`${path}?subject=${show}`)).json().imports;
  const outcome = (await post(`${path}/${first.id}/undo`, { dry_run: '0' })).json();
  expect(outcome).toMatchObject({ kept: [], undone: expect.arrayContaining(['Wanda Elsewhere', 'Vic Elsewhere']) });
  expect(await orders()).toEqual([]);
  expect(await on.db.read.selectFrom('seat_assignment').select('seat').execute()).toEqual([]);
  expect(await send(two)).toMatchObject({ code: 200, report: { orders: [{ to: 'new' }, { to: 'new' }] } });
});

/** Returns the data rows of a report's file of rejected rows. */
const rejectedLines = ({ report }: Record<string, unknown>) =>
  (report as OrderImportReport).rejected_csv.trimEnd().split('\r\n').slice(1);

onEachSite(
  'the file of rejected rows contains whole orders, so that a corrected order gets all its tickets',
  async (on) => {
    const { send, page } = await onSale(on);
    const lines = ['T-1,Wanda Elsewhere,Adult,2,,', 'T-1,Wanda Elsewhere,Student,1,,', 'T-2,Vic Elsewhere,Adult,1,,'];
    const report = await send(lines, { leave_out: '1' });
    expect(report).toMatchObject({
      report: {
        orders: [{ reference: 'T-2' }],
        refused: [{ line: 2, reason: 'another row of this order can’t be used' }, { line: 3 }],
      },
    });
    const corrected = rejectedLines(report).map((line) =>
      line
        .replace('"Student"', '"Child"')
        .replaceAll('"', '')
        .replace(/^.*(?=T-1)/, ''),
    );
    expect(await send(corrected)).toMatchObject({
      report: { orders: [{ reference: 'T-1', to: 'new', words: '2 Adult, 1 Child for £34.00.' }] },
    });
    expect((await page()).performances[0]?.sold).toBe(4);
  },
);

onEachSite('a row with two faults appears once in the file of rejected rows, with both reasons', async (on) => {
  const { send } = await onSale(on);
  const report = await send(['T-1,Wanda Elsewhere,Adult,2,,Z8 Z9'], { dry_run: '1' });
  const reason = 'the plan has no seat Z8; the plan has no seat Z9';
  expect(report).toHaveProperty('report.refused', [{ line: 2, column: 'seats', reason }]);
  expect(rejectedLines(report)).toEqual([`"2","seats","${reason}","T-1","Wanda Elsewhere","Adult","2",,"Z8 Z9"`]);
});

onEachSite('importing another shop’s list skips and reports refunded and cancelled rows', async (on) => {
  const { upload, orders, show, performance } = await onSale(on);
  const list = (dry_run: '0' | '1', status = 'Attending') => {
    const form = listOf([], { show_id: show, performance_id: performance, dry_run });
    const lines = [
      'Order #,Order Status,Attendee Status,First Name,Last Name,Ticket Type,Total Paid',
      `T-1,Completed,${status},Wanda,Elsewhere,Adult,13.19`,
      'T-1,Completed,Not Attending,Wanda,Elsewhere,Adult,0.00',
      'T-2,Refunded,Refunded,Vic,Elsewhere,Adult,-13.19',
      'Total,,,,,,13.19',
    ];
    form.set('file', new Blob([lines.join('\n')]), 'attendees.csv');
    return form;
  };
  const skipped = [
    { line: 3, reference: 'T-1', text: 'T-1, Wanda Elsewhere: “Not Attending”' },
    { line: 4, reference: 'T-2', text: 'T-2, Vic Elsewhere: “Refunded”' },
    { line: 5, text: 'Total: a line of totals' },
  ];
  const outcome = { orders: [{ reference: 'T-1', words: '1 Adult for £12.00.' }], refused: [], skipped };
  expect((await upload(path, list('1'))).body).toMatchObject({ report: outcome });
  expect((await upload(path, list('0'))).body).toMatchObject({ code: 200, report: outcome });
  expect(await orders()).toEqual(['Wanda Elsewhere paid']);
  // A later list marks the order as refunded
  expect((await upload(path, list('1', 'Refunded'))).body).toMatchObject({
    report: { skipped: [{ line: 2, text: expect.stringContaining('This order was imported before') }, {}, {}, {}] },
  });
});

onEachSite('an order isn’t imported if one of its lines has a misplaced quotation mark', async (on) => {
  const { send, orders } = await onSale(on);
  const lines = ['T-1,Wanda Elsewhere,Adult,2,,', 'T-1,"Wanda" Elsewhere,Child,1,,', 'T-12,Vic Elsewhere,Adult,1,,'];
  expect(await send(lines, { leave_out: '1' })).toMatchObject({
    report: {
      orders: [{ reference: 'T-12' }],
      refused: [{ line: 2, reason: 'another row of this order can’t be read' }, { line: 3 }],
    },
  });
  expect(await orders()).toEqual(['Vic Elsewhere paid']);
});

onEachSite('undoing an import of orders keeps orders whose buyers have been emailed', async (on) => {
  const { send, page, post, get, orders, show } = await onSale(on);
  await send(two);
  const wanda = `${(await page()).orders.find(({ name }) => name === 'Wanda Elsewhere')?.id}`;
  const letter = { order_id: wanda, kind: 'reminder', about: '', at: '2026-11-21T12:00:00.000Z' } as const;
  await write(on.db, (tx) => tx.insertInto('order_letter').values(letter).execute());
  const [first] = (await get(`${path}?subject=${show}`)).json().imports;
  expect((await post(`${path}/${first.id}/undo`, { dry_run: '0' })).json()).toMatchObject({
    undone: ['Vic Elsewhere'],
    kept: [{ name: 'Wanda Elsewhere', reason: 'it has emails in its history' }],
  });
  expect(await orders()).toEqual(['Wanda Elsewhere paid']);
});

onEachSite('undoing an import of orders keeps orders whose performance is over', async (on) => {
  const { send, show } = await onSale(on);
  await send(two);
  on.at('2027-04-15T10:00:00.000Z');
  // The earlier session has expired by now
  const { get, post } = await on.as(await on.a.user({ role: 'admin' }));
  const [first] = (await get(`${path}?subject=${show}`)).json().imports;
  const undo = async (dry_run: string) => (await post(`${path}/${first.id}/undo`, { dry_run })).json();
  const reason = 'its performance is over';
  const kept = [
    { name: 'Vic Elsewhere', reason },
    { name: 'Wanda Elsewhere', reason },
  ];
  expect(await undo('1')).toMatchObject({ undone: [], kept });
  // Archiving the show doesn't make them undoable
  await post(`/members/api/manage_shows/${show}/archive`, {});
  expect(await undo('0')).toMatchObject({ undone: [], kept });
});

onEachSite('undoing an import of orders reports an order that has been deleted since', async (on) => {
  const { send, page, post, get, show } = await onSale(on);
  await send(two);
  const wanda = `${(await page()).orders.find(({ name }) => name === 'Wanda Elsewhere')?.id}`;
  await write(on.db, (tx) => deleteImportedOrder(tx, wanda));
  const [first] = (await get(`${path}?subject=${show}`)).json().imports;
  expect((await post(`${path}/${first.id}/undo`, { dry_run: '0' })).json()).toMatchObject({
    undone: ['Vic Elsewhere'],
    kept: [{ name: 'One order', reason: 'it is no longer here' }],
  });
});
