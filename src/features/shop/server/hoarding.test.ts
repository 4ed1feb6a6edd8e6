import { expect } from 'vitest';
import { onEachShop } from '#tests/support/shop.ts';

const from = (address: string) => ({ 'x-forwarded-for': address });

onEachShop('what a network let go it holds again only as far as one network may', async (on) => {
  const some = () => on.visitor(from('198.51.100.7'));
  const [ann, bob, cec] = [some(), some(), some()];
  const twenty = { [on.type('Adult')]: '20' };
  expect([await ann.hold(twenty), await bob.hold(twenty)]).toMatchObject([{ code: 200 }, { code: 200 }]);
  on.at('2026-11-21T12:11:00.000Z');
  expect(await cec.hold(twenty)).toMatchObject({ code: 200 });
  expect(await ann.post('/api/tickets/hold_again', {})).toMatchObject({ code: 200 });
  expect(await bob.post('/api/tickets/hold_again', {})).toMatchObject({ code: 429 });
  expect(await bob.basket()).toMatchObject({ state: 'lapsed' });
  await cec.post('/api/tickets/empty', {});
  expect(await bob.post('/api/tickets/hold_again', {})).toMatchObject({ code: 200 });
});

onEachShop('a basket counts for the network from which it was filled last', async (on) => {
  const adult = on.type('Adult');
  const begun = [1, 2, 3].map(() => on.visitor(from('198.51.100.7')));
  for (const one of begun) expect(await one.hold({ [adult]: '1' })).toMatchObject({ code: 200 });
  // The same three browsers, from their home network
  const codes: number[] = [];
  for (const one of begun) {
    const elsewhere = { ...from('203.0.113.9'), cookie: one.cookie() };
    const fields = { performance_id: on.first, [adult]: '20' };
    codes.push((await on.post('/api/tickets/hold', fields, elsewhere)).statusCode);
  }
  expect(codes).toEqual([200, 200, 429]);
  expect(await begun[2]?.basket()).toMatchObject({ total: 1200 });
});

onEachShop('tickets that are held again cost what they cost by then, and only while that kind is sold', async (on) => {
  const adult = on.type('Adult');
  const ann = on.visitor();
  await ann.hold({ [adult]: '2' });
  const type = (fields: object) =>
    on.admin.post(`/members/api/bookings/ticket_types/${adult.slice('tickets_'.length)}`, {
      ...{ name: 'Adult', price: '15.00', most: '', version: 1 },
      ...fields,
    });
  expect((await type({})).statusCode).toBe(200);
  // While it is held, a price stays
  expect(await ann.basket()).toMatchObject({ total: 2400 });
  on.at('2026-11-21T12:11:00.000Z');
  expect(await ann.pay({ amount_due: '2400' })).toMatchObject({ code: 409 });
  expect(await ann.post('/api/tickets/hold_again', {})).toMatchObject({ code: 200 });
  expect(await ann.basket()).toMatchObject({ total: 3000 });
  on.at('2026-11-21T12:22:00.000Z');
  expect((await type({ hidden: '1', version: 2 })).statusCode).toBe(200);
  expect(await ann.post('/api/tickets/hold_again', {})).toMatchObject({ code: 409 });
  expect(await ann.pay({ card_nonce: on.aCard() })).toMatchObject({ code: 409 });
  expect(await on.entries()).toEqual([]);
});
