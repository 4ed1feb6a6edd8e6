import { expect } from 'vitest';
import { onEachSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { bookingCallsPath, createBoxOffice } from '#tests/support/society/box-office.ts';
import { OrderContent } from '../../order-page-contract.ts';

/**
 * Creates two performances, and an order of an adult's ticket and a companion's ticket, which is only valid with a
 * paying ticket.
 */
async function withCompanion(on: SiteTestContext) {
  const office = await createBoxOffice(on, 4);
  const { post, page, pageAt, performance, sell, show } = office;
  const type = { name: 'Companion', price: '0', needs_paying_ticket: '1' };
  await post(`${bookingCallsPath}/performances/${performance}/ticket_types`, type);
  const { id: second } = (
    await post(`${bookingCallsPath}/add_new_performance`, { datetime: '2027-04-15T19:30', show_id: show })
  ).json();
  const typeOf = async (name: string) =>
    `tickets_${(await page()).performances[0]?.ticket_types.find((one) => one.name === name)?.id}`;
  const { id, ref } = await sell({ [await typeOf('Adult')]: '1', [await typeOf('Companion')]: '1' });
  const act = async (what: string, body: object) =>
    (await post(`${bookingCallsPath}/orders/${id}${what}`, body)).json();
  const order = async () => OrderContent.parse((await pageAt(`/members/bookings/order/${id}`)).content);
  const of = async (name: string) => `of_${(await order()).tickets.find((ticket) => ticket.type === name)?.id}`;
  const sold = async () => (await page()).performances.map((one) => one.sold);
  return { ...office, second: second as string, act, of, order, sold, ref: ref as number };
}

const alone = { code: 409, msg: expect.stringContaining('this would leave') };

onEachSite(
  'an exchange, return or refund that would leave a companion without a paying ticket is refused',
  async (on) => {
    const { act, of, sold, post, second, ref, performance } = await withCompanion(on);
    const [adult, companion] = [await of('Adult'), await of('Companion')];
    for (const field of [adult, companion]) {
      expect(await act('/exchange', { [field]: '1', performance_id: second })).toMatchObject(alone);
    }
    const child = (await on.db.read.selectFrom('ticket_type').selectAll().execute()).find(
      ({ name, performance_id }) => name === 'Companion' && performance_id === performance,
    )?.id;
    const become = { [adult]: '1', performance_id: performance, ticket_type: child };
    expect(await act('/exchange', become)).toMatchObject(alone);
    expect(await act('/give_back', { [adult]: '1' })).toMatchObject(alone);
    expect(await act('/refund', { [adult]: '1', tickets: 'cancel', reason: 'Ill' })).toMatchObject(alone);
    const item = (day: string, type: string) => `Blithe Spirit - ${day} Apr 7:30pm - ${type}`;
    const change = { ref_num: `${ref}`, from_item: item('Wed 14th', 'Adult'), to_item: item('Thu 15th', 'Adult') };
    expect((await post(`${bookingCallsPath}/add_booking_mod`, change)).json()).toMatchObject({
      code: 409,
      msg: expect.stringContaining(`Exchange them together on the page of order ${ref}.`),
    });
    expect(await sold()).toEqual([2, 0]);
    expect(await act('/exchange', { [adult]: '1', [companion]: '1', performance_id: second })).toMatchObject({
      code: 200,
    });
    expect(await sold()).toEqual([0, 2]);
    expect(await act('/give_back', { [companion]: '1' })).toMatchObject({ code: 200 });
    expect(await act('/give_back', { [adult]: '1' })).toMatchObject({ code: 200 });
  },
);

onEachSite('a companion’s ticket needs a paying ticket in the same order, unless it is complimentary', async (on) => {
  const { post, type, page, performance, ref, sold } = await withCompanion(on);
  const id = (await page()).performances[0]?.ticket_types.find(({ name }) => name === 'Companion')?.id;
  const companion = `tickets_${id}`;
  const sell = async (fields: object) =>
    (
      await post(`${bookingCallsPath}/orders`, {
        ...{ performance_id: performance, name: 'Jo Bloggs', source: 'phone', how: 'cash', ...fields },
      })
    ).json();
  const onlyWith = { code: 409, msg: expect.stringMatching(/Choose a paid ticket too[.] No tickets were sold[.]$/) };
  expect(await sell({ [companion]: '1' })).toMatchObject({ ...onlyWith, fields: { [companion]: expect.anything() } });
  expect(await sell({ [companion]: '1', how: 'reserved' })).toMatchObject(onlyWith);
  expect(await sell({ [companion]: '1', source: 'door', name: '' })).toMatchObject({
    ...onlyWith,
    msg: expect.stringMatching(/No tickets were sold[.] Return any money you’ve taken[.]$/),
  });
  const tooMany = { [companion]: '2', [type('Adult')]: '1' };
  expect(await sell(tooMany)).toMatchObject({
    code: 409,
    msg: expect.stringMatching(/You can have 1 of them here[.] No tickets were sold[.]$/),
  });
  expect(await sell({ ...tooMany, source: 'door' })).toMatchObject({
    code: 409,
    msg: expect.stringMatching(/No tickets were sold[.] Choose fewer, or return any money you’ve taken[.]$/),
  });
  const change = async (fields: object) => {
    const to_item = 'Blithe Spirit - Wed 14th Apr 7:30pm - Companion';
    return (await post(`${bookingCallsPath}/add_booking_mod`, { change_quantity: '1', to_item, ...fields })).json();
  };
  expect(await change({ ref_num: `${ref}` })).toMatchObject(alone);
  expect(await change({ from_item: 'Ann Other', is_reservation: 'on' })).toMatchObject({
    code: 400,
    fields: { to_item: expect.stringContaining('Choose a paid ticket too') },
  });
  expect(await sold()).toEqual([2, 0]);
  expect(await sell({ [companion]: '1', how: 'comp', reason: 'With a child who is free' })).toMatchObject({
    code: 200,
  });
  expect(await sell({ [companion]: '1', [type('Adult')]: '1', own_price: '0', reason: 'Raffle' })).toMatchObject({
    code: 409,
  });
});

onEachSite(
  'a steward with only the door permission can’t sell a companion’s ticket without a paying ticket',
  async (on) => {
    const { type, page, performance, sold } = await withCompanion(on);
    const helper = await on.a.user();
    await on.a.allow(helper, { door: true });
    const door = await on.as(helper);
    const id = (await page()).performances[0]?.ticket_types.find(({ name }) => name === 'Companion')?.id;
    const companion = `tickets_${id}`;
    const sell = async (fields: object) =>
      (
        await door.post(`${bookingCallsPath}/orders`, {
          performance_id: performance,
          source: 'door',
          how: 'cash',
          ...fields,
        })
      ).json();
    const onlyWith = { code: 409, msg: expect.stringContaining('No tickets were sold.') };
    expect(await sell({ [companion]: '1' })).toMatchObject(onlyWith);
    expect(await sell({ [companion]: '1', how: 'comp', reason: 'Guest' })).toMatchObject({ code: 403 });
    expect(await sell({ [companion]: '1', [type('Adult')]: '1', own_price: '0', reason: 'Raffle' })).toMatchObject({
      code: 403,
    });
    expect(await sell({ [companion]: '1', [type('Adult')]: '1' })).toMatchObject({ code: 200 });
    expect(await sold()).toEqual([4, 0]);
  },
);
