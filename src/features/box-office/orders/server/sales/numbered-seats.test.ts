import { expect } from 'vitest';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { bookingCallsPath, createBoxOffice, switchToNumberedSeats } from '#tests/support/society/box-office.ts';
import { findBrokenRules } from '#tests/support/society/broken-rules.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import type { OrderContent } from '../../order-page-contract.ts';
import { groupTickets } from '../../tickets.ts';

const kind = (of: string) => ({ kind: of, reason: '', release: 0 });
const houseSeatFor = (reason: string) => ({ kind: '', reason, release: 0 });

/** Creates a box office whose performance sells numbered seats, in this many rows. */
async function numbered(on: SiteTestContext, { rows = 2, marks = {} }: { rows?: number; marks?: object } = {}) {
  const office = await createBoxOffice(on);
  await switchToNumberedSeats(office, office.performance, { rows, marks });
  const adult = office.type('Adult');
  const sold = (count: number, more: object = {}) => office.sell({ [adult]: `${count}`, ...more });
  const seatsOf = async (id: string) =>
    ((await office.pageAt(`/members/bookings/order/${id}`)).content as unknown as OrderContent).tickets
      .map(({ seat }) => seat)
      .sort();
  const choosing = async () => (await office.get(`${bookingCallsPath}/seats/${office.performance}`)).json();
  return { ...office, sold, seatsOf, choosing };
}

onSite('a box-office sale assigns the best seats, and the confirmation names them', async (on) => {
  const { sold, seatsOf } = await numbered(on);
  const answer = await sold(2, { seats: 'best', email: 'dot@mail.example' });
  expect(answer.msg).toContain('at 7.30pm. Seats A5, A6. £24.00 taken.');
  expect(await seatsOf(answer.id)).toEqual(['A5', 'A6']);
  expect((await listSentMails(on.db.read))[0]?.text).toContain('2 Adult. Seats A5, A6.');
  const reserved = await sold(1, { seats: 'best', how: 'reserved' });
  expect(await seatsOf(reserved.id)).toHaveLength(1);
});

onSite('a box-office sale assigns chosen seats, even house seats, and no seats if none are requested', async (on) => {
  const { sold, seatsOf, choosing } = await numbered(on, { marks: { B1: houseSeatFor('The press') } });
  expect(await choosing()).toMatchObject({ rowCount: 2, taken: [], marks: { B1: { reason: 'The press' } } });
  const answer = await sold(3, { seats: 'plan', chosen_seats: 'b1, B2,B4' });
  expect(await seatsOf(answer.id)).toEqual(['B1', 'B2', 'B4']);
  expect((await choosing()).taken).toEqual(['B1', 'B2', 'B4']);
  const later = await sold(2);
  expect(later).toMatchObject({ code: 200 });
  expect(await seatsOf(later.id)).toEqual(['', '']);
});

onSite(
  'a sale is refused, with the reason, if its seats are unavailable or don’t match the number of tickets',
  async (on) => {
    const { sold, page, entries, choosing } = await numbered(on, { rows: 1 });
    await sold(2, { seats: 'plan', chosen_seats: 'A1,A2' });
    const refused = async (chosen_seats: string, says: string) => {
      expect(await sold(2, { seats: 'plan', chosen_seats })).toEqual({
        code: 409,
        msg: `${says} No tickets were sold. Return any money you’ve taken.`,
        fields: { seats: says },
      });
    };
    await refused('A2,A3', 'A2 is no longer available.');
    await refused('A3', 'Choose one more seat.');
    await refused('A3,A4,A5', 'You’ve chosen 3 seats for 2 tickets.');
    await refused('A3,B4', 'There is no seat B4.');
    expect((await sold(2, { seats: 'plan', chosen_seats: 'A2,A3', source: 'phone' })).msg).toBe(
      'A2 is no longer available. No tickets were sold.',
    );
    for (const chosen_seats of ['A13', 'x', '<b>', 'A'.repeat(1000)]) {
      expect(await sold(2, { seats: 'plan', chosen_seats })).toMatchObject({ code: 400 });
    }
    expect(await sold(2, { seats: 'any' })).toMatchObject({ code: 400 });
    expect(await sold(1, { seats: 'best', wheelchairs: '1' })).toMatchObject({
      ...{ code: 409, msg: expect.stringContaining('no wheelchair space') },
    });
    expect((await page()).orders).toHaveLength(1);
    expect(await entries()).toHaveLength(1);
    expect((await choosing()).taken).toEqual(['A1', 'A2']);
  },
);

onSite('two wheelchair users are seated side by side, with their companions next to them', async (on) => {
  const spaces = Object.fromEntries(['A1', 'B1', 'B2'].map((seat) => [seat, kind('wheelchair')]));
  const { sold, seatsOf } = await numbered(on, { marks: { ...spaces, A2: kind('companion'), B3: kind('companion') } });
  const answer = await sold(4, { seats: 'best', wheelchairs: '2' });
  expect(await seatsOf(answer.id)).toEqual(['B1', 'B2', 'B3', 'B4']);
});

onEachSite('if two sales want the last seat at once, one gets it and the other is refused', async (on) => {
  const { sold, sell, type, page } = await numbered(on, { rows: 1 });
  await sold(11, { seats: 'plan', chosen_seats: Array.from({ length: 11 }, (_, at) => `A${at + 1}`).join() });
  const last = { seats: 'plan', chosen_seats: 'A12', [type('Adult')]: '1' };
  const answers = await Promise.all([sell({ ...last, name: 'Ann' }), sell({ ...last, name: 'Bob' })]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect((await page()).orders).toHaveLength(2);
  const rows = await on.db.read.selectFrom('seat_assignment').select('seat').execute();
  expect(new Set(rows.map(({ seat }) => seat)).size).toBe(12);
});

onSite('a sale for a performance without numbered seats assigns no seats, even if requested', async (on) => {
  const { sell, type } = await createBoxOffice(on);
  expect(await sell({ [type('Adult')]: '2', seats: 'best' })).toMatchObject({ code: 200 });
  expect(await on.db.read.selectFrom('seat_assignment').selectAll().execute()).toEqual([]);
});

/** Creates a box office with numbered seats, and a second performance of the show, with `rows` rows. */
async function twoNights(on: SiteTestContext, { rows = 1, marks = {} }: { rows?: number; marks?: object } = {}) {
  const office = await numbered(on, { rows: 2 });
  const datetime = '2027-04-15T19:30';
  const added = await office.post(`${bookingCallsPath}/add_new_performance`, { datetime, show_id: office.show });
  const other = added.json().id as string;
  await switchToNumberedSeats(office, other, { rows, marks, version: 1, datetime });
  const tickets = async (id: string) =>
    ((await office.pageAt(`/members/bookings/order/${id}`)).content as unknown as OrderContent).tickets;
  const exchange = async (id: string, count: number, more: object = {}, field?: string) => {
    field ??= groupTickets(await tickets(id))[0]?.field;
    const body = { performance_id: other, [`${field}`]: `${count}`, ...more };
    return (await office.post(`${bookingCallsPath}/orders/${id}/exchange`, body)).json();
  };
  const takenAt = async (performance: string) =>
    (await office.get(`${bookingCallsPath}/seats/${performance}`)).json().taken;
  return { ...office, other, exchange, takenAt, tickets };
}

onSite('exchanged tickets get new seats, release the old ones, and the email names the new ones', async (on) => {
  const { sold, exchange, takenAt, performance, other, seatsOf } = await twoNights(on);
  const { id } = await sold(2, { seats: 'best', email: 'dot@mail.example' });
  expect((await exchange(id, 2)).msg).toContain('2 Adult for Thursday 15 April 2027 at 7.30pm. Seats A5, A6.');
  expect(await takenAt(performance)).toEqual([]);
  expect(await takenAt(other)).toEqual(['A5', 'A6']);
  expect(await seatsOf(id)).toEqual(['A5', 'A6']);
  const letter = (await listSentMails(on.db.read)).find(({ subject }) => subject.endsWith('have changed'));
  expect(letter?.text).toContain('Thursday 15 April 2027 at 7.30pm: 2 Adult. Seats A5, A6.');
});

onEachSite('seats for an exchange can be chosen, and nothing is exchanged if the seats are unavailable', async (on) => {
  const { sold, exchange, takenAt, performance, other } = await twoNights(on);
  const { id } = await sold(2, { seats: 'best' });
  const first = await sold(2, { seats: 'plan', chosen_seats: 'B1,B2' });
  expect(await exchange(first.id, 2, { seats: 'plan', chosen_seats: 'A1,A2' })).toMatchObject({ code: 200 });
  expect(await exchange(id, 2, { seats: 'plan', chosen_seats: 'A2,A3' })).toMatchObject({
    ...{ code: 409, msg: 'A2 is no longer available. The order hasn’t changed.' },
  });
  expect(await exchange(id, 2, { seats: 'later' })).toMatchObject({ code: 400 });
  expect(await takenAt(performance)).toEqual(['A5', 'A6']);
  expect(await exchange(id, 2, { seats: 'plan', chosen_seats: 'A11,A12' })).toMatchObject({ code: 200 });
  expect(await takenAt(performance)).toEqual([]);
  expect(await takenAt(other)).toEqual(['A1', 'A2', 'A11', 'A12']);
});

onSite('an exchange without chosen seats is refused if only house seats are left', async (on) => {
  const marks = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`A${at + 1}`, houseSeatFor('The press')]));
  const { sold, exchange, seatsOf } = await twoNights(on, { marks });
  const { id } = await sold(2, { seats: 'best' });
  expect(await exchange(id, 2)).toMatchObject({ code: 409, msg: expect.stringContaining('house seats') });
  expect(await seatsOf(id)).toEqual(['A5', 'A6']);
  expect(await exchange(id, 2, { seats: 'plan', chosen_seats: 'A5,A6' })).toMatchObject({ code: 200 });
});

onEachSite('exchanging or returning a ticket of a seated party frees the party’s last seat', async (on) => {
  const { sold, exchange, tickets, performance, post } = await twoNights(on);
  const { id } = await sold(4, { seats: 'plan', chosen_seats: 'B3,B4,B5,B6' });
  await exchange(id, 1);
  const left = async () =>
    (await tickets(id)).flatMap((one) => (one.performance_id === performance ? [one.seat] : [])).sort();
  expect(await left()).toEqual(['B3', 'B4', 'B5']);
  const [own] = groupTickets((await tickets(id)).filter((one) => one.performance_id === performance));
  await post(`${bookingCallsPath}/orders/${id}/give_back`, { [`${own?.field}`]: '1', amount: '' });
  expect(await left()).toEqual(['B3', 'B4']);
});

onEachSite('a ticket group’s form field has the id of its first ticket, which is returned first', async (on) => {
  const { sold, tickets, post } = await twoNights(on, { rows: 2 });
  const { id } = await sold(4, { seats: 'plan', chosen_seats: 'B3,B4,B5,B6' });
  const [first] = await tickets(id);
  const back = { [`of_${first?.id}`]: '1', amount: '' };
  expect((await post(`${bookingCallsPath}/orders/${id}/give_back`, back)).json()).toMatchObject({ code: 200 });
  expect((await tickets(id)).map(({ seat }) => seat)).toEqual(['B5', 'B4', 'B3']);
  expect(first?.seat).toBe('B6');
});

onEachSite(
  'if a seated ticket is returned twice at once, its seat is freed and its price refunded once',
  async (on) => {
    const { sold, exchange, tickets, post, entries, takenAt, performance } = await twoNights(on, { rows: 2 });
    const { id } = await sold(4, { seats: 'plan', chosen_seats: 'B3,B4,B5,B6' });
    const fields = groupTickets(await tickets(id)).map(({ field }) => [field, '1']);
    const form = { ...Object.fromEntries(fields), amount: '' };
    const giveBack = async () => (await post(`${bookingCallsPath}/orders/${id}/give_back`, form)).json();
    const both = await Promise.all([giveBack(), giveBack()]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect((await tickets(id)).map(({ seat }) => seat).sort()).toEqual(['B3', 'B4', 'B5']);
    expect((await entries()).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['charge', 4800],
      ['refund', -1200],
    ]);
    const [group] = groupTickets(await tickets(id));
    expect(await exchange(id, 1, {}, group?.field)).toMatchObject({ code: 200 });
    expect(await exchange(id, 1, {}, group?.field)).toMatchObject({ code: 400 });
    expect((await takenAt(performance)).length).toBe(2);
  },
);

onEachSite('a manual change to numbered seats assigns seats, and undoing it restores the former seats', async (on) => {
  const { sold, takenAt, performance, other, post } = await twoNights(on);
  const { ref } = await sold(2, { seats: 'best' });
  const name = (day: string) => `Blithe Spirit - ${day} Apr 7:30pm - Adult`;
  const change = {
    ...{ ref_num: `${ref}`, from_item: name('Wed 14th'), to_item: name('Thu 15th'), change_quantity: '2', note: '' },
  };
  const { id, code, msg } = (await post(`${bookingCallsPath}/add_booking_mod`, change)).json();
  expect({ code, msg }).toMatchObject({ code: 200 });
  expect([await takenAt(performance), await takenAt(other)]).toEqual([[], ['A5', 'A6']]);
  expect((await post(`${bookingCallsPath}/delete_booking_mod`, { id })).json()).toMatchObject({ code: 200 });
  expect([await takenAt(performance), await takenAt(other)]).toEqual([['A5', 'A6'], []]);
});

onEachSite('a manual change frees a party’s last seats, even if its tickets had two prices', async (on) => {
  const { sold, takenAt, tickets, performance, post } = await twoNights(on);
  const { id, ref } = await sold(6, { seats: 'plan', chosen_seats: 'B3,B4,B5,B6,B7,B8' });
  const outer = (await tickets(id)).filter(({ seat }) => seat === 'B3' || seat === 'B8').map((one) => one.id);
  await on.db.write((tx) => tx.updateTable('ticket').set({ pence: 1000 }).where('id', 'in', outer).execute());
  const name = (day: string) => `Blithe Spirit - ${day} Apr 7:30pm - Adult`;
  const change = { ref_num: `${ref}`, from_item: name('Wed 14th'), to_item: name('Thu 15th'), change_quantity: '2' };
  expect((await post(`${bookingCallsPath}/add_booking_mod`, change)).json()).toMatchObject({ code: 200 });
  expect(await takenAt(performance)).toEqual(['B3', 'B4', 'B5', 'B6']);
});

onEachSite('an order exchanged and cancelled at the same time ends up without tickets or seats', async (on) => {
  const { sold, exchange, takenAt, performance, other, send, tickets } = await twoNights(on);
  const { id } = await sold(2, { seats: 'best' });
  const [moved, cancelled] = await Promise.all([
    exchange(id, 2),
    send('POST', `${bookingCallsPath}/orders/${id}/cancel`).then((answer) => answer.json()),
  ]);
  expect([200, 409, 400]).toContain(moved.code);
  expect(cancelled.code).toBe(200);
  // Either change may come first
  expect(await tickets(id)).toEqual([]);
  expect([await takenAt(performance), await takenAt(other)]).toEqual([[], []]);
  expect(await findBrokenRules(on.db)).toEqual([]);
});
