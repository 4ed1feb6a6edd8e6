import { expect } from 'vitest';
import type { OrderContent } from '#features/box-office/orders/order-page-contract.ts';
import { groupTickets } from '#features/box-office/orders/tickets.ts';
import { onEachSite, type SiteTestContext } from '#tests/support/site/app.ts';
import {
  type BookingsContent,
  bookingCallsPath,
  createBoxOffice,
  switchToNumberedSeats,
} from '#tests/support/society/box-office.ts';
import { onEachShop } from '#tests/support/society/shop.ts';
import type { Seating } from '../contract.ts';

const planner = (performance: string) => `/members/bookings/seating/${performance}`;

type Opened = Pick<Seating, 'version' | 'initialAssignment'> & { layout: object };

/**
 * Creates two performances with numbered seats, of three and of two rows, and functions to open and save their plans.
 */
async function house(on: SiteTestContext) {
  const office = await createBoxOffice(on);
  const { performance, show, post, pageAt, sell, type } = office;
  await switchToNumberedSeats(office, performance, { rows: 3 });
  const datetime = '2027-04-15T19:30';
  const added = await post(`${bookingCallsPath}/add_new_performance`, { datetime, show_id: show });
  const other = added.json().id as string;
  await switchToNumberedSeats(office, other, { rows: 2, version: 1, datetime });
  const open = async (id = performance) => (await pageAt(planner(id))).content as unknown as Opened;
  /** Saves the opened plan with four rows. */
  const save = async ({ version, initialAssignment: assignments, layout }: Opened, id = performance) =>
    (await post(planner(id), { layout: { ...layout, rowCount: 4 }, assignments, version })).json();
  const sold = async (seats: string, more: object = {}) =>
    sell({ [type('Adult')]: `${seats.split(',').length}`, seats: 'plan', chosen_seats: seats, ...more });
  const fieldOf = async (id: string) =>
    groupTickets(((await pageAt(`/members/bookings/order/${id}`)).content as unknown as OrderContent).tickets)[0]
      ?.field;
  return { ...office, other, open, save, sold, fieldOf };
}

type House = Awaited<ReturnType<typeof house>>;

const item = (day: string) => `Blithe Spirit - ${day} Apr 7:30pm - Adult`;

/**
 * Changes that happen while the plan is open in a planner and an order has the seats B3 and B4. Each returns its
 * response, and the seats that are taken afterwards.
 */
const ways: Record<string, (house: House, order: { id: string; ref: number }) => Promise<[unknown, string[]]>> = {
  'a box-office sale': async ({ sold }) => [await sold('C5,C6'), ['B3', 'B4', 'C5', 'C6']],
  'a cancellation': async ({ send }, { id }) => [
    (await send('POST', `${bookingCallsPath}/orders/${id}/cancel`)).json(),
    [],
  ],
  'a return of one ticket': async ({ post, fieldOf }, { id }) => [
    (await post(`${bookingCallsPath}/orders/${id}/give_back`, { [`${await fieldOf(id)}`]: '1', amount: '' })).json(),
    ['B3'],
  ],
  'an exchange': async ({ post, fieldOf, other }, { id }) => [
    (
      await post(`${bookingCallsPath}/orders/${id}/exchange`, {
        performance_id: other,
        [`${await fieldOf(id)}`]: '2',
      })
    ).json(),
    [],
  ],
  'a manual change': async ({ post }, { ref }) => [
    (
      await post(`${bookingCallsPath}/add_booking_mod`, {
        ...{ ref_num: `${ref}`, from_item: item('Wed 14th'), to_item: item('Thu 15th') },
        ...{ change_quantity: '2', note: '' },
      })
    ).json(),
    [],
  ],
  'an order import': async ({ upload, performance, show }) => {
    const form = new FormData();
    const list = 'reference,name,ticket type,quantity,price,seats\nT-1,Wanda Elsewhere,Adult,2,8.00,C1 C2';
    form.append('file', new Blob([list]), 'list.csv');
    const fields = { show_id: show, performance_id: performance, dry_run: '0' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return [(await upload(`${bookingCallsPath}/import_orders`, form)).body, ['B3', 'B4', 'C1', 'C2']];
  },
};

for (const [way, happens] of Object.entries(ways)) {
  onEachSite(`a plan that was open during ${way} can’t be saved, so that no seat is freed or filled`, async (on) => {
    const seats = await house(on);
    const order = await seats.sold('B3,B4');
    const opened = await seats.open();
    const elsewhere = await seats.open(seats.other);
    const [answer, left] = await happens(seats, order);
    expect(answer).toMatchObject({ code: 200 });
    expect(await seats.save(opened)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('Seats have been sold or returned since you opened this plan.'),
      current: { changed_by: '' },
    });
    const now = await seats.open();
    expect(Object.keys(now.initialAssignment)).toEqual(left);
    expect(await seats.save(now)).toMatchObject({ code: 200 });
    expect(Object.keys((await seats.open()).initialAssignment)).toEqual(left);
    // After an exchange, seats are assigned at the other performance too
    const there = Object.keys((await seats.open(seats.other)).initialAssignment);
    if (there.length > 0) expect(await seats.save(elsewhere, seats.other)).toMatchObject({ code: 409 });
  });
}

onEachShop('saving a plan opened before a visitor paid is refused, and the visitor keeps the seats', async (on) => {
  const { admin, first } = on;
  const change = { datetime: '2027-04-14T19:30', capacity: '', sells_seats: '1', version: '2' };
  await admin.post(`/members/api/bookings/performances/${first}`, change);
  await admin.post(planner(first), { layout: { rowCount: 2, hiddenSeats: [] }, assignments: {} });
  const open = async () => (await admin.page(planner(first))).content as unknown as Opened;
  const save = async ({ version, layout, initialAssignment: assignments }: Opened) =>
    (await admin.post(planner(first), { layout, assignments, version })).json();
  const [ann, bob] = [on.visitor(), on.visitor()];
  const before = await open();
  await ann.hold({ [on.type('Adult')]: '2' });
  await bob.hold({ [on.type('Adult')]: '2' });
  // Holding seats doesn't change the version of the plan, but paying for them does
  const { version } = await open();
  expect(version).toBe(before.version);
  await ann.pay({ card_nonce: on.aCard() });
  expect(await save(before)).toMatchObject({ code: 409 });
  expect(Object.keys((await open()).initialAssignment)).toEqual(['A5', 'A6']);
});

onEachSite('sales of unnumbered places cause no conflict with an open plan', async (on) => {
  const { performance, sell, type, pageAt } = await createBoxOffice(on);
  const version = async () => ((await pageAt(planner(performance))).content as unknown as Opened).version;
  const before = await version();
  await sell({ [type('Adult')]: '2' });
  expect(await version()).toBe(before);
});

onEachSite('a conflict after a price change names the person who changed the price', async (on) => {
  const { open, save, other, type, pageAt } = await house(on);
  expect(await save(await open())).toMatchObject({ code: 200 });
  const opened = await open();
  const bob = await on.as(await on.a.user({ role: 'admin', firstname: 'Bob', lastname: 'Ray' }));
  const { performances } = (await pageAt('/members/bookings')).content as unknown as BookingsContent;
  const elsewhere = performances.find(({ id }) => id === other)?.ticket_types.find(({ name }) => name === 'Adult');
  expect(elsewhere?.id).not.toBe(type('Adult'));
  const price = { name: 'Adult', price: '14', version: 1, everywhere: '1' };
  on.at('2026-11-21T12:05:00.000Z');
  expect((await bob.post(`${bookingCallsPath}/ticket_types/${elsewhere?.id}`, price)).json()).toMatchObject({
    code: 200,
  });
  expect(await save(opened)).toMatchObject({
    code: 409,
    msg: expect.stringContaining('Bob Ray has saved this plan since'),
    current: { changed_by: 'Bob Ray' },
  });
});

onEachSite('a conflict names the person who last saved the plan, even if seats have been sold since', async (on) => {
  const { open, save, sold, post, performance } = await house(on);
  const opened = await open();
  expect(await save(opened)).toMatchObject({ code: 200 });
  await sold('C5,C6');
  const byAnn = expect.stringContaining('Ann Hale has saved this plan since');
  expect(await save(opened)).toMatchObject({ code: 409, msg: byAnn });
  const again = await open();
  await post(`${bookingCallsPath}/seats/${performance}/keep`, { seats: 'A1', reason: 'The press' });
  expect(await save(again)).toMatchObject({ code: 409, msg: byAnn });
});
