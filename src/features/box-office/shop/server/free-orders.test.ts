import { expect } from 'vitest';
import { buildSession, createSession, sessionCookie } from '#features/society/accounts/server/index.ts';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import { write } from '#platform/server/database/index.ts';
import { dataKey } from '#tests/support/site/app.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { onEachShop, onShop, type ShopTestContext } from '#tests/support/society/shop.ts';
import { buildConfirmationPath } from './free-orders.ts';
import { basketPersonalData } from './personal-data.ts';

const server = { to: 'server', send: async () => '250 OK' } as const;
const bookings = '/members/api/bookings';
const from = (address: string) => ({ 'x-forwarded-for': address });
const minutes = (after: number) => new Date(Date.parse('2026-11-21T12:00:00.000Z') + after * 60_000).toISOString();

/** Makes all tickets of the show free. */
async function freeShow(on: ShopTestContext) {
  const types = await on.db.read.selectFrom('ticket_type').selectAll().where('performance_id', '=', on.first).execute();
  for (const { id, name, version } of types) {
    const free = { name, price: '0', most: '', version };
    expect((await on.admin.post(`${bookings}/ticket_types/${id}`, free)).json()).toMatchObject({ code: 200 });
  }
  const basketId = async (email: string) =>
    (await on.db.read.selectFrom('basket').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
  return {
    link: async (email: string, attempt = 1) =>
      buildConfirmationPath(createEncryption(dataKey), { id: await basketId(email), attempt }),
    book: async (email: string, count: number, headers: Record<string, string> = {}) => {
      const visitor = on.visitor(headers);
      const held = await visitor.hold({ [on.type('Adult')]: `${count}` });
      return held.code === 200 ? { visitor, ...(await visitor.pay({ email, card_nonce: '' })) } : { visitor, ...held };
    },
    left: async () => (await on.seen()).shows[0]?.performances[0]?.availability.left,
    unconfirmed: async () => (await on.admin.page('/members/bookings')).content.unconfirmed as { id: string }[],
  };
}

onEachShop(
  'free tickets are held for half an hour, and booked once however often the link is used',
  async (on) => {
    const { book, link: linkOf, left } = await freeShow(on);
    const { visitor, link: page, msg } = await book('ann@home.example', 2);
    expect(msg).toContain('open the link in the email');
    expect(await on.orders()).toEqual([]);
    expect((await on.page(page)).content).toMatchObject({
      state: 'unconfirmed',
      pending: { by: 'email', email: 'ann@home.example', until: '2026-11-21T12:30:00+00:00' },
      can_reopen: false,
    });
    expect((await visitor.get(page)).body).toContain('Change my tickets or my email address');
    const [mail, ...others] = await listSentMails(on.db.read);
    expect([mail?.to, mail?.subject, others.length]).toEqual([
      'ann@home.example',
      'Confirm your tickets for Blithe Spirit',
      0,
    ]);
    expect(mail?.text).toContain('We are holding these tickets for you until 12.30pm.');
    // Pressing Book again returns the same page and sends no second email
    expect(await visitor.pay({ email: 'ann@home.example', card_nonce: '' })).toMatchObject({ code: 200, link: page });
    expect((await listSentMails(on.db.read)).length).toBe(1);
    const link = await linkOf('ann@home.example');
    on.at('2026-11-21T12:29:00.000Z');
    // Opening the link books nothing, because email scanners open links too
    expect((await on.get(link)).body).toContain('Confirm my tickets');
    expect(await on.orders()).toEqual([]);
    expect(await left()).toBe(94);
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    const answers = await Promise.all([1, 2, 3].map(() => on.post(`/api${link}`, '', headers)));
    expect(answers.map(({ statusCode, headers: { location } }) => [statusCode, location])).toEqual(
      Array(3).fill([303, page]),
    );
    expect(await on.orders()).toMatchObject([{ email: 'ann@home.example', status: 'paid', source: 'online' }]);
    expect((await on.page(page)).content).toMatchObject({ state: 'booked' });
    expect((await on.page(link)).content).toMatchObject({ state: 'confirmed', link: page });
    // A page in another window still offers to reopen the basket, but that is refused now
    expect(await visitor.post('/api/tickets/reopen', {})).toMatchObject({ code: 409 });
    expect((await on.get(`${link.slice(0, -3)}abc`)).statusCode).toBe(404);
  },
  { mail: server },
);

onShop(
  'free tickets that nobody confirms in time are released, and the link then leads to the shop',
  async (on) => {
    const { book, link: linkOf, left } = await freeShow(on);
    const { visitor, link: page } = await book('ann@home.example', 4);
    const link = await linkOf('ann@home.example');
    on.at('2026-11-21T12:31:00.000Z');
    expect(await left()).toBe(96);
    expect(await on.visitor().post(`/api${link}`, {})).toMatchObject({ code: 409 });
    expect((await on.get(link)).body).toContain('Choose tickets again');
    expect((await on.page(page)).content).toMatchObject({ state: 'expired' });
    // If the visitor presses Book again in another window, the response doesn't promise that the tickets are held
    expect(await visitor.pay({ email: 'ann@home.example', card_nonce: '' })).toMatchObject({ code: 409 });
    expect(await on.orders()).toEqual([]);
  },
  { mail: server },
);

onEachShop(
  'reopening a basket of free tickets to correct the email address invalidates the first link',
  async (on) => {
    const { book, link: linkOf } = await freeShow(on);
    const { visitor } = await book('anm@home.example', 2);
    const wrong = await linkOf('anm@home.example');
    expect((await visitor.get('/tickets/basket')).body).toContain('anm@home.example');
    expect(await visitor.post('/api/tickets/reopen', {})).toMatchObject({ code: 200 });
    expect(await visitor.basket()).toMatchObject({ state: 'open', total: 0 });
    expect(await visitor.pay({ email: 'ann@home.example', card_nonce: '' })).toMatchObject({ code: 200 });
    expect(await on.visitor().post(`/api${wrong}`, {})).toMatchObject({ code: 409 });
    const right = await linkOf('ann@home.example', 2);
    expect(await on.visitor().post(`/api${right}`, {})).toMatchObject({ code: 200 });
  },
  { mail: server },
);

onShop(
  'reopened free tickets are held until their sale ends at most; after that, they can be confirmed but not reopened',
  async (on) => {
    const { book, link: linkOf } = await freeShow(on);
    const performance = `${bookings}/performances/${on.first}`;
    const sale = { datetime: '2027-04-14T19:30', capacity: '96', on_sale_until: '2026-11-21T12:25', version: 2 };
    expect((await on.admin.post(performance, sale)).json()).toMatchObject({ code: 200 });
    const { visitor } = await book('anm@home.example', 2);
    on.at('2026-11-21T12:20:00.000Z');
    expect(await visitor.post('/api/tickets/reopen', {})).toMatchObject({ code: 200 });
    expect(await visitor.basket()).toMatchObject({ held_until: '2026-11-21T12:25:00+00:00' });
    expect(await visitor.pay({ email: 'ann@home.example', card_nonce: '' })).toMatchObject({ code: 200 });
    on.at('2026-11-21T12:26:00.000Z');
    const over = 'were on sale here until';
    const told = { code: 409, msg: expect.stringContaining(over) };
    expect(await visitor.post('/api/tickets/reopen', {})).toMatchObject(told);
    const form = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    const page = await on.post('/api/tickets/reopen', '', { ...form, cookie: visitor.cookie() });
    expect(page.body).toContain(over);
    const link = await linkOf('ann@home.example', 2);
    expect(await on.visitor().post(`/api${link}`, {})).toMatchObject({ code: 200 });
  },
  { mail: server },
);

onEachShop(
  'held and booked free tickets count towards the limits per network and per email address',
  async (on) => {
    const { book, link: linkOf, left } = await freeShow(on);
    const net = from('198.51.100.7');
    const codes: number[] = [];
    for (let order = 0; order < 12; order += 1) {
      const email = `victim${order}@target.example`;
      const { code } = await book(email, 8, net);
      codes.push(code);
      if (code === 200) await on.visitor(net).post(`/api${await linkOf(email)}`, {});
    }
    expect(codes).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
    // By now, the holds of the refused visitors' baskets have ended
    on.at('2026-11-21T12:11:00.000Z');
    expect(await left()).toBe(96 - 40);
    const fourth: number[] = [];
    for (const octet of [1, 2, 3, 4]) {
      fourth.push((await book('one@target.example', 1, from(`203.0.113.${octet}`))).code);
    }
    expect(fourth).toEqual([200, 200, 200, 429]);
    expect((await listSentMails(on.db.read)).filter(({ to }) => to === 'one@target.example').length).toBe(3);
  },
  { mail: server },
);

onEachShop(
  'signed-in members get free tickets at once, but visitors with a member’s email address don’t',
  async (on) => {
    const { link: linkOf } = await freeShow(on);
    const user = await on.a.user({ email: 'mia@home.example' });
    const member = await on.as(user);
    const hold = await member.post('/api/tickets/hold', { performance_id: on.first, [on.type('Adult')]: '1' });
    const basket = `basket=${hold.cookies.find(({ name }) => name === 'basket')?.value}`;
    const buyer = { name: 'Mia', email: 'mia@home.example' };
    // Without a session, the tickets have to be confirmed
    expect((await on.post('/api/tickets/pay', buyer, { cookie: basket })).json()).toMatchObject({ code: 200 });
    expect(await on.orders()).toEqual([]);
    expect(await linkOf('mia@home.example')).toContain('/tickets/confirm/');
    // With a session, the tickets are booked at once
    on.at('2026-11-21T12:00:01.000Z');
    const session = buildSession({
      ...{ userId: user.id, stage: 'full', device: 'Firefox', address: '127.0.0.1' },
      at: '2026-11-21T12:00:01.000Z',
    });
    await write(on.db, (tx) => createSession(tx, session));
    const signedIn = on.visitor({ cookie: `${sessionCookie}=${session.token}` });
    await signedIn.hold({ [on.type('Adult')]: '2' });
    const paid = await signedIn.pay({ ...buyer, email: 'Mia@home.example', card_nonce: '' });
    expect(paid).toMatchObject({ code: 200, link: expect.stringContaining('/tickets/order/') });
    expect(await on.orders()).toMatchObject([{ email: 'Mia@home.example', status: 'paid' }]);
    expect((await on.page(paid.link)).content).toMatchObject({ state: 'booked' });
    const requests = (await listSentMails(on.db.read)).filter(({ subject }) =>
      subject.startsWith('Confirm your tickets'),
    );
    expect(requests.length).toBe(1);
  },
  { mail: server },
);

onShop('if the site can’t send email, the box office confirms or declines free tickets', async (on) => {
  const { book, unconfirmed, left } = await freeShow(on);
  const ann = await book('ann@home.example', 2);
  on.at('2026-11-21T12:00:01.000Z');
  const bob = await book('bob@home.example', 3);
  expect(ann.msg).toContain('The box office will confirm them.');
  expect((await on.page(ann.link)).content).toMatchObject({ state: 'unconfirmed', pending: { by: 'box office' } });
  expect((await on.get(ann.link)).body).toContain('The box office will confirm your tickets.');
  const listed = await unconfirmed();
  expect(listed).toMatchObject([
    { email: 'ann@home.example', until: '2026-11-24T12:00:00+00:00', tickets: [{ tickets: '2 Adult' }] },
    { email: 'bob@home.example' },
  ]);
  const nudges = async () => (await on.admin.page('/members/dashboard')).content.nudges as { link: string }[];
  expect(await nudges()).toContainEqual(
    expect.objectContaining({
      text: expect.stringContaining('2 bookings of free tickets wait to be confirmed'),
      link: `/members/bookings?show=${on.show}#bookings`,
    }),
  );
  const path = (order = 0, what = 'confirm') => `${bookings}/unconfirmed/${listed[order]?.id}/${what}`;
  expect((await (await on.as(await on.a.user())).post(path(), {})).statusCode).toBe(403);
  expect((await on.admin.post(path(), {})).json()).toMatchObject({ code: 200 });
  expect((await on.admin.post(path(), {})).json()).toMatchObject({ code: 409 });
  expect((await on.admin.post(path(1, 'decline'), {})).json()).toMatchObject({
    code: 200,
    msg: expect.stringContaining('No email was sent: tell the buyer yourself, at '),
  });
  expect((await on.page(ann.link)).content).toMatchObject({ state: 'booked' });
  expect((await on.page(bob.link)).content).toMatchObject({ state: 'declined' });
  expect(await left()).toBe(94);
  expect(await unconfirmed()).toEqual([]);
  expect((await nudges()).filter(({ link }) => link.includes('#bookings'))).toEqual([]);
});

onEachShop(
  'an order made free by a promo code needs confirmation and counts towards the code’s limit',
  async (on) => {
    const code = { show_id: on.show, code: 'PRESS', how: 'percent', amount: '100', most: '1' };
    expect((await on.admin.post(`${bookings}/promo_codes`, code)).json()).toMatchObject({ code: 200 });
    const [ann, bob] = [on.visitor(), on.visitor()];
    for (const visitor of [ann, bob]) {
      await visitor.hold({ [on.type('Adult')]: '1' });
      expect(await visitor.post('/api/tickets/promo', { promo: 'PRESS' })).toMatchObject({ code: 200 });
    }
    expect(await ann.pay({ card_nonce: '' })).toMatchObject({ msg: expect.stringContaining('open the link') });
    expect(await bob.pay({ card_nonce: '' })).toMatchObject({ code: 409 });
    expect(await on.orders()).toEqual([]);
  },
  { mail: server },
);

onShop(
  'declining free tickets emails the buyer and releases the places',
  async (on) => {
    const { book, unconfirmed, left } = await freeShow(on);
    const { link } = await book('ann@home.example', 2);
    const [order] = await unconfirmed();
    const answer = await on.admin.post(`${bookings}/unconfirmed/${order?.id}/decline`, {});
    expect(answer.json()).toMatchObject({ code: 200, msg: expect.stringContaining('emailed the buyer') });
    const declined = (await listSentMails(on.db.read)).find(({ subject }) => subject.includes('not booked'));
    expect(declined?.to).toBe('ann@home.example');
    expect(declined?.text).toContain('Blithe Spirit, Wednesday 14 April 2027 at 7.30pm: 2 Adult.');
    expect(declined?.text).not.toContain('reference');
    expect((await on.page(link)).content).toMatchObject({ state: 'declined' });
    expect(await left()).toBe(96);
  },
  { mail: server },
);

onShop(
  'erasing a person with unconfirmed free tickets releases the places, and the link books nothing',
  async (on) => {
    const { book, link: linkOf, left, unconfirmed } = await freeShow(on);
    await book('ann@home.example', 2);
    const link = await linkOf('ann@home.example');
    const holder = { id: 'nobody', email: 'ann@home.example', name: 'Ann' };
    const how = { shownName: 'Deleted', at: '2026-11-21T12:00:00.000Z' };
    await write(on.db, async (tx) => basketPersonalData.erase?.(tx, holder as never, how));
    expect(await left()).toBe(96);
    expect(await unconfirmed()).toEqual([]);
    expect(await on.visitor().post(`/api${link}`, {})).toMatchObject({ code: 409 });
    expect(await on.orders()).toEqual([]);
  },
  { mail: server },
);

onEachShop(
  'unconfirmed free tickets count towards a network’s share when few places are left',
  async (on) => {
    const { book } = await freeShow(on);
    const net = from('198.51.100.7');
    expect(await book('ann@home.example', 8, net)).toMatchObject({ code: 200 });
    const more = await on.visitor(net).hold({ [on.type('Adult')]: '2' });
    expect(more).toMatchObject({ code: 429, msg: expect.stringContaining('Few places are left') });
    expect(await on.visitor(from('203.0.113.9')).hold({ [on.type('Adult')]: '2' })).toMatchObject({ code: 200 });
  },
  { mail: server, places: 12 },
);

onEachShop(
  'reopening free tickets again and again holds them for an hour at most',
  async (on) => {
    const { book, left, link: linkOf } = await freeShow(on);
    const { visitor } = await book('a0@made-up.example', 20);
    for (const [at, minute] of [29, 58].entries()) {
      on.at(`2026-11-21T12:${minute}:00.000Z`);
      expect(await visitor.post('/api/tickets/reopen', {})).toMatchObject({ code: 200 });
      expect(await visitor.pay({ email: `b${at}@made-up.example`, card_nonce: '' })).toMatchObject({ code: 200 });
    }
    const link = await linkOf('b1@made-up.example', 3);
    on.at('2026-11-21T13:01:00.000Z');
    expect(await left()).toBe(96);
    expect(await on.visitor().post(`/api${link}`, {})).toMatchObject({ code: 409 });
  },
  { mail: server },
);

for (const [kind, address] of [
  ['an IP address', () => '198.51.100.7'],
  ['a wide network', (n: number) => `2001:db8:1:${n * 257}::1`],
] as const) {
  onEachShop(
    `free tickets booked from ${kind} and never confirmed count towards its limit for a day`,
    async (on) => {
      const { book, left } = await freeShow(on);
      for (const n of [0, 1, 2, 3, 4]) {
        expect([n, await book(`v${n}@made-up.example`, 8, from(address(n)))]).toMatchObject([n, { code: 200 }]);
        on.at(minutes(31 * (n + 1)));
      }
      expect(await left()).toBe(96);
      const more = { code: 429, msg: expect.stringContaining('Try again tomorrow') };
      expect(await book('v5@made-up.example', 1, from(address(5)))).toMatchObject(more);
      expect(await book('mia@home.example', 1, from('203.0.113.9'))).toMatchObject({ code: 200 });
      on.at(minutes(60 * 24 * 2));
      expect(await book('v6@made-up.example', 1, from(address(6)))).toMatchObject({ code: 200 });
    },
    { mail: server },
  );
}

onShop('each network and each email address can have twenty free tickets waiting for the box office', async (on) => {
  const { book, unconfirmed } = await freeShow(on);
  const wide = (n: number) => from(`2001:db8:1:${n * 257}::1`);
  const tooMany = { code: 429, msg: expect.stringContaining('wait until the box office has confirmed') };
  expect(await book('ann@home.example', 12, wide(1))).toMatchObject({ code: 200 });
  expect(await book('bob@home.example', 9, wide(2))).toMatchObject(tooMany);
  expect(await book('bob@home.example', 8, wide(3))).toMatchObject({ code: 200 });
  expect(await book('Ann@home.example', 9, from('203.0.113.9'))).toMatchObject(tooMany);
  const [first] = await unconfirmed();
  expect((await on.admin.post(`${bookings}/unconfirmed/${first?.id}/confirm`, {})).json()).toMatchObject({
    code: 200,
  });
  expect(await book('cec@home.example', 2, wide(4))).toMatchObject({ code: 200 });
});
