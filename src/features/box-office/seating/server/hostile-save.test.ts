import { expect } from 'vitest';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { bookingCallsPath, createBoxOffice, switchToNumberedSeats } from '#tests/support/society/box-office.ts';
import type { Seating } from '../contract.ts';

/** Creates a performance with numbered seats in three rows, of which B3 and B4 are sold. */
async function house(on: SiteTestContext) {
  const office = await createBoxOffice(on);
  const { performance, post, pageAt, sell, type } = office;
  await switchToNumberedSeats(office, performance, { rows: 3 });
  const { ref } = await sell({ [type('Adult')]: '2', seats: 'plan', chosen_seats: 'B3,B4' });
  const address = `/members/bookings/seating/${performance}`;
  const open = async () => (await pageAt(address)).content as unknown as Seating;
  const save = async (body: unknown) => (await post(address, body as object)).json();
  return { ...office, ref: `${ref}`, address, open, save };
}

const layout = { rowCount: 3, hiddenSeats: [], newSeats: 0, fullWidth: 12 };
const all = Array.from({ length: 120 * 12 }, (_, at) => `${'ABCDEFGHIJ'[at % 10]}${(at % 12) + 1}`);

/** Invalid requests, by kind. Each is created with the reference of an order. */
const bodies: Record<string, (ref: string) => unknown> = {
  'nothing at all': () => null,
  'a list': () => [],
  'no layout': () => ({ assignments: {} }),
  'no assignments': () => ({ layout }),
  'a list of assignments': (ref) => ({ layout, assignments: ['B3', ref] }),
  'an order that is a list': (ref) => ({ layout, assignments: { B3: [ref] } }),
  'an order that is a fraction': () => ({ layout, assignments: { B3: 1.5 } }),
  'an order that is long': () => ({ layout, assignments: { B3: '1'.repeat(10_000) } }),
  'a seat in small letters': (ref) => ({ layout, assignments: { b3: ref } }),
  'a seat named like a property of every object': (ref) => ({
    layout,
    assignments: JSON.parse(`{"__proto__":"${ref}"}`),
  }),
  'a constructor': (ref) => ({ layout, assignments: { constructor: ref } }),
  'ten thousand rows': () => ({ layout: { ...layout, rowCount: 10_000 }, assignments: {} }),
  'a negative number of rows': () => ({ layout: { ...layout, rowCount: -1 }, assignments: {} }),
  'half a row': () => ({ layout: { ...layout, rowCount: 1.5 }, assignments: {} }),
  'a row of thirteen': () => ({ layout: { ...layout, fullWidth: 13 }, assignments: {} }),
  'a negative number of new seats': () => ({ layout: { ...layout, newSeats: -1 }, assignments: {} }),
  'new seats in words': () => ({ layout: { ...layout, newSeats: 'two' }, assignments: {} }),
  'thousands of hidden seats': () => ({
    layout: { ...layout, hiddenSeats: Array(2000).fill('A1') },
    assignments: {},
  }),
  'thousands of hidden seats that don’t exist': () => ({
    layout: { ...layout, hiddenSeats: Array.from({ length: 2000 }, (_, at) => `Z${at}`) },
    assignments: {},
  }),
  'thousands of seats for an order that isn’t one': () => ({
    layout: { ...layout, rowCount: 120 },
    assignments: Object.fromEntries(all.map((seat, at) => [seat, `${at}`])),
  }),
  'a negative version': (ref) => ({ layout, assignments: { B3: ref, B4: ref }, version: -1 }),
  'half a version': (ref) => ({ layout, assignments: { B3: ref, B4: ref }, version: 2.5 }),
  'a version in words': (ref) => ({ layout, assignments: { B3: ref, B4: ref }, version: 'latest' }),
  'more seats than were bought': (ref) => ({ layout, assignments: { B3: ref, B4: ref, B5: ref } }),
  'a hidden seat': (ref) => ({ layout: { ...layout, hiddenSeats: ['B5'] }, assignments: { B4: ref, B5: ref } }),
  'a promised seat hidden': (ref) => ({
    layout: { ...layout, hiddenSeats: ['B3'] },
    assignments: { B4: ref, B5: ref },
  }),
  'a promised row gone': (ref) => ({ layout: { ...layout, rowCount: 1 }, assignments: { A1: ref, A2: ref } }),
  'a price that isn’t a number': () => ({ layout, assignments: {}, ticket_pricing: { Adult: '12' } }),
  'a price for a property of every object': () => ({ layout, assignments: {}, ticket_pricing: { toString: 1 } }),
  'an unknown kind of seat': () => ({ layout, assignments: {}, marks: { A1: { kind: 'throne' } } }),
  'a reason as long as a book': () => ({ layout, assignments: {}, marks: { A1: { reason: 'x'.repeat(10_000) } } }),
  'a release before the house was built': () => ({ layout, assignments: {}, marks: { A1: { release: 1e9 } } }),
};

onSite('an invalid request to save a plan is refused with a short message and changes nothing', async (on) => {
  const { ref, open, save } = await house(on);
  const before = await open();
  for (const [what, body] of Object.entries(bodies)) {
    const { code, msg } = await save(body(ref));
    expect({ what, code }).toEqual({ what, code: 400 });
    expect(`${what}: ${Math.min(msg.length, 2000)}`).not.toBe(`${what}: 2000`);
  }
  expect(await open()).toEqual(before);
});

onEachSite('an order of another performance can’t be seated at this one', async (on) => {
  const { show, post, open, save, type, page } = await house(on);
  const datetime = '2027-04-15T19:30';
  const { id } = (await post(`${bookingCallsPath}/add_new_performance`, { datetime, show_id: show })).json();
  const adult = (await page()).performances.find((one) => one.id === id)?.ticket_types[0]?.id ?? type('Adult');
  const order = { performance_id: id, name: 'Wanda Elsewhere', how: 'cash', [`tickets_${adult}`]: '1', seats: 'best' };
  const { ref } = (await post(`${bookingCallsPath}/orders`, order)).json();
  expect(ref).toEqual(expect.any(Number));
  const { version, initialAssignment } = await open();
  const assignments = { ...initialAssignment, C1: `${ref}` };
  expect(await save({ layout, assignments, version })).toMatchObject({
    code: 400,
    msg: `Nothing was saved. C1: there is no order ${ref} for this performance.`,
  });
});

onSite('removing a seat removes its mark, even if the request that saves the plan sends no marks', async (on) => {
  const { ref, open, save } = await house(on);
  const press = { kind: '', reason: 'The press', release: 0 };
  const marks = { A1: press, A2: { kind: 'wheelchair', reason: '', release: 0 }, C1: press };
  const assignments = { B3: ref, B4: ref };
  expect(await save({ layout, assignments, marks })).toMatchObject({ code: 200 });
  expect(await save({ layout: { ...layout, rowCount: 2, hiddenSeats: ['A2'] }, assignments })).toMatchObject({
    code: 200,
  });
  expect(await save({ layout, assignments })).toMatchObject({ code: 200 });
  expect((await open()).marks).toEqual({ A1: press });
});

onEachSite('a save without marks keeps seats that were withheld in the meantime', async (on) => {
  const { ref, open, save, post, performance } = await house(on);
  const assignments = { B3: ref, B4: ref };
  for (const seat of ['A1', 'A2', 'A3', 'A4', 'A5', 'A6']) {
    const keep = post(`${bookingCallsPath}/seats/${performance}/keep`, { seats: seat, reason: 'The press' });
    const [saved, kept] = await Promise.all([save({ layout, assignments }), keep]);
    expect([saved.code, kept.json().code]).toEqual([200, 200]);
    expect((await open()).marks).toHaveProperty(seat);
  }
});

onEachSite(
  'if saving a plan and selling a ticket take the same seat at once, one is refused and nobody loses seats',
  async (on) => {
    const { open, save, sell, type, ref } = await house(on);
    for (const seat of ['C1', 'C4', 'C7', 'C10']) {
      const { version, initialAssignment } = await open();
      const moved = { ...initialAssignment, B3: undefined, [seat]: ref };
      const sale = sell({ [type('Adult')]: '1', seats: 'plan', chosen_seats: seat });
      const [saved, sold] = await Promise.all([save({ layout, assignments: moved, version }), sale]);
      const now = (await open()).initialAssignment;
      if (saved.code === 200) {
        expect({ sold, seat: now[seat] }).toEqual({ sold: expect.objectContaining({ code: 409 }), seat: ref });
      } else {
        expect([saved.code, sold.code]).toEqual([409, 200]);
        expect(now).toMatchObject({ ...initialAssignment, [seat]: `${sold.ref}` });
      }
      expect(Object.values(now).filter((one) => one === ref)).toHaveLength(2);
      const back = Object.fromEntries(Object.entries(now).filter(([, one]) => one !== ref));
      expect(await save({ layout, assignments: { ...back, B3: ref, B4: ref } })).toMatchObject({ code: 200 });
    }
  },
);
