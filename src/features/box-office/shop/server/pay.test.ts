import { expect } from 'vitest';
import { buildBuyerOrderPath } from '#features/box-office/orders/server/index.ts';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import { write } from '#platform/server/database/index.ts';
import { dataKey } from '#tests/support/site/app.ts';
import { runBeforeWrite } from '#tests/support/site/before-write.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { onEachShop, onShop } from '#tests/support/society/shop.ts';

const charging = 'POST /v2/payments';

onEachShop('paying for two tickets by card makes one order, whose page opens for anybody with the link', async (on) => {
  const ann = on.visitor();
  await ann.hold({ [on.type('Adult')]: '2' });
  const answer = await ann.pay({ amount_due: '2400', need_wheelchair: '1', note: 'An aisle seat' });
  expect(answer).toMatchObject({ code: 200, msg: 'Thank you: your tickets are booked.' });
  const [order] = await on.orders();
  expect(order).toMatchObject({
    ...{ name: 'Dorothy Hollis', email: 'dot@home.example', note: 'An aisle seat', needs: 'wheelchair' },
    ...{ status: 'paid', source: 'online', paid_by: 'card' },
  });
  expect(await on.entries()).toEqual(['charge 2400']);
  const places = await on.db.read.selectFrom('place').selectAll().where('taken_by', 'is not', null).execute();
  expect(places.map(({ held_until }) => held_until)).toEqual([null, null]);
  const { content } = await on.page(answer.link);
  expect(content).toMatchObject({
    ...{ type: 'booked', state: 'booked', ref: `${order?.ref}`, total: 2400, needs: ['A wheelchair space'] },
    performances: [{ tickets: [{ code: expect.stringContaining(`${order?.ref}`) }, {}] }],
  });
  // The box office sees the access needs with the order
  expect((await on.admin.page(`/members/bookings/order/${order?.id}`)).content).toMatchObject({
    order: { needs: ['A wheelchair space'], promo: '' },
  });
  const file = await on.get(`${answer.link}/${on.first}.ics`);
  expect(file.body).toContain('DTSTART:20270414T183000Z');
  expect([file.headers['cache-control'], file.headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
  const { show } = on;
  const callOff = (cancelled: 0 | 1) =>
    write(on.db, (tx) => tx.updateTable('show').set({ cancelled }).where('id', '=', show).execute());
  await callOff(1);
  expect((await on.page(answer.link)).content).toMatchObject({ performances: [{ cancelled: true }] });
  expect((await on.get(`${answer.link}/${on.first}.ics`)).body).toContain('STATUS:CANCELLED');
  await callOff(0);
  // Paying again, in any window, returns the same order
  expect(await ann.pay()).toMatchObject({ code: 200, link: answer.link });
  expect((await on.orders()).length).toBe(1);
  expect(await ann.basket()).toBeUndefined();
  // Another window still shows the basket, but removing its tickets there cancels nothing
  expect(await ann.post('/api/tickets/take_away', { performance_id: on.first })).toMatchObject({ code: 409 });
  const guess = `${answer.link.slice(0, -1)}${answer.link.endsWith('A') ? 'B' : 'A'}`;
  expect((await on.get(guess)).statusCode).toBe(404);
});

onShop('the page of a booking mentions an email with its tickets only if that was or will be sent', async (on) => {
  const buy = async () => {
    const buyer = on.visitor();
    await buyer.hold({ [on.type('Adult')]: '1' });
    return (await buyer.pay()).link;
  };
  const emailed = async (link: string) => (await on.page(link)).content.emailed;
  const link = await buy();
  expect(await emailed(link)).toEqual({ to: 'dot@home.example', sent: false });
  await on.write();
  expect(await emailed(link)).toEqual({ to: 'dot@home.example', sent: false });
  const done = { status: 'done', finished_at: '2026-11-21T12:01:00.000Z' } as const;
  await write(on.db, (tx) => tx.updateTable('job').set(done).where('kind', '=', 'mail').execute());
  expect(await emailed(link)).toEqual({ to: 'dot@home.example', sent: true });
  await write(on.db, (tx) => tx.updateTable('mail').set({ kept: 1 }).execute());
  expect(await emailed(link)).toBeUndefined();
  // Once an old email has been deleted, nothing says whether it was sent or only stored
  await write(on.db, (tx) => tx.deleteFrom('mail').execute());
  expect(await emailed(link)).toBeUndefined();
  await on.admin.post('/members/api/bookings/letters', { kind: 'confirmation', on: false });
  const other = await buy();
  expect(await emailed(other)).toBeUndefined();
  await on.write();
  expect(await emailed(other)).toBeUndefined();
});

onShop('an email with a link that has been replaced doesn’t count as an email about the booking', async (on) => {
  const confirm = (isOn: boolean) => on.admin.post('/members/api/bookings/letters', { kind: 'confirmation', on: isOn });
  const buyer = on.visitor();
  await buyer.hold({ [on.type('Adult')]: '1' });
  await buyer.pay();
  await on.write();
  const [order] = await on.orders();
  const { id = '' } = order ?? {};
  const emailed = async () => {
    const { reissued } = await on.db.read
      .selectFrom('ticket_order')
      .select('reissued')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return (await on.page(buildBuyerOrderPath(createEncryption(dataKey), { id, reissued }))).content.emailed;
  };
  const act = (path: string) => on.admin.post(`/members/api/bookings/orders/${id}/${path}`, {});
  const onItsWay = { to: 'dot@home.example', sent: false };
  expect(await emailed()).toEqual(onItsWay);
  await confirm(false);
  expect((await act('reissue')).json()).toMatchObject({ code: 200 });
  expect(await emailed()).toBeUndefined();
  await confirm(true);
  on.at('2026-11-21T12:05:00.000Z');
  expect((await act('confirmation')).json()).toMatchObject({ code: 200 });
  expect(await emailed()).toEqual(onItsWay);
  on.at('2026-11-21T12:10:00.000Z');
  expect((await act('reissue')).json()).toMatchObject({ code: 200 });
  expect(await emailed()).toEqual(onItsWay);
});

onEachShop('a declined card charges nothing, and another card can pay for the same basket', async (on) => {
  const ann = on.visitor();
  await ann.hold({ [on.type('Adult')]: '1' });
  expect(await ann.pay({ card_nonce: '' })).toMatchObject({
    code: 400,
    fields: { card_nonce: 'Enter your card details.' },
  });
  for (const card_nonce of ['CASH', 'EXTERNAL', 'ccof:card-nonce-ok', 'nonsense', 'cnon:', 'cnon:a b']) {
    expect(await ann.pay({ card_nonce })).toMatchObject({
      code: 400,
      fields: { card_nonce: 'Enter your card again.' },
    });
  }
  const declined = await ann.pay({ card_nonce: 'cnon:card-nonce-declined' });
  expect(declined).toMatchObject({ code: 400, msg: expect.stringContaining('your tickets are still held') });
  expect(await ann.basket()).toMatchObject({ state: 'open', total: 1200 });
  expect(await ann.pay({ amount_due: '1' })).toMatchObject({ code: 409, msg: expect.stringContaining('£12.00') });
  expect(await ann.pay({ card_nonce: on.aCard() })).toMatchObject({ code: 200 });
  expect(await on.entries()).toEqual(['charge 1200']);
});

onEachShop('paying for one basket in three windows at the same time makes one order and one charge', async (on) => {
  const ann = on.visitor();
  await ann.hold({ [on.type('Adult')]: '3' });
  const answers = await Promise.all([1, 2, 3].map(() => ann.pay({ card_nonce: on.aCard() })));
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ link }) => link)).size).toBe(1);
  expect((await on.orders()).length).toBe(1);
  expect(await on.entries()).toEqual(['charge 3600']);
});

onEachShop(
  'a payment that settles after its hold expired is refunded if the places are taken',
  async (on) => {
    const ann = on.visitor();
    await ann.hold({ [on.type('Adult')]: '2' });
    on.practice?.faults.next(charging, 'break after', 4);
    const { link } = await ann.pay();
    expect((await on.page(link)).content).toMatchObject({ state: 'finding out' });
    expect(await ann.hold({ [on.type('Adult')]: '1' })).toMatchObject({ code: 409 });
    on.at('2026-11-21T12:20:00.000Z');
    const bob = on.visitor();
    expect(await bob.hold({ [on.type('Adult')]: '1' })).toMatchObject({ code: 200 });
    await on.later('2026-11-21T12:21:00.000Z');
    expect((await on.page(link)).content).toMatchObject({ state: 'given back', total: 2400 });
    // At first Square reports the refund as pending
    await on.later('2026-11-21T12:30:00.000Z');
    await on.later('2026-11-21T14:00:00.000Z');
    expect(await on.entries()).toEqual(['charge 2400', 'refund -2400']);
    expect(await on.orders()).toMatchObject([{ status: 'refunded' }]);
    const taken = await on.db.read.selectFrom('place').select('number').where('taken_by', 'is not', null).execute();
    expect(taken.length).toBe(1);
  },
  { places: 2 },
);

onEachShop('if a performance is deleted during a payment, nothing is sold and everything is refunded', async (on) => {
  const second = await on.add('2027-04-15T19:30');
  const ann = on.visitor();
  await ann.hold({ [on.type('Adult')]: '1' });
  await ann.hold({ [await on.typeAt('Adult', second)]: '1' }, second);
  on.practice?.faults.next(charging, 'break after', 4);
  const { link } = await ann.pay({ email: 'ann@home.example' });
  const remove = async () => (await on.admin.send('DELETE', `/members/api/bookings/performances/${second}`)).json();
  expect(await remove()).toMatchObject({
    code: 409,
    msg: expect.stringContaining('Visitors are booking this performance'),
  });
  on.at('2026-11-21T12:20:00.000Z');
  // The performance can be deleted, because the hold has expired
  expect(await remove()).toMatchObject({ code: 200 });
  await on.later('2026-11-21T12:21:00.000Z');
  await on.later('2026-11-21T12:30:00.000Z');
  await on.later('2026-11-21T14:00:00.000Z');
  expect((await on.page(link)).content).toMatchObject({ state: 'given back' });
  expect(await on.entries()).toEqual(['charge 2400', 'refund -2400']);
  await on.write();
  const [mail] = await listSentMails(on.db.read);
  expect(mail).toMatchObject({ subject: 'Your tickets for Blithe Spirit have been cancelled' });
  expect(mail?.text).toContain('or the performance had been withdrawn');
  const taken = await on.db.read.selectFrom('place').select('number').where('taken_by', 'is not', null).execute();
  expect(taken).toEqual([]);
});

onEachShop(
  'if a performance is cancelled during a payment, the payment is refunded, and the email mentions the withdrawal',
  async (on) => {
    const ann = on.visitor();
    await ann.hold({ [on.type('Adult')]: '2' });
    on.practice?.faults.next(charging, 'break after', 4);
    await ann.pay({ email: 'ann@home.example' });
    await on.admin.post(`/members/api/bookings/performances/${on.first}/cancel`, {});
    await on.later('2026-11-21T12:04:00.000Z');
    await on.later('2026-11-21T12:30:00.000Z');
    await on.later('2026-11-21T14:00:00.000Z');
    expect(await on.entries()).toEqual(['charge 2400', 'refund -2400']);
    await on.write();
    const [mail] = await listSentMails(on.db.read);
    expect(mail?.text).toContain('or the performance had been withdrawn');
  },
);

onEachShop('while Square is down, buyers are told not to pay again, and are charged once at most', async (on) => {
  const [ann, ben] = [on.visitor(), on.visitor()];
  const away = (route: string, times: number) => on.practice?.faults.next(route, 'break before', times * 4);
  const message = 'We’re checking whether your card was charged. Don’t pay again';
  await ann.hold({ [on.type('Adult')]: '1' });
  away(charging, 2);
  const { link, msg } = await ann.pay();
  expect(msg).toContain(message);
  expect(await ann.pay()).toMatchObject({ code: 200, link, msg });
  expect((await on.get(link)).body).toContain('Don’t pay again');
  away('GET /v2/payments', 1);
  await on.later('2026-11-21T12:04:00.000Z');
  expect((await on.page(link)).content).toMatchObject({ state: 'finding out' });
  await on.later('2026-11-21T12:06:00.000Z');
  expect((await on.page(link)).content).toMatchObject({ state: 'booked' });

  await ben.hold({ [on.type('Adult')]: '1' });
  away(charging, 1);
  const his = await ben.pay({ card_nonce: on.aCard() });
  expect(his.msg).toContain(message);
  await on.later('2026-11-21T13:30:00.000Z');
  expect((await on.page(his.link)).content).toMatchObject({ state: 'not paid' });
  expect((await on.get(his.link)).body).toContain('You haven’t been charged, and nothing is booked.');
  expect(await on.entries()).toEqual(['charge 1200']);
});

onEachShop(
  'a site that takes no cards asks visitors to contact it, and holds nothing for them',
  async (on) => {
    const ann = on.visitor();
    expect((await on.get(`/tickets/${on.first}`)).body).toContain('Book by writing to us');
    expect(await ann.hold({ [on.type('Adult')]: '1' })).toMatchObject({ code: 409 });
    expect(await ann.basket()).toBeUndefined();
  },
  { cards: false },
);

onEachShop('a promo code discounts tickets up to its limit, and guessing codes is rate-limited', async (on) => {
  const codes = '/members/api/bookings/promo_codes';
  const add = async (some: object) =>
    (
      await on.admin.post(codes, {
        show_id: on.show,
        code: 'Early Bird',
        how: 'percent',
        amount: '50',
        most: '1',
        ...some,
      })
    ).json();
  for (const amount of ['0', '101', '-5', '1.5', '']) expect(await add({ amount })).toMatchObject({ code: 400 });
  expect(await add({ last_day: '2026-01-01', first_day: '2026-02-01' })).toMatchObject({ code: 400 });
  expect(await add({})).toMatchObject({ code: 200, msg: 'Early Bird: 50% off.' });
  expect(await add({ code: 'EARLYBIRD' })).toMatchObject({ fields: { code: 'This show already has this code.' } });

  const [ann, bob] = [on.visitor(), on.visitor()];
  const use = (who: typeof ann, promo: string) => who.post('/api/tickets/promo', { promo });
  for (const who of [ann, bob]) {
    await who.hold({ [on.type('Adult')]: '2' });
    expect(await use(who, 'early bird')).toMatchObject({ code: 200, msg: 'Early Bird: 50% off.' });
  }
  expect(await ann.basket()).toMatchObject({ total: 1200, discount: 1200, promo: 'Early Bird' });
  expect(await ann.pay({ card_nonce: on.aCard(), amount_due: '1200' })).toMatchObject({ code: 200 });
  expect(await on.entries()).toEqual(['charge 1200']);
  expect(await on.db.read.selectFrom('ticket').select(['pence', 'discount']).execute()).toEqual([
    { pence: 1200, discount: 600 },
    { pence: 1200, discount: 600 },
  ]);
  const [paid] = await on.orders();
  expect((await on.admin.page(`/members/bookings/order/${paid?.id}`)).content).toMatchObject({
    order: { promo: 'Early Bird' },
  });
  // Ann's order was the last for which the code could be used
  expect(await bob.pay({ card_nonce: on.aCard(), amount_due: '1200' })).toMatchObject({ code: 409 });
  expect(await bob.basket()).toMatchObject({ total: 2400, promo: '' });
  const listed = (await on.admin.page('/members/bookings')).content as { promo_codes: { id: string; used: number }[] };
  expect(listed.promo_codes).toMatchObject([{ code: 'Early Bird', used: 1, most: 1, off: false }]);
  await on.admin.post(`${codes}/${listed.promo_codes[0]?.id}/switch`, { off: '1' });
  const guesses = [];
  for (let at = 0; at < 9; at++) guesses.push((await use(bob, `guess ${at}`)).code);
  expect(guesses).toEqual([...Array.from({ length: 8 }, () => 400), 429]);
});

onShop('a basket whose promo code was switched off can be paid for at the full price, without the code', async (on) => {
  const codes = '/members/api/bookings/promo_codes';
  const code = { show_id: on.show, code: 'HALF', how: 'percent', amount: '50' };
  expect((await on.admin.post(codes, code)).json()).toMatchObject({ code: 200 });
  const ann = on.visitor();
  await ann.hold({ [on.type('Adult')]: '2' });
  expect(await ann.post('/api/tickets/promo', { promo: 'HALF' })).toMatchObject({ code: 200 });
  const [{ id = '' } = {}] = (await on.admin.page('/members/bookings')).content.promo_codes as { id: string }[];
  await on.admin.post(`${codes}/${id}/switch`, { off: '1' });
  const told = { code: 409, msg: expect.stringContaining('Reload the page to see the new total') };
  expect(await ann.pay({ amount_due: '1200' })).toMatchObject(told);
  expect(await ann.pay()).toMatchObject(told);
  expect(await ann.basket()).toMatchObject({ total: 2400, promo: '' });
  expect(await ann.pay({ amount_due: '2400' })).toMatchObject({ code: 200 });
  expect(await on.entries()).toEqual(['charge 2400']);
  expect(await on.orders()).toMatchObject([{ promo: '' }]);
});

onEachShop('a promo code for three tickets never discounts more, however many orders are paid at once', async (on) => {
  const codes = '/members/api/bookings/promo_codes';
  const code = { show_id: on.show, code: 'GUESTS', how: 'percent', amount: '50', most_tickets: '3' };
  expect((await on.admin.post(codes, code)).json()).toMatchObject({ code: 200 });
  const buyers = [on.visitor(), on.visitor(), on.visitor()];
  for (const buyer of buyers) {
    await buyer.hold({ [on.type('Adult')]: '2' });
    expect(await buyer.post('/api/tickets/promo', { promo: 'GUESTS' })).toMatchObject({ code: 200 });
  }
  const paid = await Promise.all(buyers.map((buyer) => buyer.pay({ card_nonce: on.aCard(), amount_due: '1200' })));
  expect(paid.map((answer) => answer.code).sort()).toEqual([200, 409, 409]);
  expect(await on.entries()).toEqual(['charge 1200']);
  const listed = (await on.admin.page('/members/bookings')).content as { promo_codes: object[] };
  expect(listed.promo_codes).toMatchObject([{ used: 1, most: 0, used_tickets: 2, most_tickets: 3 }]);
  // The code is valid for only one more ticket, so a basket of two is refused and a basket of one gets the discount
  const last = on.visitor();
  await last.hold({ [on.type('Adult')]: '2' });
  expect(await last.post('/api/tickets/promo', { promo: 'GUESTS' })).toMatchObject({
    code: 400,
    fields: { promo: 'This code is good for one more ticket, and your basket has 2.' },
  });
  await last.hold({ [on.type('Adult')]: '1' });
  expect(await last.post('/api/tickets/promo', { promo: 'GUESTS' })).toMatchObject({ code: 200 });
});

onShop('a buyer gets an email with a link to their tickets', async (on) => {
  const ann = on.visitor();
  await ann.hold({ [on.type('Adult')]: '1' });
  const { link } = await ann.pay();
  const [order] = await on.orders();
  await on.write();
  const mails = await on.db.read.selectFrom('mail').select(['to', 'subject', 'text']).execute();
  expect(mails).toMatchObject([{ to: 'dot@home.example' }]);
  expect(mails[0]?.text).toContain(`https://players.example${link}`);
  expect(`${mails[0]?.subject} ${mails[0]?.text}`).toContain(`${order?.ref}`);
});

onEachShop('an order cancelled before its confirmation is sent gets no email about lost places', async (on) => {
  const ann = on.visitor();
  await ann.hold({ [on.type('Adult')]: '2' });
  expect(await ann.pay()).toMatchObject({ code: 200 });
  const [order] = await on.orders();
  const cancel = `/members/api/bookings/orders/${order?.id}/cancel`;
  expect((await on.admin.post(cancel, { reason: 'They are ill' })).json()).toMatchObject({ code: 200 });
  await on.write();
  const mails = await listSentMails(on.db.read);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your tickets for Blithe Spirit have been cancelled']);
  expect(mails.map(({ text }) => text.includes('other people had taken the last of them'))).toEqual([false]);
});

onEachShop('a basket whose payment in another window is being refunded isn’t reported as booked', async (on) => {
  const ann = on.visitor();
  await ann.hold({ [on.type('Adult')]: '2' });
  // A payment in another window was too late to get the places
  runBeforeWrite(on.db, 1, () => write(on.db, (tx) => tx.updateTable('basket').set({ status: 'refunded' }).execute()));
  const answer = await ann.pay();
  expect(answer).toMatchObject({ code: 200, msg: expect.stringContaining('We’re refunding your payment') });
  expect(answer.msg).not.toContain('your tickets are booked');
  expect(await on.entries()).toEqual([]);
});
