import { expect } from 'vitest';
import type { BookingsPageContent } from '#features/box-office/bookings/contract.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import {
  bookingCallsPath,
  createBoxOffice,
  runFeatureJobs,
  switchToNumberedSeats,
} from '#tests/support/society/box-office.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import type { Seating } from '../contract.ts';
import { seatingFeature } from '../feature.ts';

const email = 'dot@mail.example';
const noon = '2026-11-21T12:00:00.000Z';
const later = '2026-11-21T12:10:00.000Z';

/** Creates a buyer who was promised the seats A5 and A6 in a hall of two rows, and functions to change the plan. */
async function seated(on: SiteTestContext, buyer: object = { email }) {
  const office = await createBoxOffice(on);
  const { performance, post, page } = office;
  await switchToNumberedSeats(office, performance);
  const { id, ref } = await office.sell({ [office.type('Adult')]: '2', seats: 'best', ...buyer });
  const save = async (assignments: object) =>
    (
      await post(`/members/bookings/seating/${performance}`, {
        ...{ layout: { rowCount: 2, hiddenSeats: [] }, assignments },
      })
    ).json();
  const sit = (...seats: string[]) => save(Object.fromEntries(seats.map((seat) => [seat, `${ref}`])));
  const moved = async () => ((await page()) as unknown as BookingsPageContent).moved_seats;
  const ask = async (what: 'tell' | 'known') =>
    (await post(`${bookingCallsPath}/seats/${performance}/${what}`, { order_id: id })).json();
  const letters = async () =>
    (await listSentMails(on.db.read)).filter(({ subject }) => subject === 'Your seats for Blithe Spirit have changed');
  return {
    ...office,
    id,
    ref,
    save,
    sit,
    moved,
    ask,
    letters,
    work: (at: string) => runFeatureJobs(on, seatingFeature, at),
  };
}

onSite('a buyer whose promised seats are moved gets one email with the old and the new seats', async (on) => {
  const { sit, moved, letters, work, id, performance } = await seated(on);
  expect((await sit('A5', 'A6')).msg).toBe('Plan saved.');
  expect((await sit('B5', 'B6')).msg).toBe(
    'Plan saved. One party has different seats now, and gets an email in ten minutes if it left an email address. Until then you can cancel the email in Manage Bookings.',
  );
  expect(await moved()).toEqual([
    {
      ...{ performance_id: performance, order_id: id, before: ['A5', 'A6'], now: ['B5', 'B6'] },
      leaves_at: '2026-11-21T12:10:00+00:00',
    },
  ]);
  await work('2026-11-21T12:09:59.000Z');
  expect(await letters()).toEqual([]);
  await work(later);
  await work('2026-11-21T12:30:00.000Z');
  const [letter, ...others] = await letters();
  expect(others).toEqual([]);
  expect(letter?.text).toContain('You had A5, A6 on Wednesday 14 April 2027 at 7.30pm. Your seats are B5, B6 now.');
  on.at(noon);
  expect(await moved()).toEqual([]);
});

onEachSite('a buyer whose seats are restored within ten minutes of the last save gets no email', async (on) => {
  const { sit, letters, work } = await seated(on);
  await sit('B5', 'B6');
  on.at('2026-11-21T12:06:00.000Z');
  await sit('B1', 'B2');
  await work(later);
  expect(await letters()).toEqual([]);
  on.at('2026-11-21T12:12:00.000Z');
  await sit('A6', 'A5');
  await work('2026-11-21T12:16:00.000Z');
  await work('2026-11-21T12:30:00.000Z');
  expect(await letters()).toEqual([]);
});

onEachSite('staff who manage bookings can dismiss an email about moved seats, or send it at once', async (on) => {
  const { sit, letters, work, ask, moved } = await seated(on);
  await sit('B5', 'B6');
  expect(await ask('known')).toMatchObject({ code: 200 });
  await work(later);
  expect(await letters()).toEqual([]);
  on.at(noon);
  await sit('B1', 'B2');
  expect(await moved()).toMatchObject([{ before: ['B5', 'B6'], now: ['B1', 'B2'] }]);
  expect(await ask('tell')).toMatchObject({ code: 200 });
  expect(await ask('tell')).toMatchObject({ code: 409 });
  expect(await ask('known')).toMatchObject({ code: 409 });
  await work(later);
  expect(await letters()).toHaveLength(1);
});

onEachSite('a buyer who loses their seats is told that other seats will follow, and later which seats', async (on) => {
  const { sit, letters, work } = await seated(on);
  await sit();
  await work(later);
  expect((await letters())[0]?.text).toContain('We’ll give you other seats, and write to tell you which ones.');
  on.at('2026-11-21T12:20:00.000Z');
  await sit('B5', 'B6');
  await work('2026-11-21T12:30:00.000Z');
  const texts = (await letters()).map(({ text }) => text).join();
  expect(texts).toContain('For Wednesday 14 April 2027 at 7.30pm: Your seats are B5, B6 now.');
  expect(texts).not.toContain('We’ll write again');
});

onEachSite('a buyer of two tickets who gets one new seat is told that another will follow', async (on) => {
  const { sit, letters, work, ask } = await seated(on);
  await sit();
  expect(await ask('known')).toMatchObject({ code: 200 });
  await sit('B5');
  await work(later);
  expect((await letters())[0]?.text).toContain(
    'Your seat is B5 now. We’ll write again once we know where the rest of your party will sit.',
  );
});

onEachSite(
  'if emails about moved seats are switched off, buyers with moved seats stay on the list of people to tell',
  async (on) => {
    const { performance, sit, letters, work, moved, ask, post, pageAt } = await seated(on);
    const planner = async () =>
      (await pageAt(`/members/bookings/seating/${performance}`)).content as unknown as Seating;
    expect(await planner()).toMatchObject({ emails_moves: true });
    await post(`${bookingCallsPath}/letters`, { kind: 'seats', on: false });
    expect(await planner()).toMatchObject({ emails_moves: false });
    expect((await sit('B5', 'B6')).msg).toBe(
      'Plan saved. One party has different seats now. Emails about this are switched off: tell them yourself. Manage Bookings lists them.',
    );
    await work(later);
    on.at(noon);
    expect(await letters()).toEqual([]);
    expect(await moved()).toMatchObject([{ now: ['B5', 'B6'], leaves_at: '' }]);
    expect(await ask('tell')).toMatchObject({ code: 409, msg: expect.stringContaining('Tell the buyer yourself') });
    expect(await ask('known')).toMatchObject({ code: 200 });
    expect(await moved()).toEqual([]);
  },
);

onSite('a buyer who was never told of a seat gets no email when the seat changes', async (on) => {
  const { sit, letters, work, moved } = await seated(on, { seats: 'later', email });
  await sit('A5', 'A6');
  await sit('B5', 'B6');
  expect(await moved()).toEqual([]);
  await work(later);
  expect(await letters()).toEqual([]);
});

onSite('the planner gets the promised seats until the performance is cancelled', async (on) => {
  const { performance, ref, sit, pageAt, post } = await seated(on);
  const known = async () =>
    ((await pageAt(`/members/bookings/seating/${performance}`)).content as unknown as Seating).known;
  expect(await known()).toEqual({ [ref]: ['A5', 'A6'] });
  await sit('B5', 'B6');
  expect(await known()).toEqual({ [ref]: ['A5', 'A6'] });
  await post(`${bookingCallsPath}/performances/${performance}/cancel`, {});
  expect(await known()).toEqual({});
});

onSite('no email about moved seats is sent if the whole show is cancelled', async (on) => {
  const { performance, show, sit, letters, work, moved, pageAt } = await seated(on);
  await sit('B5', 'B6');
  expect(await moved()).toHaveLength(1);
  await write(on.db, (tx) => tx.updateTable('show').set({ cancelled: 1 }).where('id', '=', show).execute());
  expect((await pageAt(`/members/bookings/seating/${performance}`)).content).toMatchObject({
    cancelled: true,
    known: {},
  });
  // Manage Bookings no longer asks to notify the buyer
  expect((await pageAt('/members/bookings')).content).toMatchObject({ moved_seats: [] });
  await work(later);
  expect(await letters()).toEqual([]);
});

onEachSite(
  'rows and seats promised to a buyer can’t be removed until the buyer has been told of other seats',
  async (on) => {
    const { performance, ref, post, sell, type, ask, pageAt } = await seated(on);
    await sell({ [type('Adult')]: '2', seats: 'plan', chosen_seats: 'B3,B4', name: 'Walter Finch', email });
    const orders = async () =>
      ((await pageAt(`/members/bookings/seating/${performance}`)).content as unknown as Seating).orders;
    const walter = `${(await orders()).find(({ name }) => name === 'Walter Finch')?.ref}`;
    const save = async (assignments: object, layout: object) =>
      (await post(`/members/bookings/seating/${performance}`, { layout, assignments })).json();
    const dot = { A5: `${ref}`, A6: `${ref}` };
    const [one, two] = [
      { rowCount: 1, hiddenSeats: [] },
      { rowCount: 2, hiddenSeats: [] },
    ];
    const refused = { code: 400, msg: expect.stringContaining('B3, B4: promised to Walter Finch.') };
    // The save is refused even if it also unseats or moves the party
    expect(await save(dot, one)).toMatchObject(refused);
    expect(await save({ ...dot, A1: walter, A2: walter }, one)).toMatchObject(refused);
    expect(await save(dot, { ...two, hiddenSeats: ['B3'] })).toMatchObject({
      ...{ code: 400, msg: expect.stringContaining('B3: promised to Walter Finch.') },
    });
    // A row in which nobody was promised a seat can be removed
    const more = { rowCount: 3, hiddenSeats: [] };
    expect(await save({ ...dot, B3: walter, B4: walter }, more)).toMatchObject({ code: 200 });
    expect(await save({ ...dot, A1: walter, A2: walter }, two)).toMatchObject({ code: 200 });
    expect(await save({ ...dot, A1: walter, A2: walter }, one)).toMatchObject(refused);
    const { order_id = '' } = (await orders()).find(({ name }) => name === 'Walter Finch') ?? {};
    await post(`${bookingCallsPath}/seats/${performance}/known`, { order_id });
    expect(await save({ ...dot, A1: walter, A2: walter }, one)).toMatchObject({ code: 200 });
    // Once the performance is cancelled, nobody has to be notified, so the promised seats can be hidden
    expect(await ask('known')).toMatchObject({ code: 409 });
    await post(`${bookingCallsPath}/performances/${performance}/cancel`, {});
    expect(await save(dot, { rowCount: 1, hiddenSeats: ['A1', 'A2'] })).toMatchObject({ code: 200 });
  },
);
