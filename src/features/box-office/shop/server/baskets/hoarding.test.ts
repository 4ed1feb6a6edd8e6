import { expect } from 'vitest';
import { onEachShop, onShop, type ShopTestContext } from '#tests/support/society/shop.ts';

type Visitor = ReturnType<ShopTestContext['visitor']>;

const from = (address: string) => ({ 'x-forwarded-for': address });

onEachShop('renewed holds count towards the limit per network', async (on) => {
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

onEachShop('a basket counts towards the limit of the network from which it was last changed', async (on) => {
  const adult = on.type('Adult');
  const begun = [1, 2, 3].map(() => on.visitor(from('198.51.100.7')));
  for (const one of begun) expect(await one.hold({ [adult]: '1' })).toMatchObject({ code: 200 });
  // The same three browsers now use their network at home
  const codes: number[] = [];
  for (const one of begun) {
    const elsewhere = { ...from('203.0.113.9'), cookie: one.cookie() };
    const fields = { performance_id: on.first, [adult]: '20' };
    codes.push((await on.post('/api/tickets/hold', fields, elsewhere)).statusCode);
  }
  expect(codes).toEqual([200, 200, 429]);
  expect(await begun[2]?.basket()).toMatchObject({ total: 1200 });
});

onEachShop('a renewed hold uses current prices and is refused if the ticket type is no longer sold', async (on) => {
  const adult = on.type('Adult');
  const ann = on.visitor();
  await ann.hold({ [adult]: '2' });
  const type = (fields: object) =>
    on.admin.post(`/members/api/bookings/ticket_types/${adult.slice('tickets_'.length)}`, {
      ...{ name: 'Adult', price: '15.00', most: '', version: 1 },
      ...fields,
    });
  expect((await type({})).statusCode).toBe(200);
  // A held ticket's price doesn't change
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

const minutes = (after: number) => new Date(Date.parse('2026-11-21T12:00:00.000Z') + after * 60_000).toISOString();

/** Gives away places at the box office until only `left` of the performance's `places` places remain. */
async function leave(on: ShopTestContext, places: number, left: number) {
  for (let rest = places - left; rest > 0; rest -= 50) {
    const sold = await on.admin.post('/members/api/bookings/orders', {
      ...{ performance_id: on.first, name: 'A coach party', source: 'phone', how: 'comp', reason: 'Guests' },
      [on.type('Adult')]: `${Math.min(50, rest)}`,
    });
    expect(sold.json()).toMatchObject({ code: 200 });
  }
}

onEachShop(
  'one connection with many IPv6 networks can hold only a part of a performance’s places',
  async (on) => {
    const adult = on.type('Adult');
    let held = 0;
    for (let n = 0; n < 12; n++) {
      const visitor = on.visitor(from(`2001:db8:1:${(n * 7).toString(16)}::1`));
      for (const count of [20, 8, 1]) {
        if ((await visitor.hold({ [adult]: `${count}` })).code !== 200) continue;
        held += count;
        break;
      }
    }
    // 40 of the 67 places are held, so 40 % of them are left
    expect(held).toBe(40);
    const other = on.visitor(from('2001:db8:2::1'));
    expect(await other.hold({ [adult]: '8' })).toMatchObject({ code: 200 });
  },
  { places: 67 },
);

onEachShop(
  'when few places are left, each network can hold a quarter of them',
  async (on) => {
    await leave(on, 100, 36);
    const adult = on.type('Adult');
    const [one, two] = [on.visitor(from('198.51.100.7')), on.visitor(from('198.51.100.7'))];
    const refused = await one.hold({ [adult]: '10' });
    expect(refused).toMatchObject({ code: 429, msg: expect.stringContaining('Choose up to 9') });
    expect(await one.hold({ [adult]: '9' })).toMatchObject({ code: 200 });
    expect(await two.hold({ [adult]: '1' })).toMatchObject({
      code: 429,
      msg: expect.stringMatching(/other people on your network.*Try again after .*12\.10pm/),
    });
    // Making a hold smaller is never refused, and leaves more places to other visitors
    expect(await one.hold({ [adult]: '4' })).toMatchObject({ code: 200 });
    expect(await two.hold({ [adult]: '5' })).toMatchObject({ code: 200 });
    for (const n of [1, 2, 3]) {
      expect(await on.visitor(from(`203.0.113.${n}`)).hold({ [adult]: '8' })).toMatchObject({ code: 200 });
    }
  },
  { places: 100 },
);

for (const [left, party] of [
  [2, 2],
  [8, 8],
  [20, 8],
  [1, 1],
] as const) {
  onEachShop(
    `with only ${left} of 60 places left, a party of ${party} from a new network gets tickets`,
    async (on) => {
      await leave(on, 60, left);
      const visitor = on.visitor(from('2001:db8:5::1'));
      expect(await visitor.hold({ [on.type('Adult')]: `${party}` })).toMatchObject({ code: 200 });
      expect(await visitor.pay({ card_nonce: on.aCard() })).toMatchObject({ code: 200 });
    },
    { places: 60 },
  );
}

onEachShop(
  'buyers behind one mobile network can buy the last places, because payments raise the network’s limit',
  async (on) => {
    await leave(on, 60, 20);
    const adult = on.type('Adult');
    for (let n = 0; n < 10; n++) {
      const buyer = on.visitor(from('198.51.100.7'));
      expect([n, await buyer.hold({ [adult]: '2' })]).toMatchObject([n, { code: 200 }]);
      // In the first four rounds, somebody else on the network also lets a basket lapse
      if (n < 4) expect(await on.visitor(from('198.51.100.7')).hold({ [adult]: '1' })).toMatchObject({ code: 200 });
      expect(await buyer.pay({ card_nonce: on.aCard() })).toMatchObject({ code: 200 });
      on.at(minutes(11 * (n + 1)));
    }
    expect(await on.visitor(from('198.51.100.7')).hold({ [adult]: '1' })).toMatchObject({ code: 409 });
  },
  { places: 60 },
);

onEachShop(
  'tickets that a network has just paid for raise the number that it can hold',
  async (on) => {
    await leave(on, 60, 20);
    const adult = on.type('Adult');
    const [party, more] = [on.visitor(from('198.51.100.7')), on.visitor(from('198.51.100.7'))];
    expect(await party.hold({ [adult]: '8' })).toMatchObject({ code: 200 });
    expect(await more.hold({ [adult]: '8' })).toMatchObject({ code: 429 });
    expect(await party.pay({ card_nonce: on.aCard() })).toMatchObject({ code: 200 });
    expect(await more.hold({ [adult]: '12' })).toMatchObject({ code: 200 });
  },
  { places: 60 },
);

onEachShop(
  'a network with two lapsed baskets must wait while few places are left, but can still pay',
  async (on) => {
    await leave(on, 60, 20);
    const fields = { [on.type('Adult')]: '2' };
    const some = () => on.visitor(from('198.51.100.7'));
    const [one, two] = [some(), some()];
    expect(await one.hold(fields)).toMatchObject({ code: 200 });
    on.at(minutes(11));
    expect(await two.hold(fields)).toMatchObject({ code: 200 });
    on.at(minutes(22));
    const told = { code: 429, msg: expect.stringMatching(/released or not paid for in time.*again from .*1\.10pm/) };
    expect(await some().hold(fields)).toMatchObject(told);
    expect(await one.post('/api/tickets/hold_again', {})).toMatchObject(told);
    expect(await on.visitor(from('203.0.113.9')).hold(fields)).toMatchObject({ code: 200 });
    expect(await two.pay({ card_nonce: on.aCard() })).toMatchObject({ code: 200 });
    on.at(minutes(71));
    expect(await some().hold(fields)).toMatchObject({ code: 200 });
  },
  { places: 60 },
);

onShop(
  'adding tickets for another performance doesn’t hide that a basket let scarce places lapse',
  async (on) => {
    await leave(on, 60, 20);
    const second = await on.add('2027-04-15T19:30');
    const other = await on.typeAt('Adult', second);
    const fields = { [on.type('Adult')]: '2' };
    for (const after of [0, 11]) {
      on.at(minutes(after));
      const visitor = on.visitor(from('198.51.100.7'));
      expect(await visitor.hold(fields)).toMatchObject({ code: 200 });
      expect(await visitor.hold({ [other]: '1' }, second)).toMatchObject({ code: 200 });
    }
    on.at(minutes(22));
    expect(await on.visitor(from('198.51.100.7')).hold(fields)).toMatchObject({ code: 429 });
  },
  { places: 60 },
);

onShop(
  'the time for which scarce tickets were held counts, however a visitor gives them up for other tickets',
  async (on) => {
    await leave(on, 60, 20);
    const second = await on.add('2027-04-15T19:30');
    const other = await on.typeAt('Adult', second);
    const fields = { [on.type('Adult')]: '2' };
    const giveUp = [
      async ({ post, hold }: Visitor) => {
        await post('/api/tickets/empty', {});
        return hold({ [other]: '1' }, second);
      },
      async ({ post, hold }: Visitor) => {
        await post('/api/tickets/take_away', { performance_id: on.first });
        return hold({ [other]: '2' }, second);
      },
      async ({ post }: Visitor) => {
        await post('/api/tickets/take_away', { performance_id: on.first });
        return post('/api/tickets/hold_again', {});
      },
    ];
    for (const [index, choosesOthers] of giveUp.entries()) {
      on.at(minutes(10 * index));
      const visitor = on.visitor(from('198.51.100.7'));
      expect(await visitor.hold(fields)).toMatchObject({ code: 200 });
      if (index > 0) expect(await visitor.hold({ [other]: '1' }, second)).toMatchObject({ code: 200 });
      on.at(minutes(10 * index + 9));
      expect(await choosesOthers(visitor)).toMatchObject({ code: 200 });
    }
    // Three times nine minutes are more than the twenty minutes for which a network may hold scarce tickets unpaid
    expect(await on.visitor(from('198.51.100.7')).hold(fields)).toMatchObject({ code: 429 });
  },
  { places: 60 },
);

onShop('a network whose baskets lapsed needn’t wait while there are plenty of places', async (on) => {
  const fields = { [on.type('Adult')]: '2' };
  const visitor = on.visitor(from('198.51.100.7'));
  expect(await visitor.hold(fields)).toMatchObject({ code: 200 });
  for (const after of [11, 22, 33, 44]) {
    on.at(minutes(after));
    expect(await visitor.post('/api/tickets/hold_again', {})).toMatchObject({ code: 200 });
  }
});

onEachShop(
  'each renewal of an expired hold counts as a lapsed basket',
  async (on) => {
    await leave(on, 60, 20);
    const visitor = on.visitor(from('198.51.100.7'));
    expect(await visitor.hold({ [on.type('Adult')]: '2' })).toMatchObject({ code: 200 });
    const codes: number[] = [];
    for (const after of [11, 22, 33]) {
      on.at(minutes(after));
      codes.push((await visitor.post('/api/tickets/hold_again', {})).code);
    }
    expect(codes).toEqual([200, 429, 429]);
  },
  { places: 60 },
);

onEachShop('emptying a basket and choosing again doesn’t start a new half hour', async (on) => {
  const fields = { [on.type('Adult')]: '2' };
  const visitor = on.visitor(from('198.51.100.7'));
  const until: string[] = [];
  for (const after of [0, 9, 18, 27]) {
    on.at(minutes(after));
    expect(await visitor.hold(fields)).toMatchObject({ code: 200 });
    until.push(new Date((await visitor.basket())?.held_until ?? '').toISOString());
    expect(await visitor.post('/api/tickets/empty', {})).toMatchObject({ code: 200 });
    expect(await visitor.basket()).toBeUndefined();
  }
  expect(until).toEqual([minutes(10), minutes(19), minutes(28), minutes(30)]);
  expect(await visitor.pay({ card_nonce: on.aCard() })).toMatchObject({ code: 409 });
});

onEachShop(
  'a network needn’t wait if it empties baskets at once, but must if it empties them late',
  async (on) => {
    await leave(on, 60, 20);
    const fields = { [on.type('Adult')]: '2' };
    const holdAndEmpty = async (begins: number, ends: number, path = '/api/tickets/empty') => {
      const visitor = on.visitor(from('198.51.100.7'));
      on.at(minutes(begins));
      const { code } = await visitor.hold(fields);
      on.at(minutes(ends));
      await visitor.post(path, { performance_id: on.first });
      return code;
    };
    const codes: number[] = [];
    // Removing the only tickets empties a basket too
    for (const at of [0, 11]) codes.push(await holdAndEmpty(at, at, '/api/tickets/take_away'));
    for (const [begins, ends] of [
      ...Array.from({ length: 4 }, () => [22, 22] as const),
      ...[22, 32, 42].map((at) => [at, at + 9] as const),
    ]) {
      codes.push(await holdAndEmpty(begins, ends));
    }
    expect(codes).toEqual(Array(9).fill(200));
    expect(await on.visitor(from('198.51.100.7')).hold(fields)).toMatchObject({ code: 429 });
    expect(await on.visitor(from('203.0.113.9')).hold(fields)).toMatchObject({ code: 200 });
  },
  { places: 60 },
);

onEachShop(
  'baskets that lapsed while places were plentiful make no network wait, even once few are left',
  async (on) => {
    const fields = { [on.type('Adult')]: '2' };
    const some = () => on.visitor(from('198.51.100.7'));
    const [lapses, empties] = [some(), some()];
    expect([await lapses.hold(fields), await empties.hold(fields)]).toMatchObject([{ code: 200 }, { code: 200 }]);
    on.at(minutes(9));
    await empties.post('/api/tickets/empty', {});
    on.at(minutes(11));
    await leave(on, 60, 20);
    expect(await some().hold(fields)).toMatchObject({ code: 200 });
    on.at(minutes(22));
    // Only one of the lapsed baskets counts
    expect(await some().hold(fields)).toMatchObject({ code: 200 });
  },
  { places: 60 },
);

onEachShop(
  'while few places are left, a basket is held for at most a quarter of an hour',
  async (on) => {
    await leave(on, 60, 20);
    const visitor = on.visitor(from('198.51.100.7'));
    const until: string[] = [];
    for (const after of [0, 4, 9, 14]) {
      on.at(minutes(after));
      expect(await visitor.hold({ [on.type('Adult')]: '2' })).toMatchObject({ code: 200 });
      until.push(new Date((await visitor.basket())?.held_until ?? '').toISOString());
    }
    expect(until).toEqual([minutes(10), minutes(14), minutes(15), minutes(15)]);
  },
  { places: 60 },
);

onEachShop(
  'concurrent requests from one network get no more than its share',
  async (on) => {
    await leave(on, 60, 20);
    const visitors = Array.from({ length: 12 }, () => on.visitor(from('198.51.100.7')));
    const answers = await Promise.all(visitors.map((visitor) => visitor.hold({ [on.type('Adult')]: '2' })));
    const codes = answers.map(({ code }) => code as number).sort();
    expect(codes).toEqual([...Array(4).fill(200), ...Array(8).fill(429)]);
  },
  { places: 60 },
);

onEachShop(
  'with the setting for scarce performances at 0, a network can hold the last places',
  async (on) => {
    await on.a.settings({ scarcePercent: 0 });
    await leave(on, 60, 20);
    expect(await on.visitor(from('198.51.100.7')).hold({ [on.type('Adult')]: '20' })).toMatchObject({ code: 200 });
  },
  { places: 60 },
);

onEachShop('a declined card doesn’t extend a hold', async (on) => {
  const visitor = on.visitor(from('198.51.100.7'));
  expect(await visitor.hold({ [on.type('Adult')]: '2' })).toMatchObject({ code: 200 });
  const held = (await visitor.basket())?.held_until;
  on.at(minutes(8));
  for (let n = 0; n < 3; n++) {
    expect(await visitor.pay({ card_nonce: on.aCard('911') })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('your tickets are still held'),
    });
    expect(await visitor.basket()).toMatchObject({ held_until: held, state: 'open' });
  }
  const places = on.db.read.selectFrom('place').select('held_until').where('held_until', 'is not', null);
  expect((await places.execute()).map(({ held_until }) => held_until)).toEqual([minutes(10), minutes(10)]);
  // A card that is declined after the hold has expired doesn't start a new hold
  on.at(minutes(11));
  expect(await visitor.pay({ card_nonce: on.aCard('911') })).toMatchObject({
    code: 400,
    msg: expect.stringContaining('time for your tickets has run out'),
  });
  expect(await visitor.basket()).toMatchObject({ held_until: held, state: 'lapsed' });
  expect(await on.visitor().hold({ [on.type('Adult')]: '20' })).toMatchObject({ code: 200 });
  expect(await visitor.pay({ card_nonce: on.aCard() })).toMatchObject({ code: 200 });
});

onEachShop(
  'the box office sees and can release places that networks hold repeatedly without paying',
  async (on) => {
    await leave(on, 60, 20);
    const adult = on.type('Adult');
    const networks = [1, 2, 3].map((n) => from(`203.0.113.${n}`));
    const holdAll = async () => {
      for (const [at, network] of networks.entries()) {
        await on.visitor(network).hold({ [adult]: `${[8, 8, 4][at]}` });
      }
    };
    const hoarded = async () => (await on.admin.page(`/members/bookings?show=${on.show}`)).content.hoarded;
    await holdAll();
    // At first, hoarders can't be distinguished from real buyers
    expect(await hoarded()).toEqual([]);
    on.at(minutes(11));
    await holdAll();
    const holders = expect.arrayContaining([8, 8, 4].map((count) => ({ name: '', count, tickets: count })));
    expect(await hoarded()).toMatchObject([{ performance_id: on.first, left: 20, held: 20, baskets: 3, holders }]);
    expect((await on.admin.page('/members/dashboard')).content.nudges).toContainEqual(
      expect.objectContaining({ kind: 'hoarded_places' }),
    );
    const release = () => on.admin.send('POST', `/members/api/bookings/hoarded/${on.first}/release`);
    expect((await release()).json()).toMatchObject({ code: 200, msg: 'Released 20 places.' });
    expect((await release()).json()).toMatchObject({ code: 409 });
    expect(await hoarded()).toEqual([]);
    expect(await on.visitor(from('198.51.100.7')).hold({ [adult]: '8' })).toMatchObject({ code: 200 });
  },
  { places: 60 },
);

onEachShop(
  'visitors whose tickets are released see a notice until they choose again, and keep their other tickets',
  async (on) => {
    await leave(on, 60, 20);
    const fields = { [on.type('Adult')]: '8' };
    const second = await on.add('2027-04-15T19:30');
    const other = await on.typeAt('Adult', second);
    const networks = [1, 2].map((n) => from(`203.0.113.${n}`));
    for (const network of networks) await on.visitor(network).hold(fields);
    on.at(minutes(11));
    const [ann, bob] = networks.map((network) => on.visitor(network)) as [Visitor, Visitor];
    await ann.hold(fields);
    await bob.hold({ [other]: '2' }, second);
    await bob.hold(fields);
    expect(await ann.pay({ card_nonce: on.aCard('911') })).toMatchObject({ code: 400 });
    const released = async (visitor: Visitor) => (await visitor.get('/tickets/basket?react')).json().released;
    expect([await released(ann), await released(bob)]).toEqual([false, false]);
    const { hoarded } = (await on.admin.page(`/members/bookings?show=${on.show}`)).content;
    expect(hoarded).toMatchObject([
      { holders: expect.arrayContaining([{ name: 'Dorothy Hollis', count: 8, tickets: 8 }]) },
    ]);
    await on.admin.send('POST', `/members/api/bookings/hoarded/${on.first}/release`);
    expect([await released(ann), await released(bob)]).toEqual([true, true]);
    const told = { code: 409, msg: expect.stringContaining('The box office has released your tickets') };
    expect(await ann.pay({ card_nonce: on.aCard() })).toMatchObject(told);
    expect(await ann.post('/api/tickets/hold_again', {})).toMatchObject(told);
    expect(await bob.basket()).toMatchObject({ state: 'open', performances: [{ id: second }] });
    expect(await ann.hold({ [on.type('Adult')]: '1' })).toMatchObject({ code: 200 });
    expect(await bob.post('/api/tickets/empty', {})).toMatchObject({ code: 200 });
    expect([await released(ann), await released(bob)]).toEqual([false, false]);
  },
  { places: 60 },
);

for (const [kind, address] of [
  ['/56', (n: number) => `2001:db8:aaaa:bb0${n % 8}::1`],
  ['/48', (n: number) => `2001:db8:cccc:${n * 257}::1`],
] as const) {
  onEachShop(
    `baskets from networks of one ${kind} hold the last places at most half of the time`,
    async (on) => {
      await leave(on, 60, 20);
      const fields = { [on.type('Adult')]: '8' };
      let held = 0;
      for (let quarter = 0; quarter < 12; quarter++) {
        const visitor = on.visitor(from(address(quarter)));
        on.at(minutes(quarter * 16));
        if ((await visitor.hold(fields)).code !== 200) continue;
        on.at(minutes(quarter * 16 + 9));
        expect(await visitor.hold(fields)).toMatchObject({ code: 200 });
        held += 1;
      }
      expect(held).toBeLessThanOrEqual(6);
      expect(held).toBeGreaterThanOrEqual(4);
      expect(await on.visitor(from('203.0.113.9')).hold(fields)).toMatchObject({ code: 200 });
    },
    { places: 60 },
  );
}

onEachShop(
  'baskets of a wide network that lapse at the same time count as one',
  async (on) => {
    await leave(on, 60, 20);
    const fields = { [on.type('Adult')]: '1' };
    const some = (n: number) => on.visitor(from(`2001:db8:cccc:${n * 257}::1`));
    for (const n of [1, 2, 3, 4, 5]) expect(await some(n).hold(fields)).toMatchObject({ code: 200 });
    on.at(minutes(11));
    expect(await some(6).hold(fields)).toMatchObject({ code: 200 });
  },
  { places: 60 },
);

/** Makes the first performance sell numbered seats, three of them wheelchair spaces. */
async function withSpaces(on: ShopTestContext) {
  const change = { datetime: '2027-04-14T19:30', capacity: '', sells_seats: '1', version: '2' };
  expect((await on.admin.post(`/members/api/bookings/performances/${on.first}`, change)).json()).toMatchObject({
    code: 200,
  });
  const space = { kind: 'wheelchair', reason: '', release: 0 };
  const plan = {
    layout: { rowCount: 8, hiddenSeats: [] },
    assignments: {},
    marks: { A1: space, A2: space, A3: space },
  };
  expect((await on.admin.post(`/members/bookings/seating/${on.first}`, plan)).json()).toMatchObject({ code: 200 });
}

/** Limits the tickets of the type "Adult" to four. */
async function withLimit(on: ShopTestContext) {
  const id = on.type('Adult').slice('tickets_'.length);
  const type = { name: 'Adult', price: '12.00', most: '4', version: 1 };
  expect((await on.admin.post(`/members/api/bookings/ticket_types/${id}`, type)).json()).toMatchObject({ code: 200 });
}

onShop(
  'the button that releases hoarded tickets of a limited type counts all tickets that the buyers lose',
  async (on) => {
    await withLimit(on);
    const fields = { [on.type('Adult')]: '4', [on.type('Child')]: '2' };
    for (const after of [0, 11]) {
      on.at(minutes(after));
      expect(await on.visitor(from('198.51.100.7')).hold(fields)).toMatchObject({ code: 200 });
    }
    const { body } = await on.admin.get(`/members/bookings?show=${on.show}`);
    expect(body.replaceAll('<!-- -->', '')).toContain('Release 6 places');
    const released = await on.admin.send('POST', `/members/api/bookings/hoarded/${on.first}/release`);
    expect(released.json()).toMatchObject({ code: 200, msg: 'Released 6 places.' });
  },
);

for (const { of, prepare, count, left, more, words } of [
  {
    of: 'wheelchair spaces',
    prepare: withSpaces,
    count: '2',
    left: 3,
    more: { wheelchair: '2' },
    words: 'wheelchair spaces',
  },
  { of: 'tickets of a limited type', prepare: withLimit, count: '4', left: 4, more: {}, words: '“Adult” tickets' },
]) {
  onEachShop(
    `a network that keeps letting the last ${of} lapse must wait, and the box office is warned`,
    async (on) => {
      await prepare(on);
      const fields = { [on.type('Adult')]: count, ...more };
      const some = () => on.visitor(from('198.51.100.7'));
      const codes: number[] = [];
      const hoarded = async () => (await on.admin.page(`/members/bookings?show=${on.show}`)).content.hoarded;
      for (const after of [0, 11]) {
        on.at(minutes(after));
        codes.push((await some().hold(fields)).code);
      }
      expect(codes).toEqual([200, 200]);
      expect(await hoarded()).toMatchObject([
        { performance_id: on.first, of: words, left, held: Number(count), baskets: 1 },
      ]);
      expect((await on.admin.page('/members/dashboard')).content.nudges).toContainEqual(
        expect.objectContaining({ kind: 'hoarded_places', text: expect.stringContaining(words) }),
      );
      const release = await on.admin.send('POST', `/members/api/bookings/hoarded/${on.first}/release`);
      expect(release.json()).toMatchObject({ code: 200 });
      expect(await hoarded()).toEqual([]);
      expect(await some().hold(fields)).toMatchObject({ code: 200 });
      on.at(minutes(22));
      const told = expect.stringContaining(`Few ${words} are left`);
      expect(await some().hold(fields)).toMatchObject({ code: 429, msg: told });
      // Other networks can hold these tickets, and this network can hold other tickets
      expect(await on.visitor(from('203.0.113.9')).hold(fields)).toMatchObject({ code: 200 });
      expect(await some().hold({ [on.type('Child')]: '2' })).toMatchObject({ code: 200 });
      on.at(minutes(90));
      expect(await some().hold(fields)).toMatchObject({ code: 200 });
    },
  );
}

onEachShop('one network can hold two of three wheelchair spaces, and another network the third', async (on) => {
  await withSpaces(on);
  const spaces = (wheelchair: string) => ({ [on.type('Adult')]: wheelchair, wheelchair });
  const [ann, bob] = [on.visitor(from('198.51.100.7')), on.visitor(from('198.51.100.7'))];
  const most = expect.stringContaining('Few wheelchair spaces are left');
  expect(await ann.hold(spaces('3'))).toMatchObject({ code: 429, msg: most });
  expect(await ann.hold(spaces('2'))).toMatchObject({ code: 200 });
  expect(await bob.hold(spaces('1'))).toMatchObject({ code: 429, msg: most });
  expect(await on.visitor(from('203.0.113.9')).hold(spaces('1'))).toMatchObject({ code: 200 });
});

onShop('a party of three wheelchair users can buy two spaces and then the third', async (on) => {
  await withSpaces(on);
  const spaces = (wheelchair: string) => ({ [on.type('Adult')]: wheelchair, wheelchair });
  const ann = on.visitor(from('198.51.100.7'));
  expect(await ann.hold(spaces('2'))).toMatchObject({ code: 200 });
  expect(await ann.pay({ card_nonce: on.aCard() })).toMatchObject({ code: 200 });
  expect(await ann.hold(spaces('1'))).toMatchObject({ code: 200 });
});
