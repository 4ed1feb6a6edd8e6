import { expect } from 'vitest';
import { findBrokenRules } from '#tests/support/society/broken-rules.ts';
import { onEachShop } from '#tests/support/society/shop.ts';

const charging = 'POST /v2/payments';

onEachShop('a visitor can’t reach another visitor’s basket, nor any basket with a forged cookie', async (on) => {
  const ann = on.visitor();
  await ann.hold({ [on.type('Adult')]: '2' });
  const own = await on.db.read.selectFrom('basket').selectAll().executeTakeFirstOrThrow();
  const forged = [own.id, own.token_hash, `${'a'.repeat(43)}`, '', "' or 1=1 --", `${ann.cookie().slice(7, -1)}A`];
  for (const value of forged) {
    if (`basket=${value}` === ann.cookie()) continue;
    const cookie = `basket=${encodeURIComponent(value)}`;
    const basket = (await on.get('/tickets/basket?react', { cookie })).json().basket;
    expect({ value, basket }).toEqual({ value, basket: undefined });
    const who = { name: 'Bob', email: 'bob@home.example', card_nonce: on.aCard(), basket_id: own.id };
    for (const [path, body] of [
      ['/api/tickets/pay', who],
      ['/api/tickets/hold_again', { basket: own.id }],
      ['/api/tickets/promo', { promo: 'EARLY' }],
    ] as const) {
      expect({ path, code: (await on.post(path, body, { cookie })).statusCode }).toEqual({ path, code: 409 });
    }
    await on.post('/api/tickets/empty', { basket: own.id }, { cookie });
  }
  expect(await ann.basket()).toMatchObject({ total: 2400, state: 'open' });
});

onEachShop(
  'a payment that settles after the hold has expired gets other places that are still free',
  async (on) => {
    const ann = on.visitor();
    await ann.hold({ [on.type('Adult')]: '2' });
    on.practice?.faults.next(charging, 'break after', 4);
    const { link } = await ann.pay();
    on.at('2026-11-21T12:20:00.000Z');
    // Bob gets Ann's former places; two other places are left
    const bob = on.visitor();
    await bob.hold({ [on.type('Adult')]: '2' });
    expect(await bob.pay({ card_nonce: on.aCard() })).toMatchObject({ code: 200 });
    await on.later('2026-11-21T12:21:00.000Z');
    expect((await on.page(link)).content).toMatchObject({ state: 'booked', total: 2400 });
    expect(await on.entries()).toEqual(['charge 2400', 'charge 2400']);
    expect(await findBrokenRules(on.db, on.practice)).toEqual([]);
  },
  { places: 4 },
);

onEachShop('tickets, payments and links stay valid when their show is renamed and moved after the sale', async (on) => {
  const { admin, show, first } = on;
  const ann = on.visitor();
  await ann.hold({ [on.type('Adult')]: '2' });
  const { link } = await ann.pay();
  const before = (await on.page(link)).content as { ref: string; performances: { tickets: { code: string }[] }[] };
  const codes = before.performances.flatMap(({ tickets }) => tickets.map(({ code }) => code));
  const renamed = { title: 'Present Laughter', date: '2027-04-15', first_date: '2027-04-14' };
  expect((await admin.post(`/members/api/manage_shows/${show}`, renamed)).json()).toMatchObject({ code: 200 });
  const version = (
    await on.db.read.selectFrom('performance').select('version').where('id', '=', first).executeTakeFirstOrThrow()
  ).version;
  const moved = { datetime: '2027-04-17T14:30', capacity: '96', version, confirmed: '1' };
  expect((await admin.post(`/members/api/bookings/performances/${first}`, moved)).json()).toMatchObject({
    code: 200,
  });
  const { content } = await on.page(link);
  expect(content).toMatchObject({
    ...{ state: 'booked', ref: before.ref, total: 2400, show: { title: 'Present Laughter' } },
    performances: [{ id: first, starts_at: '2027-04-17T14:30:00+01:00' }],
  });
  const after = (content as typeof before).performances.flatMap(({ tickets }) => tickets.map(({ code }) => code));
  expect(after).toEqual(codes);
  expect((await ann.get(`${link}/${first}.ics`)).body).toContain('DTSTART:20270417T133000Z');
  const marks = [{ id: 'mark-one-aaaaaaaaaaaa', code: codes[0], came: true, waited: 0 }];
  const door = await admin.post(`/members/api/bookings/door/${first}`, { device: 'Front', marks });
  expect(door.json()).toMatchObject({ marked: [{ outcome: 'in' }] });
  // The ledger stores the show's name at the time of the sale
  const sold = await on.db.read.selectFrom('entry').select(['label', 'show_id']).where('kind', '=', 'charge').execute();
  expect(sold).toEqual([{ label: 'Blithe Spirit', show_id: show }]);
  expect(await findBrokenRules(on.db, on.practice)).toEqual([]);
});

onEachShop('a basket can be paid for after its performance moved, unless the new time has passed', async (on) => {
  const { admin, first } = on;
  const [ann, bob] = [on.visitor(), on.visitor()];
  await ann.hold({ [on.type('Adult')]: '1' });
  await bob.hold({ [on.type('Adult')]: '1' });
  const move = async (datetime: string) => {
    const { version } = await on.db.read
      .selectFrom('performance')
      .select('version')
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    const fields = { datetime, capacity: '96', version, confirmed: '1' };
    expect((await admin.post(`/members/api/bookings/performances/${first}`, fields)).json()).toMatchObject({
      code: 200,
    });
  };
  await move('2027-04-17T14:30');
  expect(await ann.basket()).toMatchObject({ performances: [{ starts_at: '2027-04-17T14:30:00+01:00' }] });
  expect(await ann.pay({ card_nonce: on.aCard() })).toMatchObject({ code: 200 });
  await move('2026-11-21T11:00');
  expect(await bob.pay({ card_nonce: on.aCard() })).toMatchObject({ code: 409 });
  expect(await on.entries()).toEqual(['charge 1200']);
});

onEachShop('declined cards are rate-limited, and a successful payment doesn’t count towards the limit', async (on) => {
  const ann = on.visitor();
  for (let n = 0; n < 3; n += 1) {
    await ann.hold({ [on.type('Adult')]: '1' });
    expect(await ann.pay({ card_nonce: on.aCard() })).toMatchObject({ code: 200 });
  }
  await ann.hold({ [on.type('Adult')]: '1' });
  const codes: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    // The practice provider's bank refuses the security code 911
    codes.push((await ann.pay({ card_nonce: on.aCard('911') })).code);
  }
  expect(codes).toEqual([...Array(10).fill(400), 429]);
  expect(await ann.basket()).toMatchObject({ state: 'open', total: 1200 });
  expect(await on.entries()).toEqual(Array(3).fill('charge 1200'));
});
