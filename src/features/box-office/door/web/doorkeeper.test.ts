import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PendingCheckIn, PendingNote } from '../check-ins.ts';
import type { CheckIn, CheckInResult, DoorList, StoredDoorList, SubmittedNote } from '../contract.ts';
import { maxCheckInAgeMs } from '../limits.ts';
import { countTicketsAndArrivals } from '../shown-party.ts';
import { hashTicketCode } from '../ticket-check.ts';
import { Doorkeeper } from './doorkeeper.ts';
import { toRefusalMessage } from './outbox.ts';

const performance = 'a performance';
const madeAt = '2026-11-28T19:00:00.000Z';
const code = (n: number) => `48192${n}-AAAA-BBBB-CCCC`;

const counts = { from: '2026-11-28T13:30:00.000Z', until: '2026-11-30T00:00:00.000Z' };

/** Simulates a site with parties of two, which records who is inside, and a network that can be cut. */
async function house(parties = 2) {
  const hash = (n: number) => hashTicketCode(performance, code(n));
  const ids = Array.from({ length: parties * 2 }, (_, n) => n);
  const codes = await Promise.all(ids.map(hash));
  const arrived = new Map<string, { at: string; device: string }>();
  const done = new Set<string>();
  const owing = new Set<string>();
  const unusual = new Map<string, { refunded?: number; disputed?: number }>();
  const handedIn = new Map<string, SubmittedNote>();
  /**
   * `takes` is the time that a response takes (milliseconds). Responses wait until `holds` is settled. A `refusal` is
   * the message with which the site refuses the list and notes.
   */
  const network = {
    isUp: true,
    answers: true,
    takes: 0,
    refusal: '',
    holds: undefined as Promise<void> | undefined,
    counts,
    practice: false,
  };
  const patience = Promise.withResolvers<void>();
  const ticketOf = (n: number) => {
    const is = arrived.get(`t${n}`);
    return { id: `t${n}`, code: codes[n] ?? '', seat: '', ...(is && { arrived: is }) };
  };
  const list = (): DoorList => ({
    parties: Array.from({ length: parties }, (_, p) => ({
      ...{ id: `p${p}`, initial: 'H', seats: [], owes: owing.has(`p${p}`), ref: 100 + p, name: 'Hollis', note: '' },
      ...{
        bought: '2 Adult',
        needs: [],
        due: owing.has(`p${p}`) ? 2400 : 0,
        ...{ price: 2400, refunded: 0, disputed: 0, ...unusual.get(`p${p}`) },
        tickets: [ticketOf(2 * p), ticketOf(2 * p + 1)],
      },
    })),
    ...{ gone: [], invalid_arrivals: [], notes: [], as_of: madeAt },
  });
  const takes = (mark: CheckIn, device: string): CheckInResult => {
    const n = mark.code === '' ? Number(mark.ticket.slice(1)) : ids.find((one) => code(one) === mark.code);
    if (n === undefined) return { id: mark.id, outcome: 'unknown', party: '' };
    if (network.practice) {
      const outcome = mark.came ? 'in' : 'out';
      return { id: mark.id, outcome, party: `p${Math.floor(n / 2)}`, ticket: ticketOf(n), practice: true };
    }
    const before = arrived.get(`t${n}`);
    const isNew = !done.has(mark.id);
    done.add(mark.id);
    if (isNew && mark.came && !before) arrived.set(`t${n}`, { at: '2026-11-28T19:00:00+00:00', device });
    if (isNew && !mark.came) arrived.delete(`t${n}`);
    const outcome = mark.came ? (before && isNew ? 'already' : 'in') : 'out';
    return { id: mark.id, outcome, party: `p${Math.floor(n / 2)}`, ticket: ticketOf(n) };
  };
  let made = 0;
  const door = (device: string, pending: PendingCheckIn[] = []) => {
    const stored: { pending: readonly PendingCheckIn[]; notes: readonly PendingNote[]; list?: StoredDoorList } = {
      pending,
      notes: [],
    };
    const keeper = new Doorkeeper({ id: performance, timeZone: 'Europe/London', counts: network.counts }, list(), {
      fetchList: async (within) => {
        const answer = { code: 200, msg: '', ...list() };
        await network.holds;
        if (!network.isUp || network.takes > within) return { code: 0, msg: '' };
        return network.refusal === '' ? answer : { code: 503, msg: network.refusal };
      },
      sendCheckIns: async (marks, within) => {
        await network.holds;
        if (!network.isUp || network.takes > within) return { code: 0, msg: '' };
        if (marks.some(({ waited }) => waited > maxCheckInAgeMs)) return { code: 400, msg: 'That is too long ago' };
        const marked = marks.map((mark) => takes(mark, device));
        return network.answers ? { code: 200, msg: '', marked } : { code: 0, msg: '' };
      },
      storePending: (some) => {
        stored.pending = [...stored.pending, ...some];
      },
      deletePending: (sent) => {
        stored.pending = stored.pending.filter(({ id }) => !sent.some((one) => one.id === id));
      },
      storeList: (list) => {
        stored.list = list;
      },
      sendNotes: async (notes) => {
        if (!network.isUp) return { code: 0, msg: '' };
        if (network.refusal !== '') return { code: 503, msg: network.refusal };
        const refused = notes.filter(({ pence }) => pence < 0).map(({ id }) => ({ id, msg: 'No such amount' }));
        for (const note of notes.filter(({ pence }) => pence >= 0)) handedIn.set(note.id, note);
        return network.answers ? { code: 200, msg: '', refused } : { code: 0, msg: '' };
      },
      storeNotes: (some) => {
        stored.notes = [...stored.notes, ...some];
      },
      deleteNotes: (sent) => {
        stored.notes = stored.notes.filter(({ id }) => !sent.some((one) => one.id === id));
      },
      wait: () => patience.promise,
      newId: () => `mark ${made++}`,
      now: () => Date.parse('2026-11-28T19:05:00Z'),
      device: () => device,
    });
    keeper.resume(pending);
    return { keeper, stored };
  };
  return { door, network, patience, arrived, owing, unusual, handedIn, isIn: () => [...arrived.keys()].sort() };
}

test('check-ins without a network work on the device and are sent when the network returns', async () => {
  const { door, network, isIn } = await house();
  const { keeper, stored } = door('Front');
  network.isUp = false;
  expect(await keeper.checkCode(code(0))).toMatchObject({ outcome: 'in', isOffline: true, party: { id: 'p0' } });
  expect(await keeper.checkCode(code(0))).toMatchObject({ outcome: 'already', arrived: { device: 'Front' } });
  keeper.setArrived('t2', true);
  await keeper.sync();
  expect(keeper.snapshot()).toMatchObject({ pendingCheckIns: 2, isOffline: true });
  expect(stored.pending.map(({ ticket }) => ticket)).toEqual(['t0', 't2']);
  expect(countTicketsAndArrivals(keeper.snapshot().parties)).toEqual({ arrived: 2, sold: 4 });
  network.isUp = true;
  await keeper.sync();
  expect(keeper.snapshot()).toMatchObject({ pendingCheckIns: 0, isOffline: false });
  expect(isIn()).toEqual(['t0', 't2']);
  expect(stored.pending).toEqual([]);
});

test('a check-in made as the network returns is sent immediately', async () => {
  const { door, network, isIn } = await house();
  const { keeper } = door('Front');
  await keeper.sync();
  network.isUp = false;
  const shown = keeper.checkCode(code(0));
  const cut = new Promise<void>((resolve) => {
    keeper.subscribe(() => keeper.snapshot().isOffline && resolve());
  });
  await cut;
  network.isUp = true;
  await keeper.sync();
  expect(await shown).toMatchObject({ outcome: 'in' });
  await expect.poll(isIn).toEqual(['t0']);
  expect(keeper.snapshot()).toMatchObject({ pendingCheckIns: 0, isOffline: false });
});

test('a device waits 15 seconds for its list without counting as offline, but is offline if it takes a minute', async () => {
  const { door, network } = await house();
  const { keeper } = door('Front');
  network.takes = 15_000;
  expect(keeper.snapshot()).toMatchObject({ isOffline: false, hasNames: false });
  await keeper.sync();
  expect(keeper.snapshot()).toMatchObject({ isOffline: false, hasNames: true });
  network.takes = 60_000;
  await keeper.sync();
  expect(keeper.snapshot()).toMatchObject({ isOffline: true, hasNames: true });
  network.takes = 15_000;
  await keeper.sync();
  expect(keeper.snapshot()).toMatchObject({ isOffline: false });
});

test('on a slow network, a scan is answered on the device while check-ins are still being sent', async () => {
  const { door, network, patience, isIn } = await house();
  const { keeper } = door('Front');
  const held = Promise.withResolvers<void>();
  network.holds = held.promise;
  keeper.setArrived('t2', true);
  const shown = keeper.checkCode(code(0));
  patience.resolve();
  expect(await shown).toMatchObject({ outcome: 'in', isOffline: true });
  // The next scan is answered without waiting for the site
  expect(await keeper.checkCode(code(1))).toMatchObject({ outcome: 'in', isOffline: true });
  expect(keeper.snapshot()).toMatchObject({ pendingCheckIns: 3, isOffline: true });
  held.resolve();
  await keeper.sync();
  expect(keeper.snapshot()).toMatchObject({ pendingCheckIns: 0, isOffline: false });
  expect(isIn()).toEqual(['t0', 't1', 't2']);
});

test('a list requested before a check-in and received after it doesn’t undo the check-in', async () => {
  const { door, network } = await house();
  const { keeper } = door('Front');
  const held = Promise.withResolvers<void>();
  network.holds = held.promise;
  const renewed = keeper.sync();
  // Lets pending promises run until the list is requested
  for (const _ of Array.from({ length: 9 })) await Promise.resolve();
  network.holds = undefined;
  expect(await keeper.checkCode(code(0))).toMatchObject({ outcome: 'in', isOffline: false });
  held.resolve();
  await renewed;
  expect(countTicketsAndArrivals(keeper.snapshot().parties)).toEqual({ arrived: 1, sold: 4 });
});

test('check-ins that were waiting before a reload are sent after the reload', async () => {
  const { door, network, isIn } = await house();
  const before = door('Front');
  network.isUp = false;
  await before.keeper.checkCode(code(3));
  const after = door('Front', [...before.stored.pending]);
  expect(countTicketsAndArrivals(after.keeper.snapshot().parties)).toEqual({ arrived: 1, sold: 4 });
  network.isUp = true;
  await after.keeper.sync();
  expect(isIn()).toEqual(['t3']);
});

test('a check-in made with a clock that was wrong by years is sent, and later ones follow', async () => {
  const { door, isIn } = await house();
  const { keeper, stored } = door('Front', [{ id: 'before', ticket: 't0', came: true, at: 0 }]);
  await keeper.sync();
  expect(keeper.snapshot()).toMatchObject({ pendingCheckIns: 0, refused: '' });
  expect(await keeper.checkCode(code(2))).toMatchObject({ outcome: 'in', isOffline: false });
  expect(isIn()).toEqual(['t0', 't2']);
  expect(stored.pending).toEqual([]);
});

test('two windows of one door share their check-ins, and a check-in sent by both counts once', async () => {
  const { door, network, isIn } = await house();
  const [one, other] = [door('Front'), door('Front')];
  network.isUp = false;
  await one.keeper.checkCode(code(0));
  await other.keeper.sync();
  other.keeper.resume(one.stored.pending);
  expect(await other.keeper.checkCode(code(0))).toMatchObject({ outcome: 'already' });
  await other.keeper.checkCode(code(2));
  one.keeper.resume(other.stored.pending);
  expect(countTicketsAndArrivals(one.keeper.snapshot().parties)).toEqual({ arrived: 2, sold: 4 });
  network.isUp = true;
  await Promise.all([one.keeper.sync(), other.keeper.sync()]);
  expect(isIn()).toEqual(['t0', 't2']);
  expect([one, other].map(({ keeper }) => keeper.snapshot().pendingCheckIns)).toEqual([0, 0]);
  expect([one, other].flatMap(({ stored }) => stored.pending)).toEqual([]);
});

test('a stored page loaded without a network shows the last list, without names', async () => {
  const { door, network } = await house();
  const stale = door('Front');
  const before = door('Front');
  await before.keeper.checkCode(code(0));
  expect(JSON.stringify(before.stored.list)).not.toContain('Hollis');
  network.isUp = false;
  if (before.stored.list) stale.keeper.restoreStoredList(before.stored.list);
  await stale.keeper.sync();
  expect(await stale.keeper.checkCode(code(0))).toMatchObject({ outcome: 'already', isOffline: true });
});

test('a list in a freshly rendered page replaces an older stored list', async () => {
  const { door, network, arrived } = await house();
  const before = door('Front');
  await before.keeper.sync();
  arrived.set('t0', { at: '2026-11-28T19:04:00+00:00', device: 'Side' });
  const fresh = door('Front');
  network.isUp = false;
  if (before.stored.list) fresh.keeper.restoreStoredList({ ...before.stored.list, as_of: '2026-11-28T18:00:00.000Z' });
  await fresh.keeper.sync();
  expect(await fresh.keeper.checkCode(code(0))).toMatchObject({ outcome: 'already', arrived: { device: 'Side' } });
});

test('after a lost response, a resent scan neither admits a ticket twice nor is rejected', async () => {
  const { door, network, isIn } = await house();
  const { keeper } = door('Front');
  network.answers = false;
  expect(await keeper.checkCode(code(0))).toMatchObject({ outcome: 'in', isOffline: true });
  network.answers = true;
  await keeper.sync();
  expect(isIn()).toEqual(['t0']);
  expect(keeper.snapshot()).toMatchObject({ pendingCheckIns: 0 });
});

test('without a network, scanning the code of an unpaid order checks nobody in', async () => {
  const { door, network, owing } = await house();
  owing.add('p0');
  const { keeper } = door('Front');
  network.isUp = false;
  expect(await keeper.checkCode(code(0))).toMatchObject({ outcome: 'owes' });
  expect(keeper.snapshot().pendingCheckIns).toBe(0);
});

test('text that isn’t a code admits nobody, nor does a code that isn’t on the list', async () => {
  const { door, network } = await house();
  const { keeper } = door('Front');
  expect(await keeper.checkCode('https://players.example')).toMatchObject({ outcome: 'unknown' });
  network.isUp = false;
  for (const typed of ['', '481929-AAAA-BBBB-CCCC', '481920-AAAA-BBBB-CCCD']) {
    expect(await keeper.checkCode(typed)).toMatchObject({ outcome: 'unknown' });
  }
  expect(keeper.snapshot().pendingCheckIns).toBe(0);
});

test('two doors with an unreliable network end in the same state as the site', async () => {
  const step = fc.record({
    door: fc.constantFrom(0, 1),
    what: fc.constantFrom('show', 'tick', 'untick', 'cut', 'mend', 'lose', 'sync'),
    ticket: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { door, network, isIn } = await house();
      const doors = [door('Front'), door('Side')];
      for (const { door: at, what, ticket } of steps) {
        const keeper = doors[at]?.keeper;
        if (what === 'show') await keeper?.checkCode(code(ticket));
        if (what === 'tick' || what === 'untick') keeper?.setArrived(`t${ticket}`, what === 'tick');
        if (what === 'cut') network.isUp = false;
        if (what === 'lose') network.answers = false;
        if (what === 'mend') Object.assign(network, { isUp: true, answers: true });
        if (what === 'sync') await keeper?.sync();
      }
      Object.assign(network, { isUp: true, answers: true });
      for (const _ of [1, 2]) for (const { keeper } of doors) await keeper.sync();
      for (const { keeper } of doors) {
        const { parties, pendingCheckIns } = keeper.snapshot();
        expect(pendingCheckIns).toBe(0);
        const here = parties.flatMap(({ tickets }) => tickets).filter(({ arrived }) => arrived);
        expect(here.map(({ id }) => id).sort()).toEqual(isIn());
      }
    }),
    { numRuns: 60 },
  );
});

test('check-ins on another day are practice: only their own page shows them, and they aren’t stored', async () => {
  const { door, network, isIn } = await house();
  network.practice = true;
  network.counts = { from: '2027-04-22T13:30:00.000Z', until: '2027-04-24T00:00:00.000Z' };
  const { keeper, stored } = door('Front');
  await keeper.sync();
  expect(keeper.snapshot()).toMatchObject({ practice: true });
  expect(await keeper.checkCode(code(0))).toMatchObject({ outcome: 'in', practice: true, party: { id: 'p0' } });
  expect(await keeper.checkCode(code(0))).toMatchObject({ outcome: 'already', practice: true });
  expect(keeper.letIn('p1', ['t2'])).toMatchObject({ outcome: 'in', practice: true, party: { id: 'p1' } });
  await keeper.sync();
  expect(countTicketsAndArrivals(keeper.snapshot().parties)).toEqual({ arrived: 2, sold: 4 });
  network.isUp = false;
  await keeper.sync();
  expect(await keeper.checkCode(code(3))).toMatchObject({ outcome: 'in', practice: true, isOffline: true });
  network.isUp = true;
  await keeper.sync();
  expect(isIn()).toEqual([]);
  expect(stored.pending).toEqual([]);
  expect(JSON.stringify(stored.list)).not.toContain('arrived');
  expect(countTicketsAndArrivals(door('Side').keeper.snapshot().parties)).toEqual({ arrived: 0, sold: 4 });
});

test('a reference typed instead of a code finds its booking, with and without a network', async () => {
  const { door, network } = await house();
  const { keeper } = door('Front');
  for (const typed of ['101', ' Ref 101', '#101']) {
    expect(await keeper.checkCode(typed)).toMatchObject({ outcome: 'booking', party: { id: 'p1' } });
  }
  network.isUp = false;
  await keeper.sync();
  expect(await keeper.checkCode('100')).toMatchObject({ outcome: 'booking', party: { id: 'p0' } });
  const { party, ...unknown } = await keeper.checkCode('249');
  expect({ party, outcome: unknown.outcome }).toEqual({ party: undefined, outcome: 'booking' });
  expect(keeper.snapshot().pendingCheckIns).toBe(0);
});

test('a page loaded without a network still shows references and amounts due', async () => {
  const { door, network, owing } = await house();
  owing.add('p0');
  const before = door('Front');
  await before.keeper.sync();
  expect(before.stored.list?.parties[0]).toMatchObject({ ref: 100, initial: 'H', owes: true, due: 2400 });
  network.isUp = false;
  const after = door('Front');
  if (before.stored.list) after.keeper.restoreStoredList(before.stored.list);
  await after.keeper.sync();
  expect(after.keeper.snapshot().parties[0]).toMatchObject({ ref: 100, due: 2400 });
});

test('a payment note that the site can’t read stays on the device, and other notes are sent', async () => {
  const { door, network, handedIn } = await house();
  const { keeper, stored } = door('Front');
  network.isUp = false;
  keeper.addNote({ kind: 'payment', order: 'p0', how: 'cash', pence: -5 });
  keeper.addNote({ kind: 'payment', order: 'p1', how: 'cash', pence: 1200 });
  network.isUp = true;
  await keeper.sync();
  expect([...handedIn.values()]).toMatchObject([{ order: 'p1' }]);
  expect(keeper.snapshot()).toMatchObject({ pendingNotes: [{ order: 'p0' }], refused: 'No such amount' });
  expect(stored.notes).toMatchObject([{ order: 'p0' }]);
});

test('a refusal of the door list is shown until the site sends the list again', async () => {
  const { door, network } = await house();
  const { keeper } = door('Front');
  network.refusal = 'Please wait a moment';
  await keeper.sync();
  expect(keeper.snapshot()).toMatchObject({ isOffline: false, hasNames: false, refused: 'Please wait a moment' });
  network.refusal = '';
  await keeper.sync();
  expect(keeper.snapshot()).toMatchObject({ hasNames: true, refused: '' });
});

test('a refusal of a payment note is no longer shown once the site has taken the note', async () => {
  const { door, network } = await house();
  const { keeper } = door('Front');
  network.refusal = 'Please wait a moment';
  keeper.addNote({ kind: 'payment', order: 'p0', how: 'cash', pence: 2400 });
  await keeper.sync();
  expect(keeper.snapshot()).toMatchObject({ pendingNotes: [{ order: 'p0' }], refused: 'Please wait a moment' });
  network.refusal = '';
  await keeper.sync();
  expect(keeper.snapshot()).toMatchObject({ pendingNotes: [], refused: '' });
});

test('a note of a payment survives an offline reload, and the site stores it once even if it is sent twice', async () => {
  const { door, network, handedIn } = await house();
  const before = door('Front');
  network.isUp = false;
  before.keeper.addNote({ kind: 'payment', order: 'p0', how: 'cash', pence: 2400 });
  await before.keeper.sync();
  expect(before.stored.notes).toHaveLength(1);
  const after = door('Front');
  after.keeper.resumeNotes(before.stored.notes);
  after.stored.notes = before.stored.notes;
  expect(after.keeper.snapshot().pendingNotes).toMatchObject([{ order: 'p0', pence: 2400 }]);
  Object.assign(network, { isUp: true, answers: false });
  await after.keeper.sync();
  network.answers = true;
  await after.keeper.sync();
  expect([...handedIn.values()]).toMatchObject([{ kind: 'payment', order: 'p0', how: 'cash', pence: 2400 }]);
  expect([after.stored.notes, after.keeper.snapshot().pendingNotes]).toEqual([[], []]);
});

test('a note that is deleted in another window isn’t sent any more', async () => {
  const { door, network, handedIn } = await house();
  const { keeper } = door('Front');
  network.isUp = false;
  keeper.resumeNotes([{ id: 'one', kind: 'payment', order: 'p0', how: 'cash', pence: 2400, at: Date.parse(madeAt) }]);
  await keeper.sync();
  expect(keeper.snapshot().pendingNotes).toHaveLength(1);
  keeper.dropNote('one');
  network.isUp = true;
  await keeper.sync();
  expect([handedIn.size, keeper.snapshot().pendingNotes]).toEqual([0, []]);
});

test('after an offline reload, scanning a refunded or disputed ticket doesn’t check it in', async () => {
  const { door, network, unusual } = await house();
  unusual.set('p0', { refunded: 1200 }).set('p1', { disputed: 2400 });
  const before = door('Front');
  await before.keeper.sync();
  network.isUp = false;
  const after = door('Front');
  if (before.stored.list) after.keeper.restoreStoredList(before.stored.list);
  await after.keeper.sync();
  expect(await after.keeper.checkCode(code(0))).toMatchObject({ outcome: 'refunded', party: { refunded: 1200 } });
  expect(await after.keeper.checkCode(code(2))).toMatchObject({ outcome: 'disputed', party: { disputed: 2400 } });
  expect(after.keeper.snapshot().pendingCheckIns).toBe(0);
  after.keeper.setArrived('t0', true);
  expect(await after.keeper.checkCode(code(0))).toMatchObject({ outcome: 'already' });
});

test('tickets on a list that an earlier release stored without refunds can still be checked in', async () => {
  const { door, network } = await house();
  const { keeper, stored } = door('Front');
  await keeper.sync();
  network.isUp = false;
  const parties = stored.list?.parties.map(({ price, refunded, disputed, ...party }) => party) ?? [];
  const after = door('Front');
  after.keeper.restoreStoredList({ ...(stored.list as StoredDoorList), parties: parties as StoredDoorList['parties'] });
  await after.keeper.sync();
  expect(await after.keeper.checkCode(code(0))).toMatchObject({ outcome: 'in' });
});

test('fetching the page again updates the number of places left, even if the list can’t be fetched', async () => {
  const { door, network } = await house();
  const { keeper } = door('Front');
  network.isUp = false;
  const sale = { ticket_types: [], availability: { left: 92 } } as unknown as Parameters<typeof keeper.renewSale>[0];
  keeper.renewSale(sale);
  await keeper.sync();
  expect(keeper.snapshot()).toMatchObject({ isOffline: true, sale });
});

test('a steward who loses access is told to carry on letting people in, and any other refusal shows the site’s message', () => {
  expect(toRefusalMessage(403, 'Your account doesn’t have access.')).toContain('Carry on letting people in');
  expect(toRefusalMessage(403, 'First set up a second factor.')).not.toContain('Ask an admin for access');
  expect(toRefusalMessage(503, 'Please wait a moment.')).toBe('Please wait a moment.');
  expect(toRefusalMessage(0, '')).toBe('');
});
