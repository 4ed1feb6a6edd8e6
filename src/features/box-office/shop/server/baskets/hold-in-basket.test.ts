import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { findPerformance, savePlan, setTicketPrices } from '#features/box-office/performances/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachShop, onShop, type ShopTestContext } from '#tests/support/society/shop.ts';
import type { BookingContent, ChooseSeatsContent, ChooseTicketsContent } from '../../contract.ts';

const kind = (of: string) => ({ kind: of, reason: '', release: 0 });
const houseSeatFor = (reason: string, release = 0) => ({ kind: '', reason, release });

/** Makes the shop's performance sell numbered seats, in `rows` rows. */
async function numbered(on: ShopTestContext, { rows = 2, marks = {} }: { rows?: number; marks?: object } = {}) {
  const { admin, first } = on;
  const change = { datetime: '2027-04-14T19:30', capacity: '', sells_seats: '1', version: '2' };
  expect((await admin.post(`/members/api/bookings/performances/${first}`, change)).json()).toMatchObject({ code: 200 });
  const plan = { layout: { rowCount: rows, hiddenSeats: [] }, assignments: {}, marks };
  expect((await admin.post(`/members/bookings/seating/${first}`, plan)).json()).toMatchObject({ code: 200 });
  const adult = on.type('Adult');
  const visitor = () => {
    const own = on.visitor();
    const plan = async () => (await own.get(`/tickets/${first}/seats?react`)).json() as ChooseSeatsContent;
    return {
      ...own,
      plan,
      hold: (count: number, more: object = {}) => own.hold({ [adult]: `${count}`, ...more }),
      choose: (seats: string[]) => own.post('/api/tickets/seats', { performance_id: first, seats }),
      seats: async () => ((await own.basket())?.performances[0]?.seats ?? []).map(({ seat }) => seat).join(),
      mine: async () => (await plan()).mine,
    };
  };
  const assigned = async () =>
    (await admin.page(`/members/bookings/seating/${first}`)).content as unknown as {
      initialAssignment: Record<string, string>;
      held: string[];
    };
  return { visitor, assigned };
}

onEachShop('a visitor is given the best seats, sees them before paying, and gets them with the order', async (on) => {
  const { visitor, assigned } = await numbered(on);
  const ann = visitor();
  expect(await ann.hold(2)).toMatchObject({ code: 200, link: '/tickets/basket' });
  expect(await ann.seats()).toBe('A5,A6');
  const { link } = await ann.pay({ card_nonce: on.aCard() });
  const booked = (await on.page(link)).content as unknown as BookingContent;
  expect(booked.performances[0]?.tickets.map(({ seat }) => seat).sort()).toEqual(['A5', 'A6']);
  expect(Object.keys((await assigned()).initialAssignment)).toEqual(['A5', 'A6']);
  await on.write();
  const mails = await on.db.read.selectFrom('mail').select('text').execute();
  expect(mails.map(({ text }) => text).join()).toContain('2 Adult. Seats A5, A6.');
});

onEachShop('choosing a seat held by another visitor is refused with the nearest free seats', async (on) => {
  const { visitor } = await numbered(on);
  const [ann, bob] = [visitor(), visitor()];
  expect(await ann.hold(2, { seats: 'plan' })).toMatchObject({ link: `/tickets/${on.first}/seats` });
  expect(await ann.choose(['B6', 'B7'])).toMatchObject({ code: 200 });
  expect(await ann.mine()).toEqual(['B6', 'B7']);
  await bob.hold(2);
  expect((await bob.plan()).taken).toEqual(['B6', 'B7']);
  expect(await bob.choose(['B7', 'B8'])).toEqual({ code: 409, msg: 'B7 is no longer available.', fix: ['B8', 'B9'] });
  // A refused choice changes nothing
  expect(await bob.mine()).toEqual(['A5', 'A6']);
  expect(await bob.choose(['B8', 'B9'])).toMatchObject({ code: 200 });
});

onEachShop(
  'choosing tickets with taken seats holds nothing, and the reason is reported at the seats field',
  async (on) => {
    const { visitor } = await numbered(on);
    const [ann, bob] = [visitor(), visitor()];
    const { plan } = (await ann.get(`/tickets/${on.first}?react`)).json() as ChooseTicketsContent;
    expect(plan).toEqual({ rowCount: 2, hiddenSeats: [], taken: [], kinds: {} });
    const chosen = { seats: 'plan', chosen_seats: 'B6,B7' };
    expect(await ann.hold(2, chosen)).toMatchObject({ code: 200, link: '/tickets/basket' });
    expect(await ann.seats()).toBe('B6,B7');
    const says = 'B6, B7 are no longer available.';
    expect(await bob.hold(2, chosen)).toMatchObject({ code: 409, msg: says, fields: { seats: says } });
    expect(await bob.seats()).toBe('');
    expect(((await bob.get(`/tickets/${on.first}?react`)).json() as ChooseTicketsContent).plan?.taken).toEqual([
      'B6',
      'B7',
    ]);
    // A visitor's own seats count as free
    expect(await ann.hold(3, { seats: 'plan', chosen_seats: 'B6,B7,B8' })).toMatchObject({ code: 200 });
    expect(await ann.seats()).toBe('B6,B7,B8');
    expect(await bob.hold(2, { seats: 'plan', chosen_seats: 'A1' })).toMatchObject({ code: 409 });
    expect(await bob.hold(2, { seats: 'plan', chosen_seats: '<b>' })).toMatchObject({ code: 400 });
    const most = Array.from({ length: 21 }, (_, at) => `${at < 12 ? 'A' : 'B'}${(at % 12) + 1}`).join();
    expect(await bob.hold(2, { seats: 'plan', chosen_seats: most })).toMatchObject({ code: 400 });
    expect(await bob.hold(2, { seats: 'best', chosen_seats: 'A1,A2' })).toMatchObject({ code: 200 });
    expect(await bob.seats()).toBe('A5,A6');
  },
);

onShop('a choice that leaves a single seat is refused with that seat and the nearest better choice', async (on) => {
  const { visitor } = await numbered(on);
  const ann = visitor();
  await ann.hold(2);
  expect(await ann.choose(['B2', 'B3'])).toMatchObject({
    code: 409,
    msg: 'That would leave B1 on its own, and a single seat is hard to sell.',
    fix: ['B3', 'B4'],
  });
});

onEachShop('an invalid seat choice is refused, and so is choosing seats without a hold', async (on) => {
  const { visitor } = await numbered(on);
  const ann = visitor();
  expect(await ann.choose(['A1'])).toMatchObject({ code: 409 });
  expect((await ann.plan()).count).toBe(0);
  await ann.hold(2);
  for (const seats of [[], ['A1'], ['A1', 'A1'], ['A1', 'Z9'], ['A1', 'x'], ['A1', 'A2', 'A3']]) {
    expect(await ann.choose(seats)).toMatchObject({ code: 409 });
  }
  expect(await ann.choose(Array.from({ length: 21 }, () => 'A1'))).toMatchObject({ code: 400 });
  expect(await ann.post('/api/tickets/seats', { performance_id: on.first, seats: 'A1' })).toMatchObject({ code: 400 });
  on.at('2026-11-21T12:10:00.000Z');
  expect(await ann.choose(['B5', 'B6'])).toMatchObject({ code: 409, msg: expect.stringContaining('time has run out') });
});

onEachShop('others can take the seats of an expired hold, and the holder is told before paying', async (on) => {
  const { visitor } = await numbered(on, { rows: 1 });
  const [ann, bob] = [visitor(), visitor()];
  await ann.hold(2);
  on.at('2026-11-21T12:10:00.000Z');
  await bob.hold(2);
  expect(await bob.seats()).toBe('A5,A6');
  expect(await ann.pay({ card_nonce: on.aCard() })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('One or more of your seats are no longer available. You haven’t been charged'),
  });
  expect(await on.entries()).toEqual([]);
  expect(await ann.post('/api/tickets/hold_again', {})).toMatchObject({ code: 200 });
  expect(await ann.seats()).toBe('A7,A8');
});

onEachShop('renewing an expired hold or adding tickets keeps the former seats if they are free', async (on) => {
  const { visitor } = await numbered(on);
  const ann = visitor();
  await ann.hold(2);
  await ann.choose(['B6', 'B7']);
  on.at('2026-11-21T12:10:00.000Z');
  expect(await ann.post('/api/tickets/hold_again', {})).toMatchObject({ code: 200 });
  expect(await ann.seats()).toBe('B6,B7');
  await ann.hold(3);
  expect((await ann.seats()).split(',')).toEqual(expect.arrayContaining(['B6', 'B7']));
  await ann.post('/api/tickets/empty', {});
  expect(await on.db.read.selectFrom('seat_assignment').selectAll().execute()).toEqual([]);
});

onEachShop('a late payment gets the displayed seats, even if a single seat is left next to them', async (on) => {
  const { visitor } = await numbered(on);
  const [ann, bob] = [visitor(), visitor()];
  await ann.hold(2);
  expect(await ann.choose(['B3', 'B4'])).toMatchObject({ code: 200 });
  on.at('2026-11-21T12:10:00.000Z');
  await bob.hold(1);
  expect(await bob.choose(['B6'])).toMatchObject({ code: 200 });
  expect(await ann.seats()).toBe('B3,B4');
  const { link } = await ann.pay({ card_nonce: on.aCard() });
  const booked = (await on.page(link)).content as unknown as BookingContent;
  expect(booked.performances[0]?.tickets.map(({ seat }) => seat).sort()).toEqual(['B3', 'B4']);
});

onEachShop(
  'if a seat is taken before payment settles, the buyer gets another next to their remaining seats',
  async (on) => {
    const { visitor } = await numbered(on);
    const [ann, bob] = [visitor(), visitor()];
    await ann.hold(3);
    expect(await ann.choose(['B4', 'B5', 'B6'])).toMatchObject({ code: 200 });
    on.practice?.faults.next('POST /v2/payments', 'break after', 4);
    const { link } = await ann.pay({ card_nonce: on.aCard() });
    on.at('2026-11-21T12:20:00.000Z');
    await bob.hold(2);
    expect(await bob.choose(['B6', 'B7'])).toMatchObject({ code: 200 });
    await on.later('2026-11-21T12:21:00.000Z');
    const booked = (await on.page(link)).content as unknown as BookingContent;
    expect(booked.performances[0]?.tickets.map(({ seat }) => seat).sort()).toEqual(['B3', 'B4', 'B5']);
  },
);

onEachShop(
  'a payment for seats that have since been withheld is refused until the visitor accepts other seats',
  async (on) => {
    const { visitor } = await numbered(on);
    const ann = visitor();
    await ann.hold(2);
    expect(await ann.choose(['B3', 'B4'])).toMatchObject({ code: 200 });
    on.at('2026-11-21T12:10:00.000Z');
    const kept = { seats: 'B3', reason: 'The press' };
    await on.admin.post(`/members/api/bookings/seats/${on.first}/keep`, kept);
    const card_nonce = on.aCard();
    expect(await ann.pay({ card_nonce })).toMatchObject({
      ...{ code: 409, msg: expect.stringContaining('You haven’t been charged') },
    });
    expect(await ann.post('/api/tickets/hold_again', {})).toMatchObject({ code: 200 });
    expect(await ann.pay({ card_nonce })).toMatchObject({ code: 200 });
    expect(await on.entries()).toEqual(['charge 2400']);
  },
);

onEachShop('house seats count as unavailable for visitors until they are released', async (on) => {
  const marks = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`A${at + 1}`, houseSeatFor('The press', 60)]),
  );
  const { visitor } = await numbered(on, { rows: 1, marks });
  const ann = visitor();
  const shown = async () => (await on.seen()).shows[0]?.performances[0]?.availability;
  expect(await shown()).toEqual({ state: 'few', left: 2 });
  expect(await ann.hold(3)).toMatchObject({ code: 409, msg: expect.stringContaining('2 places left') });
  expect(await ann.hold(2)).toMatchObject({ code: 200 });
  expect(await ann.seats()).toBe('A11,A12');
  // The reason for withholding a seat isn't public
  expect((await ann.get(`/tickets/${on.first}/seats`)).body).not.toContain('The press');
  await ann.post('/api/tickets/empty', {});
  on.at('2027-04-14T17:30:00.000Z');
  expect(await ann.hold(3)).toMatchObject({ code: 200 });
});

onEachShop('a basket with one wheelchair space for two wheelchair users says so and can’t be paid for', async (on) => {
  const marks = { A1: kind('wheelchair'), A2: kind('companion'), A12: kind('wheelchair') };
  const { visitor } = await numbered(on, { marks });
  const ann = visitor();
  expect(await ann.hold(3, { seats: 'plan', wheelchair: '2', chosen_seats: 'A1,A2,A3' })).toMatchObject({
    ...{ code: 409, msg: expect.stringContaining('2 of you use a wheelchair, and these seats have one') },
  });
  expect(await ann.hold(3, { wheelchair: '2' })).toMatchObject({ code: 200 });
  expect(await ann.basket()).toMatchObject({ wheelchair: '', wheelchairs: 2 });
  const choice = { performance_id: on.first, seats: ['A1', 'A2', 'A3'] };
  expect(await ann.post('/api/tickets/seats', choice)).toMatchObject({ code: 200 });
  expect(await ann.basket()).toMatchObject({ wheelchair: expect.stringContaining('have one wheelchair space') });
  expect(await ann.pay({ need_wheelchair: '1' })).toMatchObject({
    ...{ code: 409, msg: expect.stringContaining('You haven’t been charged.') },
  });
});

onShop('changing the number of tickets in the basket keeps the space of a wheelchair user', async (on) => {
  const { visitor } = await numbered(on, { marks: { B12: kind('wheelchair') } });
  const ann = visitor();
  await ann.hold(2, { wheelchair: '1' });
  expect(await ann.seats()).toBe('B11,B12');
  expect(await ann.hold(1)).toMatchObject({ code: 200 });
  expect([await ann.seats(), (await ann.basket())?.wheelchairs]).toEqual(['B12', 1]);
  expect(await ann.hold(1, { wheelchair: '' })).toMatchObject({ code: 200 });
  expect(await ann.basket()).toMatchObject({ wheelchairs: 0 });
});

onEachShop('a visitor is told before paying that a hall has no marked wheelchair spaces', async (on) => {
  const { visitor } = await numbered(on, {});
  expect((await on.seen()).shows[0]?.performances[0]).toMatchObject({ has_wheelchair_spaces: false });
  expect((await on.get(`/tickets/${on.first}`)).body).toContain(
    'No wheelchair spaces are marked for this performance.',
  );
  const ann = visitor();
  await ann.hold(2);
  expect(await ann.basket()).toMatchObject({ wheelchair: expect.stringContaining('No wheelchair spaces are marked') });
});

onShop('only a party with a wheelchair user gets a wheelchair space and its companion seat', async (on) => {
  const marks = { A1: kind('wheelchair'), A2: kind('companion') };
  const { visitor } = await numbered(on, { rows: 1, marks });
  const [ann, bob] = [visitor(), visitor()];
  expect((await on.seen()).shows[0]?.performances[0]).toMatchObject({ numbered: true, wheelchair_spaces: 1 });
  await ann.hold(2, { wheelchair: '1' });
  expect((await ann.basket())?.performances[0]?.seats).toEqual([
    { seat: 'A1', kind: 'wheelchair' },
    { seat: 'A2', kind: 'companion' },
  ]);
  expect(await bob.hold(2, { wheelchair: '1' })).toMatchObject({ fields: { wheelchair: expect.any(String) } });
  await ann.post('/api/tickets/empty', {});
  await bob.hold(10);
  expect(await ann.hold(2)).toMatchObject({ code: 409, msg: expect.stringContaining('wheelchair spaces') });
  expect(await ann.hold(2, { wheelchair: '1' })).toMatchObject({ code: 200 });
});

onEachShop(
  'staff can’t hide a seat that a visitor holds, and cancelling the visitor’s order frees the seat',
  async (on) => {
    const { visitor, assigned } = await numbered(on);
    const ann = visitor();
    await ann.hold(1);
    const save = async (plan: object) =>
      (await on.admin.post(`/members/bookings/seating/${on.first}`, { assignments: {}, ...plan })).json();
    expect((await assigned()).held).toEqual(['A6']);
    expect(await save({ layout: { rowCount: 2, hiddenSeats: ['A6'] } })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('A6: a visitor is buying it right now'),
    });
    await ann.pay({ card_nonce: on.aCard() });
    const [order] = await on.orders();
    expect((await assigned()).initialAssignment).toEqual({ A6: `${order?.ref}` });
    await on.admin.send('POST', `/members/api/bookings/orders/${order?.id}/cancel`);
    expect((await assigned()).initialAssignment).toEqual({});
    const bob = visitor();
    await bob.hold(1);
    expect(await bob.seats()).toBe('A6');
  },
);

onEachShop('of twenty buyers who want the best seats at once, each gets different seats or is refused', async (on) => {
  const { visitor } = await numbered(on, { rows: 2 });
  const buyers = Array.from({ length: 20 }, () => visitor());
  const codes = (await Promise.all(buyers.map((buyer) => buyer.hold(2)))).map(({ code }) => code);
  expect(codes.filter((code) => code === 200)).toHaveLength(12);
  expect(codes.filter((code) => code === 409)).toHaveLength(8);
  const rows = await on.db.read.selectFrom('seat_assignment').selectAll().execute();
  expect(new Set(rows.map(({ seat }) => seat)).size).toBe(24);
});

onEachShop('if the box office and a visitor take the last seats at once, one is refused', async (on) => {
  const marks = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`A${at + 1}`, houseSeatFor('The press')]));
  const { visitor } = await numbered(on, { rows: 1, marks });
  const ann = visitor();
  const wanted = { performance_id: on.first, [on.type('Adult')]: '2' };
  const [held, sold] = await Promise.all([
    ann.hold(2),
    on.admin
      .post('/members/api/bookings/orders', { ...wanted, name: 'Bob', how: 'cash', seats: 'best' })
      .then((answer) => answer.json()),
  ]);
  expect([held.code, sold.code].sort()).toEqual([200, 409]);
  const rows = await on.db.read.selectFrom('seat_assignment').select('seat').execute();
  expect(rows.map(({ seat }) => seat).sort()).toEqual(['A11', 'A12']);
});

onShop('a range of seats can be withheld from visitors and put back on sale', async (on) => {
  const { visitor } = await numbered(on, { rows: 1 });
  const keep = async (body: object) =>
    (await on.admin.post(`/members/api/bookings/seats/${on.first}/keep`, body)).json();
  expect(await keep({ seats: 'A1–A10', reason: 'The press', release: '60' })).toMatchObject({
    ...{ code: 200, msg: 'A1–A10 are withheld from visitors.' },
  });
  const ann = visitor();
  expect(await ann.hold(3)).toMatchObject({ code: 409 });
  for (const wrong of [
    { seats: 'B1', reason: 'x' },
    { seats: 'A9-A1', reason: 'x' },
    { seats: 'A1' },
    { reason: 'x' },
  ]) {
    expect(await keep(wrong)).toMatchObject({ code: 400 });
  }
  expect(await keep({ seats: 'A1-10', sell: '1' })).toMatchObject({ msg: 'A1–A10 are back on sale to visitors.' });
  expect(await ann.hold(3)).toMatchObject({ code: 200 });
});

onEachShop('a plan with fewer seats than are held or on sale is refused', async (on) => {
  const { visitor } = await numbered(on, { rows: 2 });
  const save = async (rows: number) =>
    (
      await on.admin.post(`/members/bookings/seating/${on.first}`, {
        ...{ layout: { rowCount: rows, hiddenSeats: [] }, assignments: {} },
      })
    ).json();
  await visitor().hold(9);
  await visitor().hold(6);
  expect(await save(1)).toMatchObject({ code: 400 });
  const change = { datetime: '2027-04-14T19:30', capacity: '20', version: '3' };
  const changed = await on.admin.post(`/members/api/bookings/performances/${on.first}`, change);
  expect(changed.json()).toMatchObject({ code: 200 });
  expect(await save(3)).toMatchObject({ code: 200 });
  on.at('2026-11-21T12:30:00.000Z');
  expect(await save(1)).toMatchObject({ code: 400, msg: expect.stringContaining('20 places are on sale') });
});

onEachShop(
  'a request that waits for a change of seats and prices uses the new ones, and so do later requests',
  async (on) => {
    const { visitor } = await numbered(on);
    const [ann, bob] = [visitor(), visitor()];
    await ann.hold(2);
    const adult = await on.db.read.selectFrom('ticket_type').selectAll().where('name', '=', 'Adult').execute();
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const marks = JSON.stringify(Object.fromEntries(['A1', 'A2', 'B1', 'B2'].map((seat) => [seat, houseSeatFor('X')])));
    const change = write(on.db, async (tx) => {
      const { row_count, hidden_seats } = (await findPerformance(tx, on.first)) ?? { row_count: 2, hidden_seats: '[]' };
      await savePlan(tx, { id: on.first, version: undefined, row_count, hidden_seats, seat_marks: marks });
      await setTicketPrices(tx, on.first, { pence: new Map([['Adult', 1500]]) });
      begun.resolve();
      await gate.promise;
    });
    await begun.promise;
    const waiting = Promise.all([ann.choose(['A1', 'A2']), bob.hold(2, { seats: 'plan', chosen_seats: 'B1,B2' })]);
    const others = bob.hold(1);
    // On SQLite the requests wait for the change and then see it. On PostgreSQL they finish before the change is
    // committed
    const cameFirst = on.db.engine === 'postgres';
    await (cameFirst ? Promise.all([waiting, others]) : Promise.race([waiting, sleep(300)]));
    gate.resolve();
    await change;
    const code = cameFirst ? 200 : 409;
    expect(await waiting).toMatchObject([{ code }, { code }]);
    expect(await others).toMatchObject({ code: 200 });
    // On PostgreSQL both of Bob's requests succeeded at the old price, and the later one (either of them) replaced the
    // other. On SQLite only his request for one place succeeded, at the new price
    expect(cameFirst ? [1200, 2400] : [1500]).toContain((await bob.basket())?.total);
    const late = visitor();
    expect(await late.hold(2, { seats: 'plan', chosen_seats: 'A1,A2' })).toMatchObject({ code: 409 });
    expect(await late.hold(1)).toMatchObject({ code: 200 });
    expect(await late.basket()).toMatchObject({ total: 1500 });
    expect(adult[0]?.pence).toBe(1200);
  },
);
