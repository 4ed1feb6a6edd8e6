import { expect } from 'vitest';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { bookingCallsPath, createBoxOffice } from '#tests/support/society/box-office.ts';
import type { OrderContent } from '../../order-page-contract.ts';

onSite('access needs, wishes and neighbours are stored with the order and shown in the planner', async (on) => {
  const { sell, type, post, pageAt, get, show, performance } = await createBoxOffice(on);
  const { ref: other } = await sell({ [type('Adult')]: '1', name: 'Jo Bell' });
  const { id, ref } = await sell({ [type('Adult')]: '2', note: 'On the aisle' });
  const record = async (fields: object) => (await post(`${bookingCallsPath}/orders/${id}/wishes`, fields)).json();
  const order = async () => ((await pageAt(`/members/bookings/order/${id}`)).content as unknown as OrderContent).order;
  const { version } = await order();
  expect(await record({ version, next_to: `${ref}` })).toMatchObject({
    code: 400,
    fields: { next_to: 'That’s this booking’s own reference. Enter another booking’s reference.' },
  });
  expect(await record({ version, next_to: '99999' })).toMatchObject({
    code: 400,
    fields: { next_to: 'There is no booking 99999.' },
  });
  const asked = { need_loop: '1', wish_front: '1', next_to: `${other}` };
  expect(await record({ version, ...asked })).toMatchObject({ code: 200, msg: 'Saved.' });
  const asks = { needs: ['loop'], wishes: ['front'], next_to: `${other}` };
  expect((await order()).asks).toEqual(asks);
  // A change based on an earlier version of the order is refused
  expect(await record({ version })).toMatchObject({ code: 409, current: { asks } });
  const listed = (await get(`/members/api/orders/${show}/${performance}`)).json();
  expect(listed).toContainEqual(expect.objectContaining({ ref, needs: ['loop'], wishes: ['front'], next_to: [other] }));
  const { body } = await get(`/members/bookings/orders.csv?show=${show}`);
  expect(body).toContain(`"Near the front, next to booking ${other}"`);
});

onEachSite(
  'staff can record or ignore a suggestion from a note, and changing the note restores ignored suggestions',
  async (on) => {
    const { sell, type, post, pageAt, get, show, performance } = await createBoxOffice(on);
    const { id, ref } = await sell({ [type('Adult')]: '2', note: 'On the aisle, at the back' });
    const answer = async (suggestion: string, use: 'use' | 'ignore') =>
      (await post(`${bookingCallsPath}/orders/${id}/suggestion`, { suggestion, answer: use })).json();
    const listed = async () =>
      (await get(`/members/api/orders/${show}/${performance}`)).json().find((one: { ref: number }) => one.ref === ref);
    expect(await answer('aisle', 'use')).toMatchObject({ code: 200, msg: 'Recorded.' });
    expect(await answer('back', 'ignore')).toMatchObject({ code: 200, msg: 'Ignored.' });
    expect(await answer('balcony', 'use')).toMatchObject({ code: 400 });
    expect(await listed()).toMatchObject({ wishes: ['aisle'], ignored_suggestions: ['back'] });
    const { order } = (await pageAt(`/members/bookings/order/${id}`)).content as unknown as OrderContent;
    const buyer = { name: order.name, email: order.email, phone: order.phone, note: 'At the very back' };
    expect((await post(`${bookingCallsPath}/orders/${id}`, { ...buyer, version: order.version })).json()).toMatchObject(
      {
        code: 200,
      },
    );
    expect(await listed()).toMatchObject({ wishes: ['aisle'], ignored_suggestions: [] });
  },
);

onSite('a conflict caused by a change outside the form doesn’t name the user who saved last', async (on) => {
  const { sell, type, post, pageAt } = await createBoxOffice(on);
  const { id } = await sell({ [type('Adult')]: '2' });
  const order = async () => (await pageAt(`/members/bookings/order/${id}`)).content as unknown as OrderContent;
  const saveBuyer = async (version: number, name: string) =>
    (await post(`${bookingCallsPath}/orders/${id}`, { name, email: '', phone: '', note: '', version })).json();
  expect(await saveBuyer((await order()).order.version, 'Dot Hollis')).toMatchObject({ code: 200 });
  const { order: seen, tickets } = await order();
  expect(await saveBuyer(seen.version - 1, 'Dora Hollis')).toMatchObject({
    code: 409,
    current: { changed_by: expect.stringMatching(/./) },
  });
  await post(`${bookingCallsPath}/orders/${id}/give_back`, { [`of_${tickets[0]?.id}`]: '1' });
  expect(await saveBuyer(seen.version, 'Dora Hollis')).toMatchObject({
    code: 409,
    msg: expect.stringContaining('Someone else has saved this order'),
    current: { changed_by: '' },
  });
});
