import { expect } from 'vitest';
import { onEachShop, onShop } from '#tests/support/society/shop.ts';

onEachShop('a renamed limited ticket type still counts the tickets sold under its old name', async (on) => {
  const child = on.type('Child').replace('tickets_', '');
  const call = `/members/api/bookings/ticket_types/${child}`;
  await on.admin.post(call, { name: 'Companion', price: '10', most: '2', version: 1 });
  const ann = on.visitor();
  expect(await ann.hold({ [on.type('Child')]: '1' })).toMatchObject({ code: 200 });
  expect(await ann.pay()).toMatchObject({ code: 200 });
  const held = on.visitor();
  expect(await held.hold({ [on.type('Child')]: '1' })).toMatchObject({ code: 200 });
  await on.admin.post(call, { name: 'Carer', price: '10', most: '2', version: 2 });
  expect((await on.seen()).shows[0]?.performances[0]?.types[1]).toMatchObject({ name: 'Carer', left: 0 });
  expect(await on.visitor().hold({ [on.type('Child')]: '1' })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('There are no “Carer” tickets left'),
  });
  // Tickets already in a basket keep the type's former name
  expect(await held.pay()).toMatchObject({ code: 200 });
  // If a type is removed and another one of the same name is added, sales of the removed type count towards the new one
  await on.admin.post(`${call}/remove`, {});
  const again = { name: 'Companion', price: '10', most: '2' };
  await on.admin.post(`/members/api/bookings/performances/${on.first}/ticket_types`, again);
  expect((await on.seen()).shows[0]?.performances[0]?.types.find(({ name }) => name === 'Companion')).toMatchObject({
    left: 0,
  });
});

onEachShop('an expired basket shows current prices and can be paid for at those prices', async (on) => {
  const ann = on.visitor();
  await ann.hold({ [on.type('Adult')]: '2' });
  const adult = on.type('Adult').replace('tickets_', '');
  await on.admin.post(`/members/api/bookings/ticket_types/${adult}`, { name: 'Adult', price: '14', version: 1 });
  expect(await ann.basket()).toMatchObject({ state: 'open', total: 2400 });
  on.at('2026-11-21T12:11:00.000Z');
  expect(await ann.basket()).toMatchObject({
    ...{ state: 'lapsed', total: 2800 },
    performances: [{ lines: [{ pence: 1400, count: 2 }] }],
  });
  expect(await ann.pay({ amount_due: '2800' })).toMatchObject({ code: 200 });
});

onShop('tickets bought with a percentage code keep the percentage when they are exchanged', async (on) => {
  const { show, first } = on;
  const second = await on.add('2027-04-15T19:30');
  const dear = (await on.seen()).shows[0]?.performances[1]?.types[0]?.id;
  await on.admin.post(`/members/api/bookings/ticket_types/${dear}`, { name: 'Adult', price: '6.50', version: 1 });
  await on.admin.post('/members/api/bookings/promo_codes', {
    show_id: show,
    code: 'HALF',
    how: 'percent',
    amount: '50',
  });
  const ann = on.visitor();
  await ann.hold({ [on.type('Adult')]: '2' }, first);
  await ann.post('/api/tickets/promo', { promo: 'half' });
  expect(await ann.pay({ amount_due: '1200' })).toMatchObject({ code: 200 });
  const [order] = await on.orders();
  const path = `/members/bookings/order/${order?.id}`;
  const tickets = async () =>
    (await on.admin.page(path)).content.tickets as { id: string; pence: number; discount: number }[];
  const form = { [`of_${(await tickets())[0]?.id}`]: '2', performance_id: second };
  expect((await on.admin.post(`/members/api/bookings/orders/${order?.id}/exchange`, form)).json()).toMatchObject({
    code: 200,
    msg: expect.stringContaining('£5.50'),
  });
  expect((await tickets()).map(({ pence, discount }) => pence - discount)).toEqual([325, 325]);
});
