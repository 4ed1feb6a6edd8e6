import { expect } from 'vitest';
import { onEachShop, onShop } from '#tests/support/society/shop.ts';
import { defineHoldReleaseLoop } from './baskets/basket-store.ts';

onEachShop(
  'a hold changes the availability in the shop at once, and leaves other cached pages alone',
  async ({ seen, visitor, type, db }) => {
    const [performance] = (await seen()).shows[0]?.performances ?? [];
    expect(performance).toMatchObject({
      sale: { is: 'open' },
      availability: { state: 'plenty', left: 3 },
      types: [
        { name: 'Adult', pence: 1200, left: null },
        { name: 'Child', pence: 1000, left: null },
      ],
    });
    const before = await db.read.selectFrom('revision').selectAll().orderBy('name').execute();
    expect(await visitor().hold({ [type('Adult')]: '2' })).toMatchObject({ code: 200 });
    expect((await seen()).shows).toMatchObject([{ performances: [{ availability: { state: 'few', left: 1 } }] }]);
    expect(await visitor().hold({ [type('Child')]: '1' })).toMatchObject({ code: 200 });
    expect((await seen()).shows).toMatchObject([{ performances: [{ availability: { state: 'held' } }] }]);
    const after = await db.read.selectFrom('revision').selectAll().orderBy('name').execute();
    const moved = after.filter((row, at) => JSON.stringify(row) !== JSON.stringify(before[at]));
    expect(moved).toHaveLength(1);
  },
  { places: 3 },
);

onEachShop(
  'a sale changes the availability that the front and show pages fetch, not the pages themselves',
  async ({ get, show, first, add, visitor, type, admin }) => {
    const second = await add('2027-04-15T19:30');
    const left = async () => (await get('/tickets/left.json')).json();
    const pages = async () =>
      Promise.all(['/', `/past-shows/${show}/Blithe_Spirit`].map(async (path) => (await get(path)).headers.etag));
    const [home, ofShow] = await Promise.all([get('/sitedata'), get(`/past-shows/${show}/Blithe_Spirit?react`)]);
    expect(home.json().next_show).toMatchObject({
      left_at: '/tickets/left.json',
      nights: [{ link: `/tickets/${first}` }, { link: `/tickets/${second}` }],
    });
    expect(ofShow.json().on_sale).toBe(true);
    const before = await pages();
    expect(await left()).toEqual({
      [`/tickets/${first}`]: { words: 'Available' },
      [`/tickets/${second}`]: { words: 'Available' },
    });
    const ann = visitor();
    await ann.hold({ [type('Adult')]: '3' });
    expect((await left())[`/tickets/${first}`]).toEqual({ words: 'Last few in baskets', urgent: true });
    expect(await ann.pay()).toMatchObject({ code: 200 });
    expect((await left())[`/tickets/${first}`]).toEqual({
      words: 'Sold out',
      instead: { href: `/tickets/waiting/${first}`, words: 'Waiting list' },
    });
    expect(await pages()).toEqual(before);
    await admin.post(`/members/api/bookings/performances/${first}/cancel`, {});
    expect(Object.keys(await left())).not.toContain(`/tickets/${first}`);
  },
  { places: 3 },
);

onEachShop('an earlier show that isn’t on sale doesn’t hide the links to another show’s tickets', async (on) => {
  const { a, get, show } = on;
  const linked = async () => {
    const pages = await Promise.all(['/', '/blog', '/past-shows', '/about-us', '/auditions'].map((path) => get(path)));
    return pages.map(({ body }) => body.includes('href="/tickets"'));
  };
  expect(await linked()).toEqual([true, true, true, true, true]);
  for (const dates of [
    { first_date: '2027-01-01', date: '2027-01-01', first_date_precision: 'year', date_precision: 'year' },
    { first_date: '2027-04-01', date: '2027-04-01', first_date_precision: 'month', date_precision: 'month' },
    { first_date: '2027-01-05', date: '2027-01-05' },
    // This show plays today
    { first_date: '2026-11-21', date: '2026-11-21', title: 'A reading' },
  ] as const) {
    await a.show({ title: 'Another', ...dates });
    const { next_show, on_sale } = (await get('/sitedata')).json();
    expect(next_show.title).toBe('title' in dates ? 'A reading' : 'Blithe Spirit');
    expect(on_sale).toMatchObject([{ title: 'Blithe Spirit' }]);
    expect(await linked()).toEqual([true, true, true, true, true]);
  }
  expect(/Blithe Spirit, 14/.test((await get('/')).body)).toBe(true);
  expect((await get('/auditions')).body.includes('Book for Blithe Spirit')).toBe(true);
  const bookings = await (await on.as(await a.user({ role: 'admin' }))).page('/members/bookings');
  expect(bookings.content).toMatchObject({ show: { id: show } });
});

onShop('the sitemap lists the tickets page only while tickets are sold on this site', async ({ get, a }) => {
  const listed = async () => (await get('/sitemap.xml')).body.includes('/tickets</loc>');
  expect(await listed()).toBe(true);
  await a.settings({ ticketsLink: 'https://tickets.example' });
  expect(await listed()).toBe(false);
  await a.settings({ ticketsLink: '', ticketsActive: '0' });
  expect(await listed()).toBe(false);
});

onShop('a society that has stopped selling publishes no availability', async ({ get, a }) => {
  await a.settings({ ticketsActive: '0' });
  expect((await get('/tickets/left.json')).json()).toEqual({});
  expect((await get('/sitedata')).json().next_show).toMatchObject({ left_at: '' });
});

onShop('a basket survives a reload, and its tickets can be changed, added to and removed', async (on) => {
  const { visitor, type, add } = on;
  const ann = visitor();
  await ann.hold({ [type('Adult')]: '2', [type('Child')]: '1' });
  expect(await ann.basket()).toMatchObject({
    state: 'open',
    seconds_left: 600,
    total: 3400,
    performances: [
      {
        lines: [
          { type: 'Adult', count: 2 },
          { type: 'Child', count: 1 },
        ],
      },
    ],
  });
  // A new choice replaces the former one for that performance, and renews the hold
  on.at('2026-11-21T12:05:00.000Z');
  await ann.hold({ [type('Adult')]: '1' });
  expect(await ann.basket()).toMatchObject({ seconds_left: 600, total: 1200 });
  const second = await add('2027-04-15T19:30');
  await ann.hold({ [await on.typeAt('Adult', second)]: '2' }, second);
  expect(await ann.basket()).toMatchObject({
    total: 3600,
    performances: [{ lines: [{ count: 1 }] }, { lines: [{ count: 2 }] }],
  });
  await ann.post('/api/tickets/take_away', { performance_id: on.first });
  expect(await ann.basket()).toMatchObject({ total: 2400, performances: [{ id: second }] });
  await ann.post('/api/tickets/empty', {});
  expect(await ann.basket()).toBeUndefined();
  expect(await on.db.read.selectFrom('place').selectAll().where('taken_by', 'is not', null).execute()).toEqual([]);
});

onShop('a basket is only visible to its visitor, and is in no cached page', async ({ visitor, type, get }) => {
  const [ann, bob] = [visitor(), visitor()];
  await ann.hold({ [type('Adult')]: '1' });
  expect(await bob.basket()).toBeUndefined();
  expect(await bob.post('/api/tickets/empty', {})).toMatchObject({ code: 200 });
  expect(await bob.pay()).toMatchObject({ code: 409 });
  expect(await ann.basket()).toMatchObject({ total: 1200 });
  expect((await get('/tickets/basket', { cookie: ann.cookie() })).headers['cache-control']).toContain('no-store');
  expect((await ann.get('/tickets')).body).not.toContain(ann.cookie().slice('basket='.length));
});

onEachShop(
  'an invalid count is reported at its field, and submitted prices and unknown fields are ignored',
  async (on) => {
    const { visitor, type } = on;
    const ann = visitor();
    const adult = type('Adult');
    for (const typed of ['-1', '1.5', '10000', 'two', -1, 1.5, 10_000, '1e1']) {
      expect(await ann.hold({ [adult]: typed })).toMatchObject({
        code: 400,
        fields: { [adult]: 'Enter a number up to 20.' },
      });
    }
    expect(await ann.hold({ [adult]: '0' })).toMatchObject({
      code: 400,
      fields: { [adult]: 'Enter how many tickets.' },
    });
    expect(await ann.hold({ tickets_aaaaaaaaaaaaaaaa: '1' })).toMatchObject({ code: 400 });
    expect(await ann.hold({ [adult]: '1' }, 'aaaaaaaaaaaaaaaa')).toMatchObject({ code: 404 });
    expect(await ann.basket()).toBeUndefined();
    const more = { pence: '1', total: 0, price: { Adult: 1 }, gift: true, [type('Child')]: null };
    expect(await ann.hold({ [adult]: 2, ...more })).toMatchObject({ code: 200 });
    expect(await ann.basket()).toMatchObject({ total: 2400 });
  },
);

onEachShop(
  'places of an expired hold go to the next visitor, and the first holder is refused',
  async (on) => {
    const { visitor, type } = on;
    const [ann, bob] = [visitor(), visitor()];
    await ann.hold({ [type('Adult')]: '2' });
    for (const before of ['2026-11-21T12:00:00.000Z', '2026-11-21T12:09:59.999Z']) {
      on.at(before);
      expect(await bob.hold({ [type('Adult')]: '1' })).toMatchObject({ code: 409 });
    }
    on.at('2026-11-21T12:10:00.000Z');
    expect(await ann.basket()).toMatchObject({ state: 'lapsed', seconds_left: 0 });
    expect(await bob.hold({ [type('Adult')]: '1' })).toMatchObject({ code: 200 });
    expect(await ann.post('/api/tickets/hold_again', {})).toMatchObject({
      code: 409,
      msg: expect.stringContaining('There is one place left'),
    });
    expect(await ann.pay()).toMatchObject({ code: 409 });
    await bob.post('/api/tickets/empty', {});
    expect(await ann.post('/api/tickets/hold_again', {})).toMatchObject({ code: 200 });
    expect(await ann.basket()).toMatchObject({ state: 'open', seconds_left: 600 });
  },
  { places: 2 },
);

onEachShop(
  'changing one performance’s tickets in an expired basket holds those for the other performance again',
  async (on) => {
    const second = await on.add('2027-04-15T19:30');
    await on.admin.post(`/members/api/bookings/performances/${second}`, {
      ...{ datetime: '2027-04-15T19:30', capacity: '2', version: 1 },
    });
    const late = await on.typeAt('Adult', second);
    const [ann, bob] = [on.visitor(), on.visitor()];
    await ann.hold({ [on.type('Adult')]: '2' });
    await ann.hold({ [late]: '2' }, second);
    on.at('2026-11-21T12:10:00.000Z');
    await defineHoldReleaseLoop({ db: on.db, clock: () => new Date('2026-11-21T12:10:00.000Z') })();
    expect(await ann.hold({ [on.type('Adult')]: '1' })).toMatchObject({ code: 200 });
    expect(await ann.basket()).toMatchObject({ state: 'open', seconds_left: 600, total: 3600 });
    expect(await bob.hold({ [late]: '1' }, second)).toMatchObject({ code: 409 });
    on.at('2026-11-21T12:20:00.000Z');
    expect(await bob.hold({ [late]: '1' }, second)).toMatchObject({ code: 200 });
    expect(await ann.hold({ [on.type('Adult')]: '3' })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(
        /other tickets in your basket has run out\. There is one place left for Thursday .* Change or remove the other tickets/,
      ),
    });
    expect(await ann.basket()).toMatchObject({ state: 'lapsed', total: 3600 });
  },
);

onEachShop('holding tickets before or after their sale is refused, with the time of the sale', async (on) => {
  const { admin, visitor, type, first } = on;
  await admin.post(`/members/api/bookings/performances/${first}`, {
    ...{ datetime: '2027-04-14T19:30', version: 2 },
    ...{ on_sale_from: '2027-01-09T09:00', on_sale_until: '2027-01-10T09:00' },
  });
  expect(await visitor().hold({ [type('Adult')]: '1' })).toMatchObject({
    code: 409,
    msg: 'Tickets for Wednesday 14 April 2027 at 7.30pm go on sale on Saturday 9 January 2027 at 9am.',
  });
  expect((await on.get('/tickets')).body).toContain('On sale from Saturday 9 January 2027 at 9am');
  expect((await on.get('/sitedata')).json().next_show.on_sale).toBe(false);
  on.at('2027-01-09T09:00:00.000Z');
  expect((await on.get('/sitedata')).json().next_show.on_sale).toBe(true);
  const ann = visitor();
  expect(await ann.hold({ [type('Adult')]: '1' })).toMatchObject({ code: 200 });
  on.at('2027-01-10T08:55:00.000Z');
  expect(await ann.post('/api/tickets/hold_again', {})).toMatchObject({ code: 200 });
  // Nothing can be paid for after the sale, so nothing is held for longer
  expect(await ann.basket()).toMatchObject({ held_until: '2027-01-10T09:00:00+00:00', seconds_left: 300 });
  expect(await ann.hold({ [type('Adult')]: '2' })).toMatchObject({ code: 200 });
  expect(await ann.basket()).toMatchObject({ held_until: '2027-01-10T09:00:00+00:00' });
  on.at('2027-01-10T09:00:00.000Z');
  expect(await visitor().hold({ [type('Adult')]: '1' })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('were on sale here until Sunday 10 January 2027 at 9am'),
  });
});

onShop(
  'without JavaScript, choosing tickets leads to the basket, and an invalid count is reported',
  async ({ post, type, first }) => {
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    const wrong = await post('/api/tickets/hold', `performance_id=${first}&${type('Adult')}=99`, headers);
    expect([wrong.statusCode, wrong.body.includes('Enter a number up to 20.')]).toEqual([400, true]);
    const right = await post('/api/tickets/hold', `performance_id=${first}&${type('Adult')}=2`, headers);
    expect([right.statusCode, right.headers.location]).toEqual([303, '/tickets/basket']);
    expect(right.headers['set-cookie']).toMatch(/^basket=[\w-]{43}; .*HttpOnly; SameSite=Lax/);
  },
);

onEachShop(
  'a held ticket of a limited type can’t be sold to anybody else',
  async ({ admin, visitor, first, type, typeAt }) => {
    await admin.post(`/members/api/bookings/performances/${first}/ticket_types`, {
      ...{ name: 'Companion', price: '0', most: '1' },
    });
    const field = await typeAt('Companion', first);
    const companion = { [field]: '1', [type('Adult')]: '1' };
    const ann = visitor();
    expect(await ann.hold(companion)).toMatchObject({ code: 200 });
    expect(await visitor().hold(companion)).toMatchObject({ code: 409, fields: { [field]: 'None left' } });
    const sale = { performance_id: first, name: 'Bea', how: 'cash', ...companion };
    expect((await admin.post('/members/api/bookings/orders', sale)).json()).toMatchObject({ code: 409 });
  },
);

onShop(
  'ticking “companion” without a companion’s ticket is refused, and the message says what to do',
  async ({ admin, visitor, first, type, typeAt, aCard }) => {
    const ann = visitor();
    await ann.hold({ [type('Adult')]: '1' });
    // This performance has no free companion's ticket, so a ticked “companion” is refused
    expect(await ann.basket()).toMatchObject({
      companions_free: false,
      companion: expect.stringContaining('contact us before you book'),
    });
    expect(await ann.pay({ card_nonce: aCard(), need_companion: '1' })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('contact us before you book'),
    });
    await admin.post(`/members/api/bookings/performances/${first}/ticket_types`, { name: 'Companion', price: '0' });
    const says = 'Your companion needs a ticket too: add a “Companion” ticket for them.';
    expect(await ann.basket()).toMatchObject({ companions_free: true, companion: says });
    const refused = await ann.pay({ card_nonce: aCard(), need_companion: '1' });
    expect(refused).toMatchObject({ code: 409, msg: `${says} You haven’t been charged.` });
    await ann.hold({ [type('Adult')]: '1', [await typeAt('Companion', first)]: '1' });
    expect(await ann.basket()).toMatchObject({ companion: '' });
    const { link } = await ann.pay({ card_nonce: aCard(), need_companion: '1' });
    const { performances, needs } = (await ann.get(`${link}?react`)).json() as {
      performances: { tickets: { type: string }[] }[];
      needs: string[];
    };
    expect(performances[0]?.tickets.map((ticket) => ticket.type).toSorted()).toEqual(['Adult', 'Companion']);
    expect(needs).toEqual(['A companion who comes free of charge']);
  },
);

onEachShop(
  'companion tickets that outnumber paying tickets for a performance can’t be held or paid for',
  async (on) => {
    const { admin, visitor, first, type, typeAt, add, aCard } = on;
    await admin.post(`/members/api/bookings/performances/${first}/ticket_types`, {
      name: 'Carer',
      price: '0',
      most: '8',
    });
    const second = await add('2027-04-15T19:30');
    const carer = await typeAt('Carer', first);
    const ann = visitor();
    expect(await ann.hold({ [carer]: '7' })).toMatchObject({
      code: 409,
      msg: '“Carer” tickets are only free with a paid ticket for the same performance. Choose a paid ticket too.',
      fields: { [carer]: 'Only with a paid ticket.' },
    });
    expect(await ann.hold({ [carer]: '2', [type('Adult')]: '1' })).toMatchObject({
      code: 409,
      fields: { [carer]: 'Choose up to 1.' },
    });
    // A paying ticket for another performance doesn't count
    expect(await ann.hold({ [await typeAt('Adult', second)]: '2' }, second)).toMatchObject({ code: 200 });
    expect(await ann.hold({ [carer]: '1' })).toMatchObject({ code: 409 });
    expect(await ann.hold({ [carer]: '1', [type('Adult')]: '1' })).toMatchObject({ code: 200 });
    expect(await ann.pay({ card_nonce: aCard() })).toMatchObject({ code: 200 });
    // The type was changed after the hold
    const bob = visitor();
    const ordinary = { name: 'Carer', price: '0', most: '8', needs_paying_ticket: '', everywhere: '' };
    const id = carer.slice('tickets_'.length);
    const change = (fields: object, version: number) =>
      admin.post(`/members/api/bookings/ticket_types/${id}`, { ...ordinary, ...fields, version });
    expect((await change({}, 1)).json()).toMatchObject({ code: 200 });
    expect(await bob.hold({ [carer]: '1' })).toMatchObject({ code: 200 });
    expect((await change({ needs_paying_ticket: '1' }, 2)).json()).toMatchObject({ code: 200 });
    expect(await bob.pay({ card_nonce: '' })).toMatchObject({ code: 409, msg: expect.stringContaining('“Carer”') });
    // The same rule applies at the box office, unless the ticket is given away
    const sale = { performance_id: first, name: 'Bea', how: 'cash', [carer]: '1' };
    expect((await admin.post('/members/api/bookings/orders', sale)).json()).toMatchObject({ code: 409 });
    const given = { ...sale, how: 'comp', reason: 'With a child who is free' };
    expect((await admin.post('/members/api/bookings/orders', given)).json()).toMatchObject({ code: 200 });
  },
);

onShop('in mid-run, the front and show pages link only to tickets for coming performances', async (on) => {
  const second = await on.add('2027-04-15T19:30');
  on.at('2027-04-15T09:00:00.000Z');
  const { next_show } = (await on.get('/sitedata')).json();
  expect(next_show.nights).toMatchObject([
    { over: true, link: '' },
    { over: false, link: `/tickets/${second}` },
  ]);
  const { body } = await on.get(`/past-shows/${on.show}/Blithe_Spirit`);
  expect(body).not.toContain(`href="/tickets/${on.first}"`);
  expect(body).toContain(`href="/tickets/${second}"`);
  // The page of a past performance lists it before the coming ones
  const listed = (await on.page(`/tickets/${on.first}`)).content.performances as { id: string }[];
  expect(listed.map(({ id }) => id)).toEqual([on.first, second]);
});
