import fc from 'fast-check';
import { expect } from 'vitest';
import {
  confirmPlacesAndSeats,
  createPerformance,
  findPerformance,
  listSeatAssignments,
  releasePlacesAndSeats,
  savePlan,
  takePlaces,
  takeSeats,
} from '#features/box-office/performances/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import {
  allocateBestSeats,
  allocateBoxOfficeSeats,
  allocateChosenSeats,
  countAvailableSeats,
} from './seat-allocation.ts';

const starts_at = '2027-04-14T18:30:00.000Z';

/** Returns the instant `minute` minutes after noon (UTC) on the day of the performance. */
const at = (minute: number) => new Date(Date.parse('2027-04-14T12:00:00.000Z') + minute * 60_000).toISOString();

/** Creates a performance with numbered seats in this many rows. */
async function hall({ a, db }: SiteTestContext, { rows = 1, marks = {} }: { rows?: number; marks?: object } = {}) {
  const show_id = await a.show({ title: 'Blithe Spirit', date: '2027-04-14' });
  const id = newId();
  await write(db, async (tx) => {
    await createPerformance(tx, { id, show_id, starts_at, now: at(0) });
    const plan = { row_count: rows, hidden_seats: '[]', seat_marks: JSON.stringify(marks) };
    await savePlan(tx, { id, version: undefined, ...plan });
  });
  const performance = (await findPerformance(db.read, id)) ?? expect.fail('no performance');
  const choose = (seats: readonly string[], tickets: readonly string[], minute = 0, lasts = 10) =>
    write(db, (tx) =>
      allocateChosenSeats(tx, performance, { seats, tickets, until: at(minute + lasts), now: at(minute) }),
    );
  const seats = async () =>
    (await listSeatAssignments(db.read, [id])).map(({ seat, ticket_id }) => `${seat} ${ticket_id}`).sort();
  return { performance, id, choose, seats };
}

onEachSite('of two visitors who choose the same seat at once, one is refused and offered other seats', async (on) => {
  const { choose, seats } = await hall(on);
  const [one, other] = [newId(), newId()];
  const said = await Promise.all([choose(['A6', 'A7'], [one, newId()]), choose(['A7', 'A8'], [other, newId()])]);
  expect(said.filter((fault) => fault === undefined)).toHaveLength(1);
  expect(said.find((fault) => fault !== undefined)).toMatchObject({
    says: expect.stringContaining('A7 is no longer available'),
    fix: [expect.any(String), expect.any(String)],
  });
  expect(await seats()).toHaveLength(2);
});

onEachSite('an expired hold on a seat can be taken over, and an active one can’t', async (on) => {
  const { choose, seats } = await hall(on);
  expect(await choose(['A6'], ['first'], 0)).toBeUndefined();
  expect(await choose(['A6'], ['second'], 9)).toMatchObject({ says: 'A6 is no longer available.' });
  expect(await choose(['A6'], ['second'], 10)).toBeUndefined();
  expect(await seats()).toEqual(['A6 second']);
});

onSite('a seat is released and confirmed together with its place', async (on) => {
  const { id, choose, seats } = await hall(on);
  const take = (ticket: string) =>
    write(on.db, (tx) => takePlaces(tx, { performance: id, tickets: [ticket], until: at(10), now: at(0) }));
  await take('ann');
  await take('bob');
  await choose(['A6'], ['ann']);
  await choose(['A7'], ['bob']);
  await write(on.db, (tx) => confirmPlacesAndSeats(tx, { performance: id, tickets: ['ann'], now: at(5) }));
  await write(on.db, (tx) => releasePlacesAndSeats(tx, ['bob']));
  expect(await seats()).toEqual(['A6 ann']);
  expect(await choose(['A6'], ['eve'], 600)).toMatchObject({ says: 'A6 is no longer available.' });
});

onEachSite('house seats are neither allocated nor counted as available until they are released', async (on) => {
  const marks = {
    A6: { kind: '', reason: 'For the author', release: 60 },
    A7: { kind: 'wheelchair', reason: '', release: 0 },
  };
  const { performance, id, choose } = await hall(on, { marks });
  const counted = async (now: string) => (await countAvailableSeats(on.db.read, [performance], now)).get(id);
  expect(await counted(at(0))).toEqual({ houseSeats: 1, free: 11, spaces: 1, hasSpaces: true });
  expect(await choose(['A6'], ['ann'])).toMatchObject({ says: 'A6 is no longer available.' });
  // An hour before the start
  expect(await counted('2027-04-14T17:30:00.000Z')).toEqual({ houseSeats: 0, free: 12, spaces: 1, hasSpaces: true });
  expect(await choose(['A6'], ['ann'], 330)).toBeUndefined();
});

onSite('a sale by the box office is refused with the reason if too few ordinary seats are left', async (on) => {
  const house = Array.from({ length: 10 }, (_, index) => [`A${index + 1}`, { kind: '', reason: 'Press', release: 0 }]);
  const { performance } = await hall(on, { marks: Object.fromEntries(house) });
  const sell = (tickets: readonly string[]) =>
    write(on.db, (tx) =>
      allocateBoxOfficeSeats(tx, performance, {
        ...{ tickets, now: at(0) },
        seats: { seats: 'best', chosen_seats: [], wheelchairs: 0 },
      }),
    );
  expect(await sell(['ann', 'bob', 'eve'])).toEqual({
    refused: expect.stringMatching(/^There aren’t enough ordinary seats left\. If there are house seats,/),
  });
  expect(await sell(['ann', 'bob'])).toEqual({ seats: ['A11', 'A12'] });
});

onEachSite('the database refuses a second ticket on a seat, and a second seat for a ticket', async (on) => {
  const { id, choose } = await hall(on);
  await choose(['A6'], ['ann']);
  const put = (seat: string, ticket_id: string) =>
    write(on.db, (tx) =>
      tx
        .insertInto('seat_assignment')
        .values({ performance_id: id, seat, ticket_id, held_until: at(5) })
        .execute(),
    ).then(
      () => 'put',
      () => 'refused',
    );
  expect(await put('A6', 'bob')).toBe('refused');
  expect(await put('A5', 'ann')).toBe('refused');
  expect(await put('A5', 'bob')).toBe('put');
});

/** Steps of several buyers, each with a seat and the number of minutes before the step. */
const steps = fc.array(
  fc.record({
    buyer: fc.integer({ min: 0, max: 4 }),
    does: fc.constantFrom('choose', 'best', 'pay', 'leave'),
    seat: fc.integer({ min: 1, max: 10 }),
    later: fc.constantFrom(0, 0, 1, 6),
  }),
  { minLength: 3, maxLength: 25 },
);

/** Runs the buyers' actions of each minute concurrently. Returns the sold seats by ticket. */
async function interleave(
  db: Database,
  { performance, id }: Awaited<ReturnType<typeof hall>>,
  plan: readonly { buyer: number; does: string; seat: number; later: number }[],
) {
  let minute = 0;
  const sold = new Map<string, string>();
  const together: Promise<unknown>[] = [];
  for (const { buyer, does, seat, later } of plan) {
    if (later > 0) await Promise.all(together.splice(0));
    minute += later;
    const tickets = [`${id} ${buyer} one`, `${id} ${buyer} two`];
    const giving = { tickets, until: at(minute + 5), now: at(minute) };
    const isSold = tickets.some((ticket) => sold.has(ticket));
    if (isSold) continue;
    if (does === 'choose') {
      const seats = [`A${seat}`, `A${seat + 1}`];
      together.push(write(db, (tx) => allocateChosenSeats(tx, performance, { ...giving, seats })));
    } else if (does === 'best') together.push(write(db, (tx) => allocateBestSeats(tx, performance, giving)));
    else {
      await Promise.all(together.splice(0));
      const own = (await listSeatAssignments(db.read, [id])).filter(({ ticket_id }) => tickets.includes(ticket_id));
      if (does === 'leave') await write(db, (tx) => releasePlacesAndSeats(tx, tickets));
      else {
        await write(db, (tx) => confirmPlacesAndSeats(tx, { performance: id, tickets, now: at(minute) }));
        for (const row of own) sold.set(row.ticket_id, row.seat);
      }
    }
  }
  await Promise.all(together);
  return sold;
}

onEachSite(
  'a sold seat stays with its buyer, however other buyers choose, pay, leave and time out concurrently',
  async (on) => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        run += 1;
        const there = await hall(on, { rows: 1 });
        const sold = await interleave(on.db, there, plan);
        const rows = await listSeatAssignments(on.db.read, [there.id]);
        expect(new Set(rows.map(({ seat }) => seat)).size).toBe(rows.length);
        expect(new Set(rows.map(({ ticket_id }) => ticket_id)).size).toBe(rows.length);
        for (const [ticket, seat] of sold) {
          expect(rows.find(({ ticket_id }) => ticket_id === ticket)).toMatchObject({ seat, held_until: null });
        }
      }),
      { numRuns: 15, seed: 15 },
    );
    expect(run).toBeGreaterThan(0);
  },
);

onSite('two tickets can swap their seats in one step', async (on) => {
  const { id, seats: assigned } = await hall(on);
  const take = (seats: { ticket: string; seat: string }[]) =>
    write(on.db, (tx) => takeSeats(tx, { performance: id, seats, until: null, now: at(0) }));
  expect(
    await take([
      { ticket: 'ann', seat: 'A1' },
      { ticket: 'bob', seat: 'A2' },
    ]),
  ).toBe('assigned');
  expect(
    await take([
      { ticket: 'ann', seat: 'A2' },
      { ticket: 'bob', seat: 'A1' },
    ]),
  ).toBe('assigned');
  expect(await assigned()).toEqual(['A1 bob', 'A2 ann']);
  expect(await take([{ ticket: 'eve', seat: 'A1' }])).toEqual({ taken: ['A1'] });
});
