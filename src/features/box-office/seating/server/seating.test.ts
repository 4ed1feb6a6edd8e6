import { parseFragment } from 'parse5';
import { expect } from 'vitest';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';

const base = '/members/api/bookings';

interface Plan {
  version: number;
  initialAssignment: Record<string, string>;
  layout: { rowCount: number; hiddenSeats: string[]; newSeats: number; fullWidth: number };
  ticket_pricing: Record<string, number>;
  marks: Record<string, unknown>;
  orders: { ref: number; tickets_count: number }[];
}

/** Creates a performance with eight rows, and a user who seats its audience. */
async function house({ a, as, db }: SiteTestContext) {
  const show = await a.show({ title: 'Blithe Spirit', first_date: '2027-04-14', date: '2027-04-14' });
  const admin = await as(await a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Bell' }));
  const datetime = '2027-04-14T19:30';
  const { id } = (await admin.post(`${base}/add_new_performance`, { datetime, show_id: show })).json();
  const address = `/members/bookings/seating/${id}`;
  const page = async () => (await admin.page(address)).content as unknown as Plan;
  const [adult] = await db.read.selectFrom('ticket_type').select('id').where('name', '=', 'Adult').execute();
  const sell = async (name: string, count: number, note = '') => {
    const order = { performance_id: id, name, note, how: 'cash', [`tickets_${adult?.id}`]: `${count}` };
    const { ref, id: order_id } = (await admin.post(`${base}/orders`, order)).json();
    return { ref: `${ref}`, id: order_id };
  };
  const save = async (assignments: object, more: object = {}) => {
    const { layout, ticket_pricing, version } = await page();
    return (await admin.post(address, { layout, ticket_pricing, version, assignments, ...more })).json();
  };
  const bookings = async () => (await admin.page('/members/bookings')).content;
  return { ...admin, id, show, address, page, bookings, sell, save };
}

onSite('a saved plan is loaded when it is next opened', async (on) => {
  const { page, sell, save, bookings } = await house(on);
  const [hollis, marsh] = [await sell('Dorothy Hollis', 3, 'Aisle, please'), await sell('Colin Marsh', 2)];
  expect(await page()).toMatchObject({ version: 1, initialAssignment: {}, layout: { rowCount: 8, newSeats: 5 } });
  const assignments = { D5: hollis.ref, D6: hollis.ref, D7: hollis.ref, A1: marsh.ref };
  expect(await save(assignments)).toEqual({ code: 200, msg: 'Plan saved.', version: 2 });
  expect(await page()).toMatchObject({
    version: 2,
    initialAssignment: assignments,
    layout: { newSeats: 1 },
    orders: expect.arrayContaining([
      expect.objectContaining({ name: 'Dorothy Hollis', tickets_count: 3, note: 'Aisle, please' }),
      expect.objectContaining({ name: 'Colin Marsh', tickets_count: 2 }),
    ]),
  });
  expect(await bookings()).toMatchObject({
    performances: [{ layout: { newSeats: 1 }, seat_assignments: assignments }],
  });
});

onSite('access needs ticked in the shop are part of the planner’s orders', async (on) => {
  const { page, sell } = await house(on);
  const [hollis] = [await sell('Dorothy Hollis', 2), await sell('Colin Marsh', 1)];
  await on.db.write((tx) =>
    tx.updateTable('ticket_order').set({ needs: 'wheelchair,companion' }).where('id', '=', hollis.id).execute(),
  );
  const { orders } = await page();
  // The orders were made at the same moment, so they are in the order of their random ids
  const [first, second] = [{ needs: ['wheelchair', 'companion'] }, { needs: [] }];
  expect(orders.toSorted((a, b) => a.tickets_count - b.tickets_count)).toMatchObject([second, first]);
});

onSite('withholding a whole row skips its missing seats, and a row that doesn’t exist is refused', async (on) => {
  const { id, page, save, ...admin } = await house(on);
  await save({}, { layout: { rowCount: 8, hiddenSeats: ['A12'], fullWidth: 12 } });
  const keep = async (seats: string) =>
    (await admin.post(`${base}/seats/${id}/keep`, { seats, reason: 'The press' })).json();
  expect(await keep('row A')).toMatchObject({ code: 200, msg: 'A1–A11 are withheld from visitors.' });
  expect(await keep('H–I')).toMatchObject({
    code: 400,
    fields: { seats: '“H-I” isn’t a seat. Enter seats such as C1–C6, D3.' },
  });
  expect(Object.keys((await page()).marks)).toHaveLength(11);
  // The list of house seats may send several hundred labels at once
  await save({}, { layout: { rowCount: 34, hiddenSeats: [], fullWidth: 12 }, marks: {} });
  expect(await keep('A–AG')).toMatchObject({ code: 200 });
  const seats = Object.keys((await page()).marks);
  expect(seats).toHaveLength(396);
  const sold = await admin.post(`${base}/seats/${id}/keep`, { seats: seats.join(), sell: '1' });
  expect(sold.json()).toMatchObject({ code: 200, msg: expect.stringContaining('are back on sale to visitors.') });
});

onSite('an invalid plan is refused as a whole, and the message names the wrong seats', async (on) => {
  const { page, sell, save, ...admin } = await house(on);
  const { ref } = await sell('Dorothy Hollis', 2);
  const { ref: gone, id } = await sell('Colin Marsh', 1);
  await admin.send('POST', `${base}/orders/${id}/cancel`);
  await save({ A1: ref });
  const layout = { rowCount: 8, hiddenSeats: ['B1'], newSeats: 0, fullWidth: 12 };
  const refused = async (assignments: object, more: object = {}) => {
    const { code, msg } = await save(assignments, { layout, ...more });
    expect({ code, msg }).toEqual({ code: 400, msg: expect.any(String) });
    return msg;
  };
  expect(await refused({ A1: ref, A2: ref, A3: ref })).toContain('A1–A3');
  expect(await refused({ A1: '100000' })).toContain('A1: there is no order 100000');
  expect(await refused({ A1: gone })).toContain(`A1: there is no order ${gone}`);
  expect(await refused({ B1: ref })).toContain('B1: hidden');
  expect(await refused({ I1: ref })).toContain('I1: not on the plan');
  await refused({ A13: ref });
  await refused({ A1: ref }, { layout: { ...layout, rowCount: 10_000 } });
  await refused({ A1: ref }, { layout: { ...layout, rowCount: '8' } });
  await refused({ A1: ref }, { layout: { ...layout, hiddenSeats: 'B1' } });
  await refused({ A1: ref }, { layout: { ...layout, fullWidth: 14 } });
  await refused({ A1: ref }, { ticket_pricing: { Pensioner: 1000 } });
  await refused({ A1: ref }, { ticket_pricing: { Adult: -1 } });
  await refused({ A1: { ref } });
  expect(
    (await admin.post(`/members/bookings/seating/${'a'.repeat(16)}`, { layout, assignments: {} })).statusCode,
  ).toBe(404);
  expect(await page()).toMatchObject({ version: 2, initialAssignment: { A1: ref }, layout: { hiddenSeats: [] } });
});

onSite('the capacity follows the plan, and can’t drop below the number of places taken', async (on) => {
  const { sell, save, bookings } = await house(on);
  await sell('The Allotment Society', 13);
  const layout = { rowCount: 2, hiddenSeats: ['A1', 'B12', 'C1'], newSeats: 0, fullWidth: 12 };
  expect(await save({}, { layout })).toMatchObject({ code: 200 });
  expect(await bookings()).toMatchObject({ performances: [{ capacity: 22, layout: { hiddenSeats: ['A1', 'B12'] } }] });
  expect(await save({}, { layout: { ...layout, rowCount: 1 } })).toMatchObject({
    code: 400,
    msg: expect.stringContaining('13 places are sold or held, but this plan has 11 seats'),
  });
  expect(await bookings()).toMatchObject({ performances: [{ capacity: 22, sold: 13 }] });
});

onEachSite('the planner saves prices, and a plan opened before another price change is refused', async (on) => {
  const { page, save, id, ...admin } = await house(on);
  expect(await save({}, { ticket_pricing: { Adult: 1350, Child: 1000 } })).toMatchObject({ code: 200 });
  const { version, layout, ticket_pricing } = await page();
  expect(ticket_pricing).toEqual({ Adult: 1350, Child: 1000 });
  const child = await on.db.read
    .selectFrom('ticket_type')
    .select(['id', 'version'])
    .where('performance_id', '=', id)
    .where('name', '=', 'Child')
    .executeTakeFirstOrThrow();
  await admin.post(`${base}/ticket_types/${child.id}`, { name: 'Child', price: '9', version: child.version });
  const body = { layout, ticket_pricing, assignments: {}, version };
  expect((await admin.post(admin.address, body)).json()).toMatchObject({
    code: 409,
    msg: expect.stringContaining('Ruth Bell has saved this plan since you opened it'),
    current: { ticket_pricing: { Adult: 1350, Child: 900 }, changed_by: 'Ruth Bell' },
  });
});

onEachSite(
  'saving seats or the layout leaves public pages cached, and saving a new price invalidates them all',
  async (on) => {
    const { sell, save } = await house(on);
    const { ref } = await sell('Dorothy Hollis', 2);
    const [all, sales] = [await on.db.revision(), await on.db.revision(['sales'])];
    const layout = { rowCount: 9, hiddenSeats: ['A1'], newSeats: 0, fullWidth: 12 };
    expect(await save({ C5: ref }, { layout })).toMatchObject({ code: 200 });
    expect(await on.db.revision()).toBe(all);
    expect(await on.db.revision(['sales'])).toBeGreaterThan(sales);
    expect(await save({ C5: ref }, { ticket_pricing: { Adult: 1350 } })).toMatchObject({ code: 200 });
    expect(await on.db.revision()).toBeGreaterThan(all);
  },
);

onSite('a capacity below the number of places taken is refused, and seated parties keep their seats', async (on) => {
  const { page, sell, save, id, post } = await house(on);
  const { ref } = await sell('Dorothy Hollis', 3);
  await save({ A1: ref, A2: ref, A3: ref });
  const limit = async (capacity: number, version: number) =>
    (
      await post(`${base}/performances/${id}`, { datetime: '2027-04-14T19:30', capacity: `${capacity}`, version })
    ).json();
  expect(await limit(2, 1)).toMatchObject({
    code: 400,
    fields: { capacity: 'Enter at least 3: that many places are already taken.' },
  });
  expect(await limit(3, 1)).toMatchObject({ code: 200 });
  const seats = { A1: ref, A2: ref, A3: ref };
  expect((await page()).initialAssignment).toEqual(seats);
  const hidden = { rowCount: 1, hiddenSeats: ['A2', 'A3'], newSeats: 0, fullWidth: 12 };
  expect(await save(seats, { layout: hidden })).toMatchObject({
    code: 400,
    msg: 'Nothing was saved. A2, A3: hidden, but someone is seated there.',
  });
  expect((await page()).initialAssignment).toEqual(seats);
});

onSite('the seats of a cancelled order are free, and later saves of the plan can use them', async (on) => {
  const { page, sell, save, ...admin } = await house(on);
  const [hollis, marsh] = [await sell('Dorothy Hollis', 2), await sell('Colin Marsh', 1)];
  await save({ A1: hollis.ref, A2: hollis.ref, A3: marsh.ref });
  await admin.send('POST', `${base}/orders/${hollis.id}/cancel`);
  expect(await page()).toMatchObject({ initialAssignment: { A3: marsh.ref }, layout: { newSeats: 0 } });
  expect(await save({ A1: marsh.ref })).toMatchObject({ code: 200 });
  expect((await page()).initialAssignment).toEqual({ A1: marsh.ref });
});

onSite('printed pages show the saved plan without cancelled orders', async (on) => {
  const { address, sell, save, id, page: _, ...admin } = await house(on);
  const [hollis, marsh] = [await sell('Dorothy Hollis', 3), await sell('Colin Marsh', 2)];
  const layout = { rowCount: 3, hiddenSeats: ['A1'], newSeats: 0, fullWidth: 12 };
  await save({ A2: hollis.ref, A3: hollis.ref, B1: marsh.ref }, { layout });
  await admin.send('POST', `${base}/orders/${marsh.id}/cancel`);
  const seats = { A2: hollis.ref, A3: hollis.ref };
  const printed = async (what: string) => (await on.as(await on.a.user({ role: 'admin' }))).page(`${address}/${what}`);
  expect(await printed('tickets')).toMatchObject({
    status: 200,
    content: {
      show: { title: 'Blithe Spirit' },
      date: '2027-04-14T19:30:00+01:00',
      assignments: seats,
      orders: [{ ref: hollis.ref, name: 'Dorothy Hollis', count: 3, bought: '3 Adult' }],
      only: '',
    },
  });
  expect(await printed(`tickets?order=${hollis.ref}`)).toMatchObject({ content: { only: hollis.ref } });
  expect(await printed('wall')).toMatchObject({
    content: { layout: { rowCount: 3, hiddenSeats: ['A1'] }, assignments: seats },
  });
  const { content } = await printed('wall');
  expect(content.names).toEqual({ [hollis.ref]: 'Dorothy Hollis' });
  expect(await printed('rows')).toMatchObject({ content: { layout: { rowCount: 3, hiddenSeats: ['A1'] } } });
  for (const what of ['tickets', 'wall', 'rows']) {
    expect((await admin.get(`/members/bookings/seating/${'a'.repeat(16)}/${what}`)).statusCode).toBe(404);
  }
});

onSite('the seating call by show and date returns the same content as the planner’s page', async (on) => {
  const { page, sell, get, show } = await house(on);
  await sell('Dorothy Hollis', 2);
  const own = await page();
  const ask = async (name: string, date: string) =>
    get(`/members/api/seating/${encodeURIComponent(name)}/${encodeURIComponent(date)}`);
  for (const name of [show, 'Blithe Spirit']) {
    expect((await ask(name, '2027-04-14T19:30:00+01:00')).json()).toEqual(own);
  }
  expect((await ask('Blithe Spirit', 'tomorrow')).statusCode).toBe(404);
  expect((await ask('No such show', '2027-04-14T19:30:00+01:00')).statusCode).toBe(404);
});

onEachSite(
  'the planner’s page has its plan in data attributes, escaped even for a show title with markup',
  async (on) => {
    const { a, as } = on;
    const title = `"><script>alert(1)</script> data-layout='{}'`;
    const show = await a.show({ title, author: '</div>{{x}}', first_date: '2027-04-14', date: '2027-04-14' });
    const admin = await as(await a.user({ role: 'admin' }));
    const datetime = '2027-04-14T19:30';
    const { id } = (await admin.post(`${base}/add_new_performance`, { datetime, show_id: show })).json();
    const { body } = await admin.get(`/members/bookings/seating/${id}`);
    const [begins = ''] = /<div[^<>]*id="seating-plan"[^<>]*>/.exec(body) ?? [];
    const [element] = parseFragment(begins).childNodes;
    const attributes = element && 'attrs' in element ? element.attrs : [];
    const said = Object.fromEntries(
      attributes.filter(({ name }) => name.startsWith('data-')).map((one) => [one.name, one.value]),
    );
    expect(said).toEqual({
      'data-layout': '{"rowCount":8,"hiddenSeats":[],"newSeats":0,"fullWidth":12}',
      'data-assignments': '{}',
      'data-showname': title,
      'data-authors': '</div>{{x}}',
      'data-date': '2027-04-14T19:30:00+01:00',
    });
    expect((await on.get(`/members/bookings/seating/${id}`)).body).not.toContain('seating-plan');
  },
);

onEachSite('if two people save a plan at once, one save is refused and the other is stored', async (on) => {
  const { address, page, sell, post } = await house(on);
  const { ref } = await sell('Dorothy Hollis', 1);
  const { layout, version } = await page();
  const saves = ['A1', 'B1'].map((seat) => post(address, { layout, version, assignments: { [seat]: ref } }));
  const codes = (await Promise.all(saves)).map(({ statusCode }) => statusCode);
  expect(codes.sort()).toEqual([200, 409]);
  expect(Object.keys((await page()).initialAssignment).length).toBe(1);
});
