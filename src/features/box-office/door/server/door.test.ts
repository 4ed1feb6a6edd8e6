import { expect } from 'vitest';
import type { OrderContent } from '#features/box-office/orders/order-page-contract.ts';
import { computeTicketCode } from '#features/box-office/orders/server/index.ts';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import type { Page } from '#platform/shared/pages.ts';
import { dataKey, onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { type CheckInResult, DoorIndexContent, type DoorList } from '../contract.ts';
import { hashTicketCode } from '../ticket-check.ts';

const base = '/members/api/bookings';
const evening = '2026-11-28T19:00:00.000Z';

/** Creates a performance and an admin who sells its tickets, and sets the clock to the evening of the performance. */
async function doors(on: SiteTestContext) {
  const { a, as, at, db } = on;
  const show = await a.show({ title: 'Blithe Spirit', first_date: '2026-11-28', date: '2026-11-29' });
  const performance = await a.performance({ show_id: show });
  at(evening);
  const admin = await as(await a.user({ role: 'admin' }));
  const [adult] = await db.read
    .selectFrom('ticket_type')
    .selectAll()
    .where('performance_id', '=', performance)
    .orderBy('ord')
    .execute();
  const sell = async (count: number, fields: object = {}): Promise<{ id: string; ref: number }> =>
    (
      await admin.post(`${base}/orders`, {
        ...{ performance_id: performance, name: 'Dorothy Hollis', how: 'cash', [`tickets_${adult?.id}`]: `${count}` },
        ...fields,
      })
    ).json();
  const codesOf = async ({ id, ref }: { id: string; ref: number }, reissued = 0) => {
    const tickets = await db.read.selectFrom('ticket').select('id').where('order_id', '=', id).orderBy('id').execute();
    return tickets.map((ticket) => ({
      ticket: ticket.id,
      code: computeTicketCode(createEncryption(dataKey), { id: ticket.id, ref, reissued }),
    }));
  };
  const list = async (): Promise<DoorList> => (await admin.get(`${base}/door/${performance}`)).json();
  const send = async (marks: object[], { device = 'Front', through = admin, at: where = performance } = {}) =>
    (await through.post(`${base}/door/${where}`, { device, marks })).json() as {
      code: number;
      marked: CheckInResult[];
    };
  let made = 0;
  const mark = (about: object) => ({ id: `mark-${made++}-aaaaaaaaaaaa`, came: true, waited: 0, ...about });
  const isIn = async () => (await list()).parties.flatMap(({ tickets }) => tickets).filter(({ arrived }) => arrived);
  return { ...on, admin, show, performance, sell, codesOf, list, send, mark, isIn };
}

onSite('a party is checked in by code and from the list, and used codes are refused', async (on) => {
  const { sell, codesOf, list, send, mark, isIn } = await doors(on);
  const order = await sell(3, { note: 'Aisle, please' });
  const [first, second, third] = await codesOf(order);
  const { marked } = await send([mark({ code: first?.code })]);
  expect(marked).toMatchObject([{ outcome: 'in', party: order.id, ticket: { id: first?.ticket } }]);
  await send([mark({ ticket: second?.ticket }), mark({ ticket: third?.ticket })]);
  expect(await list()).toMatchObject({
    parties: [
      {
        ...{ name: 'Hollis, Dorothy', initial: 'H', note: 'Aisle, please', bought: '3 Adult', due: 0, owes: false },
        tickets: [1, 2, 3].map(() => ({ arrived: { at: '2026-11-28T19:00:00+00:00', device: 'Front' } })),
      },
    ],
    gone: [],
  });
  const again = await send([mark({ code: first?.code }), mark({ code: third?.code?.toLowerCase() })], {
    device: 'Side',
  });
  expect(again.marked).toMatchObject([
    { outcome: 'already', ticket: { arrived: { device: 'Front' }, again: { device: 'Side' } } },
    { outcome: 'already' },
  ]);
  expect((await isIn()).length).toBe(3);
});

onEachSite(
  'unused tickets are returned first, and the message about returned or cancelled tickets counts those already checked in',
  async (on) => {
    const { admin, show, sell, codesOf, send, mark } = await doors(on);
    const order = await sell(3);
    const [first, second, third] = (await codesOf(order)).map(({ ticket }) => ticket);
    await send([mark({ ticket: first }), mark({ ticket: second })]);
    const page = async () =>
      ((await admin.page(`/members/bookings/order/${order.id}`)).content as OrderContent).tickets;
    expect((await page()).map(({ id, is_in }) => [id, is_in])).toEqual([
      [third, false],
      [expect.any(String), true],
      [expect.any(String), true],
    ]);
    const path = `${base}/orders/${order.id}/give_back`;
    const back = async (count: string) =>
      (await admin.post(path, { [`of_${(await page())[0]?.id}`]: count })).json().msg;
    expect(await back('1')).not.toContain('already');
    expect((await page()).map(({ id }) => id).sort()).toEqual([first, second].sort());
    expect(await back('2')).toContain('2 Adult returned, 2 already checked in. Refunded £24.00 in cash');
    const other = await sell(2);
    await send([mark({ ticket: (await codesOf(other))[0]?.ticket })]);
    const { orders } = (await admin.page(`/members/bookings?show=${show}`)).content as Page<'bookings'>;
    expect(orders.find(({ id }) => id === other.id)?.performances).toMatchObject([
      { tickets: { Adult: 2 }, arrived: 1 },
    ]);
    const cancelled = await admin.send('POST', `${base}/orders/${other.id}/cancel`);
    expect(cancelled.json().msg).toContain('cancelled, 1 already checked in. Refunded £24.00 in cash');
  },
);

onEachSite('a check-in can be undone, and a check-in sent twice counts once', async (on) => {
  const { sell, codesOf, send, mark, isIn } = await doors(on);
  const [one] = await codesOf(await sell(1));
  const came = mark({ ticket: one?.ticket, waited: 60_000 });
  await send([came]);
  expect((await send([came])).marked).toMatchObject([{ outcome: 'in' }]);
  expect((await send([mark({ ticket: one?.ticket, came: false })])).marked).toMatchObject([{ outcome: 'out' }]);
  expect(await isIn()).toEqual([]);
  // The response to the first request was lost, so the check-in is sent again
  await send([came]);
  expect(await isIn()).toEqual([]);
  await send([mark({ ticket: one?.ticket })]);
  expect((await isIn()).length).toBe(1);
});

onEachSite(
  'if an offline door reports an earlier check-in late, the earlier one counts and the other is a repeat',
  async (on) => {
    const { sell, codesOf, list, send, mark, at } = await doors(on);
    const [one] = await codesOf(await sell(1));
    at('2026-11-28T19:10:00.000Z');
    await send([mark({ code: one?.code })], { device: 'Side' });
    at('2026-11-28T19:30:00.000Z');
    // The holder was let in at 7.01pm
    const late = await send([mark({ ticket: one?.ticket, waited: 29 * 60_000 })], { device: 'Front' });
    expect(late.marked).toMatchObject([{ outcome: 'in', ticket: { again: { device: 'Side' } } }]);
    expect((await list()).parties[0]?.tickets).toMatchObject([
      {
        arrived: { at: '2026-11-28T19:01:00+00:00', device: 'Front' },
        again: { at: '2026-11-28T19:10:00+00:00', device: 'Side' },
      },
    ]);
  },
);

onEachSite('simultaneous scans of one ticket admit only one person', async (on) => {
  const { sell, codesOf, send, mark, isIn, db } = await doors(on);
  const tickets = await codesOf(await sell(4));
  const marks = tickets.flatMap(({ code }) => ['Front', 'Side'].map((device) => ({ device, mark: mark({ code }) })));
  const answers = await Promise.all(marks.map(({ device, mark: made }) => send([made], { device })));
  const outcomes = answers.map(({ marked }) => marked[0]?.outcome).sort();
  expect(outcomes).toEqual([...Array(4).fill('already'), ...Array(4).fill('in')]);
  expect((await isIn()).length).toBe(4);
  const inByIt = await db.read.selectFrom('door_mark').select('in_by_it').where('in_by_it', 'is not', null).execute();
  expect(inByIt.map(({ in_by_it }) => in_by_it).sort()).toEqual(tickets.map(({ ticket }) => ticket).sort());
  const twice = db.write((tx) =>
    tx
      .updateTable('door_mark')
      .set({ in_by_it: tickets[0]?.ticket ?? '' })
      .execute(),
  );
  await expect(twice).rejects.toThrow();
});

onSite('forged codes, and codes of another performance or a cancelled order, admit nobody', async (on) => {
  const { sell, codesOf, send, mark, isIn, admin, a, list, performance } = await doors(on);
  const order = await sell(1);
  const [own] = await codesOf(order);
  const forged = `${own?.code?.slice(0, -1)}${own?.code?.endsWith('A') ? 'B' : 'A'}`;
  const gone = await sell(1, { name: 'Gone' });
  const [cancelled] = await codesOf(gone);
  await admin.send('POST', `${base}/orders/${gone.id}/cancel`);
  for (const code of [forged, 'https://players.example', '000000', own?.ticket ?? '']) {
    const { marked } = await send([mark({ code })]);
    expect({ code, marked }).toMatchObject({ code, marked: [{ outcome: 'unknown' }] });
  }
  expect((await send([mark({ ticket: 'aaaaaaaaaaaaaaaa' })])).marked).toMatchObject([{ outcome: 'unknown' }]);
  expect((await send([mark({ code: cancelled?.code })])).marked).toMatchObject([{ outcome: 'cancelled' }]);
  const other = await a.performance({ show_id: await a.show({ title: 'Macbeth' }) });
  expect((await send([mark({ code: own?.code })], { at: other })).marked).toMatchObject([
    { outcome: 'other', other: { show_title: 'Blithe Spirit', date: '2026-11-28T19:30:00+00:00' } },
  ]);
  expect(await isIn()).toEqual([]);
  expect((await list()).gone).toEqual([await hashTicketCode(performance, cancelled?.code ?? '')]);
});

onEachSite('once tickets are reissued, only their new codes and the new link are valid', async (on) => {
  const { admin, sell, codesOf, send, mark, get, db } = await doors(on);
  const order = await sell(1, { email: 'dot@home.example' });
  const link = async () => ((await admin.page(`/members/bookings/order/${order.id}`)).content as OrderContent).link;
  const [before, [old]] = [await link(), await codesOf(order)];
  const sold = ['dot@home.example', expect.stringContaining('Your tickets for')];
  const answer = (await admin.post(`${base}/orders/${order.id}/reissue`, {})).json();
  expect(answer).toMatchObject({ code: 200, msg: expect.stringContaining('on their way to dot@home.example') });
  const [after, [now]] = [await link(), await codesOf(order, 1)];
  expect(await Promise.all([before, after].map(async (path) => (await get(path)).statusCode))).toEqual([404, 200]);
  expect((await get(after)).body).toContain(now?.code);
  const shown = await send([mark({ code: old?.code }), mark({ code: now?.code })]);
  expect(shown.marked.map(({ outcome }) => outcome)).toEqual(['unknown', 'in']);
  expect((await listSentMails(db.read)).map(({ to, subject }) => [to, subject])).toEqual([sold, sold]);
  await admin.send('POST', `${base}/orders/${order.id}/cancel`);
  expect((await admin.post(`${base}/orders/${order.id}/reissue`, {})).json()).toMatchObject({ code: 409 });
});

onEachSite(
  'the code of an unpaid order admits nobody until payment, but tickets can be checked in by hand',
  async (on) => {
    const { sell, codesOf, send, mark, list, admin } = await doors(on);
    const order = await sell(2, { how: 'reserved' });
    const [one, two] = await codesOf(order);
    expect((await list()).parties).toMatchObject([{ due: 2400, owes: true }]);
    expect((await send([mark({ code: one?.code })])).marked).toMatchObject([{ outcome: 'owes', party: order.id }]);
    expect((await send([mark({ ticket: two?.ticket })])).marked).toMatchObject([{ outcome: 'in' }]);
    await admin.post(`${base}/orders/${order.id}/pay`, { how: 'cash' });
    expect((await send([mark({ code: one?.code })])).marked).toMatchObject([{ outcome: 'in' }]);
    expect((await list()).parties).toMatchObject([{ due: 0, owes: false }]);
  },
);

onSite('the door page contains no names, notes or codes, and is allowed to use the camera', async (on) => {
  const { sell, codesOf, performance, admin } = await doors(on);
  const order = await sell(1, { name: 'Hermione Ashgrove', note: 'With a guide dog' });
  const [own] = await codesOf(order);
  const html = await admin.get(`/members/bookings/door/${performance}`);
  expect(html.headers['permissions-policy']).toContain('camera=(self)');
  expect((await admin.get('/members/bookings')).headers['permissions-policy']).toContain('camera=()');
  const json = await admin.get(`/members/bookings/door/${performance}?react`);
  expect(json.headers['x-own-document']).toBe('1');
  for (const { body } of [html, json]) {
    for (const name of ['Hermione', 'Ashgrove', 'guide dog', own?.code ?? '']) {
      expect({ name, isThere: body.includes(name) }).toEqual({ name, isThere: false });
    }
  }
  expect(json.json()).toMatchObject({
    parties: [
      { ref: order.ref, initial: 'A', due: 0, tickets: [{ code: await hashTicketCode(performance, own?.code ?? '') }] },
    ],
  });
  const paper = await admin.page(`/members/bookings/door/${performance}/list`);
  expect(paper.content).toMatchObject({ parties: [{ name: 'Ashgrove, Hermione', note: 'With a guide dog' }] });
});

onEachSite('access needs are on the door’s lists, but never on the page that devices store', async (on) => {
  const { sell, performance, admin, db, list } = await doors(on);
  const order = await sell(2);
  const needs = 'wheelchair,steps';
  await db.write((tx) => tx.updateTable('ticket_order').set({ needs }).where('id', '=', order.id).execute());
  const labels = ['A wheelchair space', 'Step-free access'];
  expect((await list()).parties).toMatchObject([{ needs: labels }]);
  const paper = await admin.page(`/members/bookings/door/${performance}/list`);
  expect(paper.content).toMatchObject({ parties: [{ needs: labels }] });
  for (const path of [`/members/bookings/door/${performance}`, `/members/bookings/door/${performance}?react`]) {
    const { body } = await admin.get(path);
    for (const words of labels) expect(body).not.toContain(words);
  }
});

onEachSite('a party’s seats are listed in numerical order at the door, with seat 10 after seat 9', async (on) => {
  const { sell, codesOf, performance, db, list } = await doors(on);
  const tickets = await codesOf(await sell(4));
  const rows = ['A10', 'A8', 'C1', 'A9'].map((seat, at) => ({
    ...{ performance_id: performance, seat, ticket_id: tickets[at]?.ticket ?? '', held_until: null },
  }));
  await db.write((tx) => tx.insertInto('seat_assignment').values(rows).execute());
  expect((await list()).parties).toMatchObject([{ seats: ['A8', 'A9', 'A10', 'C1'] }]);
});

onEachSite(
  'an offline check-in of a cancelled or moved ticket is listed as invalid, and in the order’s history',
  async (on) => {
    const { admin, a, show, sell, codesOf, list, send, mark, at } = await doors(on);
    const order = await sell(1);
    const [own] = await codesOf(order);
    const early = await sell(1, { name: 'Already cancelled' });
    const [cancelledBefore] = await codesOf(early);
    await admin.send('POST', `${base}/orders/${early.id}/cancel`);
    at('2026-11-28T19:20:00.000Z');
    await admin.send('POST', `${base}/orders/${order.id}/cancel`);
    const moved = await sell(1, { name: 'Moved on' });
    const [movedTicket] = await codesOf(moved);
    const other = await a.performance({ show_id: show, starts_at: '2026-11-29T19:30:00.000Z' });
    await on.db.write((tx) =>
      tx
        .updateTable('ticket')
        .set({ performance_id: other })
        .where('id', '=', movedTicket?.ticket ?? '')
        .execute(),
    );
    at('2026-11-28T19:30:00.000Z');
    // The holders were let in at 7.12pm, eight minutes before the first order was cancelled
    const late = [own, cancelledBefore, movedTicket].map((one) => mark({ ticket: one?.ticket, waited: 18 * 60_000 }));
    expect((await send(late)).marked).toMatchObject([
      { outcome: 'cancelled' },
      { outcome: 'cancelled' },
      { outcome: 'other' },
    ]);
    await send(late);
    const arrived = { at: '2026-11-28T19:12:00+00:00', device: 'Front' };
    expect((await list()).invalid_arrivals.toSorted((one, next) => one.ref - next.ref)).toEqual([
      { id: own?.ticket, ref: order.ref, arrived, why: 'cancelled' },
      { id: cancelledBefore?.ticket, ref: early.ref, arrived, why: 'cancelled' },
      { id: movedTicket?.ticket, ref: moved.ref, arrived, why: 'moved' },
    ]);
    const history = async ({ id }: { id: string }) =>
      ((await admin.page(`/members/bookings/order/${id}`)).content as OrderContent).history
        .filter(({ what }) => what.includes('isn’t valid'))
        .map(({ detail }) => detail);
    expect(await history(order)).toEqual([`${order.ref}: came in at 7.12pm, Front, cancelled since`]);
    expect(await history(early)).toEqual([`${early.ref}: came in at 7.12pm, Front, after the ticket was cancelled`]);
    const isForAnother = 'with a ticket that is now for another performance';
    expect(await history(moved)).toEqual([`${moved.ref}: came in at 7.12pm, Front, ${isForAnother}`]);
    // Once the check-in is undone, the order is no longer listed as an invalid arrival
    await send([mark({ ticket: own?.ticket, came: false })]);
    expect((await list()).invalid_arrivals.map(({ ref }) => ref)).not.toContain(order.ref);
  },
);

onSite('check-ins before or after the period in which they count are practice and record nothing', async (on) => {
  const { a, as, sell, codesOf, send: sendAs, mark, at } = await doors(on);
  const [one, two] = await codesOf(await sell(2));
  const steward = await a.user();
  await a.allow(steward, { door: true });
  const send = async (marks: object[]) => sendAs(marks, { through: await as(steward) });
  const countRecorded = async () => (await on.db.read.selectFrom('door_mark').select('id').execute()).length;
  const times = ['2026-11-27T19:30:00.000Z', '2026-11-28T13:29:59.000Z', '2026-11-30T00:00:00.000Z'];
  for (const time of times) {
    at(time);
    expect((await send([mark({ code: one?.code }), mark({ ticket: two?.ticket })])).marked).toMatchObject([
      { outcome: 'in', practice: true },
      { outcome: 'in', practice: true },
    ]);
  }
  expect(await countRecorded()).toBe(0);
  at('2026-11-28T13:30:00.000Z');
  // This check-in was made an hour ago, before check-ins counted, and is sent only now
  expect((await send([mark({ ticket: one?.ticket, waited: 3_600_000 })])).marked).toMatchObject([{ practice: true }]);
  expect(await countRecorded()).toBe(0);
  expect((await send([mark({ code: one?.code })])).marked).toEqual([expect.not.objectContaining({ practice: true })]);
  expect(await countRecorded()).toBe(1);
  at('2026-11-29T23:59:59.000Z');
  expect((await send([mark({ code: two?.code })])).marked).toMatchObject([{ outcome: 'in' }]);
  expect(await countRecorded()).toBe(2);
});

onEachSite('a scanned ticket is shown with its own seat, and the list has all seats of its party', async (on) => {
  const { sell, codesOf, performance, db, list, send, mark } = await doors(on);
  const tickets = await codesOf(await sell(2));
  const rows = ['G3', 'G4'].map((seat, index) => ({
    ...{ performance_id: performance, seat, ticket_id: tickets[index]?.ticket ?? '', held_until: null },
  }));
  await db.write((tx) => tx.insertInto('seat_assignment').values(rows).execute());
  expect((await send([mark({ code: tickets[1]?.code })])).marked).toMatchObject([{ ticket: { seat: 'G4' } }]);
  expect((await list()).parties).toMatchObject([{ seats: ['G3', 'G4'], tickets: [{}, {}] }]);
  expect((await list()).parties.flatMap((party) => party.tickets.map(({ seat }) => seat)).sort()).toEqual(['G3', 'G4']);
});

onSite('the door’s list counts the places sold since it was last fetched', async (on) => {
  const { admin, performance, sell } = await doors(on);
  const countSold = async () => (await admin.get(`${base}/door/${performance}`)).json().sale?.sold;
  expect(await countSold()).toBe(0);
  await sell(3);
  expect(await countSold()).toBe(3);
});

onSite('only users with the door permission can check tickets in, and an invalid check-in is refused', async (on) => {
  const { a, as, send, mark, sell, codesOf } = await doors(on);
  const [own] = await codesOf(await sell(1));
  const member = await as(await a.user());
  expect((await send([mark({ code: own?.code })], { through: member })).code).toBe(403);
  for (const wrong of [{ waited: -1 }, { waited: 1.5 }, { waited: 10 ** 9 }, { id: 'short' }, { came: 'yes' }]) {
    expect((await send([mark({ ticket: own?.ticket, ...wrong })])).code).toBe(400);
  }
  expect((await send([])).code).toBe(400);
  expect((await send(Array.from({ length: 101 }, () => mark({ ticket: own?.ticket })))).code).toBe(400);
  expect((await send([mark({ ticket: own?.ticket })], { at: 'aaaaaaaaaaaaaaaa' })).code).toBe(404);
});

onEachSite(
  'a steward with only the door permission can admit and sell at the usual price, but not see contact details',
  async (on) => {
    const { a, as, performance, sell, codesOf, mark, send } = await doors(on);
    const steward = await a.user();
    await a.allow(steward, { door: true });
    const own = await as(steward);
    const reserved = await sell(2, { how: 'reserved', email: 'dot@home.example', phone: '01632 960 960' });
    const { content } = await own.page('/members/door');
    expect(DoorIndexContent.parse(content).performances).toMatchObject([
      { id: performance, show_title: 'Blithe Spirit' },
    ]);
    for (const path of [`/members/bookings/door/${performance}`, `/members/bookings/door/${performance}/list`]) {
      const { body, statusCode } = await own.get(`${path}?react`);
      expect({ path, statusCode, contact: /dot@home|960 960/.test(body) }).toEqual({
        path,
        statusCode: 200,
        contact: false,
      });
    }
    expect((await own.get(`${base}/door/${performance}`)).body).not.toMatch(/dot@home|960 960/);
    expect((await own.post(`${base}/orders/${reserved.id}/pay`, { how: 'cash' })).json()).toMatchObject({ code: 200 });
    const [first] = await codesOf(reserved);
    expect((await send([mark({ code: first?.code })], { through: own })).marked).toMatchObject([{ outcome: 'in' }]);
    const [adult] = await on.db.read
      .selectFrom('ticket_type')
      .select('id')
      .where('performance_id', '=', performance)
      .orderBy('ord')
      .execute();
    const walkUp = { performance_id: performance, name: 'Walk Up', [`tickets_${adult?.id}`]: '1' };
    expect((await own.post(`${base}/orders`, { ...walkUp, how: 'cash' })).json()).toMatchObject({ code: 200 });
    for (const some of [
      { how: 'reserved' },
      { how: 'comp', reason: 'Friend' },
      { how: 'cash', own_price: '1', reason: 'Friend' },
      { how: 'cash', source: 'phone' },
    ]) {
      const answer = await own.post(`${base}/orders`, { ...walkUp, ...some });
      expect({ some, ...answer.json() }).toEqual({ some, code: 403, msg: expect.stringContaining('usual price') });
    }
    for (const path of [
      '/members/bookings',
      `/members/bookings/order/${reserved.id}`,
      '/members/bookings/orders.csv',
      `/members/bookings/seating/${performance}`,
    ]) {
      expect({ path, code: (await own.get(path)).statusCode }).toEqual({ path, code: 403 });
    }
    for (const what of ['cancel', 'give_back', 'hand_back']) {
      expect((await own.post(`${base}/orders/${reserved.id}/${what}`, {})).statusCode).toBe(403);
    }
  },
);

onEachSite('a steward can undo only payments that they recorded, and only within an hour', async (on) => {
  const { a, as, at, admin, sell } = await doors(on);
  const steward = await a.user();
  await a.allow(steward, { door: true });
  const own = await as(steward);
  const undo = (id: string, who = own) => who.post(`${base}/orders/${id}/unpay`, { reason: 'Wrong party' });
  const pay = async (who = own) => {
    const { id } = await sell(1, { how: 'reserved' });
    expect((await who.post(`${base}/orders/${id}/pay`, { how: 'cash' })).statusCode).toBe(200);
    return id;
  };
  expect((await undo(await pay())).json()).toMatchObject({ code: 200 });
  const others = await pay(admin);
  expect((await undo(others)).json()).toMatchObject({ code: 403, msg: expect.stringContaining('recorded yourself') });
  expect((await undo((await sell(1)).id)).statusCode).toBe(403);
  const late = await pay();
  at('2026-11-28T20:00:01.000Z');
  expect((await undo(late)).statusCode).toBe(403);
  expect((await undo(late, admin)).statusCode).toBe(200);
});

onEachSite('a payment note confirmed by two people at once is entered once in the ledger', async (on) => {
  const { admin, a, as, performance, sell, list, db } = await doors(on);
  const steward = await a.user();
  await a.allow(steward, { door: true });
  const own = await as(steward);
  const order = await sell(2, { how: 'reserved' });
  const note = {
    id: 'note-1-aaaaaaaaaaaa',
    kind: 'payment',
    order: order.id,
    how: 'cash',
    pence: 2400,
    waited: 600_000,
  };
  const send = () => own.post(`${base}/door/${performance}/notes`, { device: 'Front', notes: [note] });
  for (const _ of [1, 2]) expect((await send()).json()).toMatchObject({ code: 200 });
  const entries = async () =>
    (await db.read.selectFrom('entry').select('amount').execute()).map(({ amount }) => amount);
  expect(await entries()).toEqual([]);
  expect((await list()).notes).toMatchObject([{ ref: order.ref, due: 2400, pence: 2400, device: 'Front' }]);
  const confirm = (due: number, who = admin) => who.post(`${base}/door/notes/${note.id}/confirm`, { due });
  expect((await confirm(1200)).json()).toMatchObject({ code: 409, msg: expect.stringContaining('£24.00 to pay now') });
  const answers = await Promise.all([confirm(2400), confirm(2400, own)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(await entries()).toEqual([2400]);
  await send();
  expect(await list()).toMatchObject({ notes: [], parties: [{ due: 0 }] });
});

onEachSite('a payment note for an order that has been cancelled or paid stays open until dismissed', async (on) => {
  const { admin, at, performance, sell, list } = await doors(on);
  const [cancelled, paid] = [await sell(1, { how: 'reserved' }), await sell(1, { how: 'reserved' })];
  const notes = [cancelled, paid].map(({ id }, index) => ({
    ...{ id: `note-${index}-aaaaaaaaaaaa`, kind: 'payment', order: id, how: 'card', pence: 1200, waited: 0 },
  }));
  await admin.post(`${base}/door/${performance}/notes`, { device: '', notes });
  await admin.send('POST', `${base}/orders/${cancelled.id}/cancel`);
  await admin.post(`${base}/orders/${paid.id}/pay`, { how: 'cash' });
  for (const { id } of notes) {
    const answer = (await admin.post(`${base}/door/notes/${id}/confirm`, { due: 1200 })).json();
    expect(answer).toMatchObject({ code: 409, msg: expect.stringContaining('paid or cancelled') });
  }
  expect((await list()).notes).toMatchObject([{ due: 0 }, { due: 0 }]);
  const waiting = async () =>
    ((await admin.page('/members/bookings')).content as unknown as { door_notes: object[] }).door_notes;
  expect(await waiting()).toEqual([
    { performance_id: performance, show: 'Blithe Spirit', date: '2026-11-28T19:30:00+00:00', count: 2 },
  ]);
  // The performance is over, but the list of doors still links to it
  at('2026-11-29T06:00:00.000Z');
  const doorsPage = async () => DoorIndexContent.parse((await admin.page('/members/door')).content);
  expect(await doorsPage()).toMatchObject({ performances: [], with_notes: [{ id: performance, notes: 2 }] });
  for (const { id } of notes) await admin.post(`${base}/door/notes/${id}/dismiss`, { reason: 'Paid twice' });
  expect(await waiting()).toEqual([]);
  expect((await doorsPage()).with_notes).toEqual([]);
  expect((await list()).notes).toEqual([]);
});

onEachSite(
  'a settled note can’t be settled again, and confirming a dismissed one says that no payment is recorded',
  async (on) => {
    const { admin, performance, sell } = await doors(on);
    const orders = [await sell(1, { how: 'reserved' }), await sell(1, { how: 'reserved' })];
    const notes = orders.map(({ id }, index) => ({
      ...{ id: `note-${index}-aaaaaaaaaaaa`, kind: 'payment', order: id, how: 'cash', pence: 1200, waited: 0 },
    }));
    await admin.post(`${base}/door/${performance}/notes`, { device: '', notes });
    const settle = async (index: number, how: string, body: object) =>
      (await admin.post(`${base}/door/notes/${notes[index]?.id}/${how}`, body)).json();
    const nothingToDo = 'This note has already been confirmed or dismissed, so there’s nothing left to do.';
    expect(await settle(0, 'confirm', { due: 1200 })).toMatchObject({ code: 200 });
    expect(await settle(0, 'confirm', { due: 1200 })).toEqual({ code: 409, msg: nothingToDo });
    expect(await settle(1, 'dismiss', { reason: 'A mistake' })).toMatchObject({ code: 200 });
    expect(await settle(1, 'dismiss', { reason: 'A mistake' })).toEqual({ code: 409, msg: nothingToDo });
    expect(await settle(1, 'confirm', { due: 1200 })).toEqual({
      code: 409,
      msg: 'This note has been dismissed, so its payment isn’t recorded. If the money was taken, mark the order as paid.',
    });
  },
);

onEachSite(
  'after a show is archived, its doors can still send check-ins and notes, and the notes can be settled',
  async (on) => {
    const { admin, at, show, performance, sell, list, send, mark, isIn, codesOf } = await doors(on);
    const order = await sell(1, { how: 'reserved' });
    const [{ ticket = '' } = {}] = await codesOf(order);
    await admin.post(`/members/api/manage_shows/${show}/archive`, {});
    const payment = { kind: 'payment', order: order.id, how: 'cash', pence: 1200, waited: 60_000 };
    const notes = ['note-1-aaaaaaaaaaaa', 'note-2-aaaaaaaaaaaa'].map((id) => ({ ...payment, id }));
    const sent = await admin.post(`${base}/door/${performance}/notes`, { device: 'Front', notes });
    expect(sent.json()).toMatchObject({ code: 200, refused: [] });
    expect((await send([mark({ ticket, waited: 60_000 })])).marked).toMatchObject([{ outcome: 'in' }]);
    expect(await isIn()).toHaveLength(1);
    at('2026-11-29T06:00:00.000Z');
    const { content } = await admin.page('/members/bookings');
    expect(content.door_notes).toMatchObject([{ performance_id: performance, show: 'Blithe Spirit', count: 2 }]);
    expect((await admin.page('/members/door')).content.with_notes).toMatchObject([{ id: performance, notes: 2 }]);
    const door = await admin.page(`/members/bookings/door/${performance}`);
    expect(door.content).toMatchObject({ type: 'door', performance: { archived: true } });
    expect((await list()).notes).toMatchObject([{ due: 1200 }, { due: 1200 }]);
    const settle = (id: string, how: string, body: object) => admin.post(`${base}/door/notes/${id}/${how}`, body);
    expect((await settle('note-1-aaaaaaaaaaaa', 'confirm', { due: 1200 })).json()).toMatchObject({ code: 200 });
    expect((await settle('note-2-aaaaaaaaaaaa', 'dismiss', { reason: 'Twice' })).json()).toMatchObject({ code: 200 });
    expect((await list()).notes).toEqual([]);
  },
);

onEachSite('implausible door notes are flagged or refused, and a plausible one among them is stored', async (on) => {
  const { admin, a, db, performance, sell, list, show } = await doors(on);
  const other = await a.performance({ show_id: show, starts_at: '2026-12-05T19:30:00.000Z' });
  const types = await db.read.selectFrom('ticket_type').select(['id', 'performance_id']).orderBy('ord').execute();
  const adultAt = (id: string) => types.find(({ performance_id }) => performance_id === id)?.id ?? '';
  const here = await sell(1, { how: 'reserved' });
  const booking = { performance_id: other, name: 'Dorothy Hollis', how: 'reserved' };
  const elsewhere = (await admin.post(`${base}/orders`, { ...booking, [`tickets_${adultAt(other)}`]: '1' })).json();
  const payment = { kind: 'payment', how: 'cash', pence: 1200, waited: 0 };
  const note = (index: number, fields: object) => ({ ...payment, id: `note-${index}-aaaaaaaaaaaa`, ...fields });
  const day = 86_400_000;
  const notes = [
    note(0, { order: elsewhere.id }),
    note(1, { order: 'nobody-has-this1' }),
    note(2, { order: here.id, waited: 20 * day }),
    note(3, { kind: 'walk_up', tickets: { 'unknown-type-001': 2 } }),
    note(4, { order: here.id, pence: -1 }),
    note(5, { order: here.id, pence: 1e12 }),
    note(6, { order: here.id, waited: -day }),
    note(7, { kind: 'walk_up', tickets: { [adultAt(performance)]: 1.5 } }),
    note(8, { order: here.id }),
  ];
  const answer = (await admin.post(`${base}/door/${performance}/notes`, { device: '', notes })).json();
  expect(answer).toMatchObject({ code: 200, refused: [4, 5, 6, 7].map((index) => ({ id: notes[index]?.id })) });
  expect(answer.refused[0].msg).toContain('can’t read this note');
  const doubts = new Map((await list()).notes.map((one) => [one.id, one.doubts]));
  expect([0, 1, 2, 3, 8].map((index) => doubts.get(notes[index]?.id ?? ''))).toEqual([
    ['other_performance'],
    ['no_order'],
    ['other_time'],
    ['other_types'],
    [],
  ]);
  expect(await db.read.selectFrom('entry').select('id').execute()).toEqual([]);
});

onEachSite('a performance with an open note from its door can’t be deleted', async (on) => {
  const { admin, performance, list } = await doors(on);
  const note = { id: 'note-1-aaaaaaaaaaaa', kind: 'walk_up', tickets: {}, how: 'cash', pence: 2400, waited: 0 };
  await admin.post(`${base}/door/${performance}/notes`, { device: '', notes: [note] });
  const remove = async () => (await admin.send('DELETE', `${base}/performances/${performance}`)).json();
  expect(await remove()).toMatchObject({
    code: 409,
    msg: expect.stringContaining('open notes from the door about money'),
  });
  expect((await list()).notes).toMatchObject([{ pence: 2400 }]);
  await admin.post(`${base}/door/notes/${note.id}/dismiss`, { reason: 'Entered by hand' });
  expect(await remove()).toMatchObject({ code: 200 });
});

onEachSite('the tickets of a walk-up noted offline are sold only once, and are then checked in', async (on) => {
  const { admin, performance, list, isIn, db } = await doors(on);
  const adult = await db.read
    .selectFrom('ticket_type')
    .select('id')
    .where('performance_id', '=', performance)
    .orderBy('ord')
    .executeTakeFirstOrThrow();
  const note = {
    id: 'note-1-aaaaaaaaaaaa',
    kind: 'walk_up',
    tickets: { [adult.id]: 2 },
    how: 'cash',
    pence: 2400,
    waited: 0,
  };
  await admin.post(`${base}/door/${performance}/notes`, { device: 'Front', notes: [note] });
  expect(await list()).toMatchObject({ parties: [], notes: [{ kind: 'walk_up', tickets: { [adult.id]: 2 } }] });
  const sale = { performance_id: performance, name: 'Walk-up', how: 'cash', [`tickets_${adult.id}`]: '2' };
  const sell = () => admin.post(`${base}/orders`, { ...sale, door_note: note.id });
  const answers = await Promise.all([sell(), sell()]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json().msg).toBe(
    'The tickets of this note have already been sold, or somebody has dismissed the note. No tickets were sold this time. If these people still need tickets, close this window and press “Sell tickets”.',
  );
  expect((await list()).notes).toEqual([]);
  expect((await isIn()).length).toBe(2);
});

onSite('the message about a sale or payment that is refused at the door says what to do with the money', async (on) => {
  const { admin, performance, sell } = await doors(on);
  const reserved = await sell(2, { how: 'reserved' });
  const pay = async () => (await admin.post(`${base}/orders/${reserved.id}/pay`, { how: 'cash' })).json();
  expect(await pay()).toMatchObject({ code: 200 });
  // The first response may have been lost, so the money may be the payment that the site has already recorded
  expect(await pay()).toEqual({
    code: 409,
    msg: `Order ${reserved.ref} is already marked as paid. Keep the money you’ve just taken, unless the order has now been paid twice: then return it.`,
  });
  const cancelled = await sell(1, { how: 'reserved' });
  await admin.send('POST', `${base}/orders/${cancelled.id}/cancel`);
  expect((await admin.post(`${base}/orders/${cancelled.id}/pay`, { how: 'cash' })).json()).toEqual({
    code: 409,
    msg: `Order ${cancelled.ref} has been cancelled. Return any money you’ve just taken for it.`,
  });
  const complimentary = await sell(1, { how: 'comp', reason: 'Friend' });
  expect((await admin.post(`${base}/orders/${complimentary.id}/pay`, { how: 'cash' })).json()).toEqual({
    code: 409,
    msg: `Order ${complimentary.ref} is complimentary, so nothing is due. Return any money you’ve just taken for it.`,
  });
  for (const count of [40, 52]) expect(await sell(count)).toMatchObject({ code: 200 });
  expect(await sell(2)).toEqual({
    code: 409,
    msg: 'There is only one place left for Saturday 28 November 2026 at 7.30pm. No tickets were sold. Choose fewer, or return any money you’ve taken.',
  });
  expect(await sell(1)).toMatchObject({ code: 200 });
  const soldOut =
    'Saturday 28 November 2026 at 7.30pm is sold out. No tickets were sold. Return any money you’ve taken.';
  expect(await sell(1)).toEqual({ code: 409, msg: soldOut });
  await admin.post(`${base}/performances/${performance}/cancel`, {});
  expect(await sell(1)).toEqual({
    code: 409,
    msg: 'The performance on Saturday 28 November 2026 at 7.30pm has been cancelled. No tickets were sold. Return any money you’ve taken.',
  });
});
