import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { defineOfferLoop } from '#features/box-office/waiting-list/server/offers.ts';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import { type Database, openDatabase } from '#platform/server/database/index.ts';
import { loadBuiltFrontend } from '#platform/server/http/response/frontend.ts';
import { dataKey } from '#tests/support/site/app.ts';
import { createTemporaryFolder, openTestDatabase } from '#tests/support/site/engines.ts';
import { compileCache } from '#tests/support/site/site.ts';
import { createUnguardedDatabase } from '#tests/support/site/unguarded-database.ts';
import { findBrokenRules } from '#tests/support/society/broken-rules.ts';
import { contributions } from '#tests/support/society/contributions.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { onEachShop, type ShopTestContext } from '#tests/support/society/shop.ts';
import { openTestProvider } from '#tests/support/society/square.ts';
import { type BuiltApp, buildApp } from '../../../../app.ts';
import { migrations } from '../../../../migrations/index.ts';
import type { PracticeSquare } from '../../../../practice/square/index.ts';

const at = '2026-11-21T12:00:00.000Z';

/** Starts the same site again within this process, as if it were another process. */
async function anotherSite({ storage, practice, passwords }: ShopTestContext, db: Database): Promise<BuiltApp> {
  const front = await loadBuiltFrontend(join(import.meta.dirname, '../../../../../dist'));
  const paymentProvider = practice && openTestProvider(practice);
  const app = await buildApp({
    ...{ db, storage, frontend: front, paymentProvider, passwords, dataKey, maxDelayMs: 0 },
    clock: () => new Date(at),
  });
  onTestFinished(() => app.close());
  return app;
}

/** Creates a browser that sends its requests to one of several processes. */
function browser({ fastify }: BuiltApp, { first, type, aCard }: ShopTestContext) {
  let cookie = '';
  const post = async (url: string, payload: object) => {
    const headers = { host: 'players.example', ...(cookie && { cookie }) };
    const answer = await fastify.inject({ method: 'POST', url, payload, headers });
    const given = answer.cookies.find(({ name }) => name === 'basket');
    if (given) cookie = `basket=${given.value}`;
    return answer.statusCode;
  };
  return {
    take: (offer: string) => post(`/api${offer}`, { [type('Adult')]: '2' }),
    hold: () => post('/api/tickets/hold', { performance_id: first, [type('Adult')]: '1' }),
    empty: () => post('/api/tickets/empty', {}),
    pay: () => post('/api/tickets/pay', { name: 'Dorothy Hollis', email: 'dot@home.example', card_nonce: aCard() }),
  };
}

onEachShop(
  'when twenty buyers in two processes want the last four places, each place is sold once',
  async (on) => {
    const sites = [on.app, await anotherSite(on, await openTestDatabase(on.place))];
    const ended = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const buyer = browser(sites[n % 2] ?? on.app, on);
        const held = await buyer.hold();
        return held === 200 ? buyer.pay() : held;
      }),
    );
    expect(ended.toSorted()).toEqual([...Array(4).fill(200), ...Array(16).fill(409)]);
    expect(await on.entries()).toEqual(Array(4).fill('charge 1200'));
    expect(await findBrokenRules(on.db, on.practice)).toEqual([]);
  },
  { places: 4 },
);

onEachShop(
  'a visitor refused as sold out can book a place that another process has since released',
  async (on) => {
    const [ann, ben] = [browser(on.app, on), browser(await anotherSite(on, await openTestDatabase(on.place)), on)];
    expect(await ann.hold()).toBe(200);
    expect(await ben.hold()).toBe(409);
    expect(await ann.empty()).toBe(200);
    expect(await ben.hold()).toBe(200);
  },
  { places: 1 },
);

onEachShop(
  'an offer accepted in four windows of two processes is booked and paid once',
  async (on) => {
    const bookings = '/members/api/bookings';
    const sale = { performance_id: on.first, name: 'Bea', how: 'reserved', [on.type('Adult')]: '2' };
    const { id } = (await on.admin.post(`${bookings}/orders`, sale)).json();
    const wish = { performance_id: on.first, [`date_${on.first}`]: '1', size: '2' };
    const party = { ...wish, name: 'Ann Waits', email: 'ann@home.example' };
    expect(await on.visitor().post('/api/tickets/waiting', party)).toMatchObject({ code: 200 });
    expect((await on.admin.send('POST', `${bookings}/orders/${id}/cancel`)).statusCode).toBe(200);
    const home = () => 'https://players.example';
    const clock = () => new Date(at);
    const encryption = createEncryption(dataKey);
    await defineOfferLoop({ db: on.db, clock, encryption, home, all: contributions })();
    const texts = (await listSentMails(on.db.read)).map(
      ({ text }) => /\.example(\/tickets\/offer\/\S+)/.exec(text)?.[1],
    );
    const offer = texts.find((link) => link !== undefined) ?? '';
    const sites = [on.app, await anotherSite(on, await openTestDatabase(on.place))];
    const ended = await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const window = browser(sites[n % 2] ?? on.app, on);
        const taken = await window.take(offer);
        return taken === 200 ? window.pay() : taken;
      }),
    );
    expect(ended.toSorted()).toEqual([200, 409, 409, 409]);
    expect((await on.orders()).filter(({ source }) => source === 'online')).toMatchObject([{ status: 'paid' }]);
    expect(await on.entries()).toEqual(['charge 2400']);
    expect(await findBrokenRules(on.db, on.practice)).toEqual([]);
  },
  { places: 2 },
);

onEachShop(
  'without the database guard places are oversold, and the integrity check reports it',
  async (on) => {
    let counting = 0;
    let all = () => {};
    const everybody = new Promise<void>((resolve) => {
      all = resolve;
    });
    let isRace = false;
    // No sale happens until three buyers have counted the places
    const looked = async () => {
      if (!isRace) return;
      counting += 1;
      if (counting === 3) all();
      await everybody;
    };
    const db = await createUnguardedDatabase(await openDatabase(on.place, migrations), on.place, looked);
    onTestFinished(() => db.close());
    const site = await anotherSite(on, db);
    const buyers = Array.from({ length: 4 }, () => browser(site, on));
    for (const buyer of buyers) expect(await buyer.hold()).toBe(200);
    isRace = true;
    expect(await Promise.all(buyers.map((buyer) => buyer.pay()))).toEqual(Array(4).fill(200));
    expect(await findBrokenRules(on.db)).toContainEqual(
      // The fourth buyer's check may run before or after the other sales
      expect.stringMatching(/^[34] tickets are sold for 2 places/),
    );
  },
  { places: 2 },
);

/**
 * Starts a process with one buyer for each of these steps, and kills it when all buyers have reached their steps.
 * Returns the buyers' cookies.
 */
async function killBuyersAtSteps(
  on: ShopTestContext,
  practice: PracticeSquare,
  steps: readonly string[],
): Promise<string[]> {
  const wish = { performance_id: on.first, [on.type('Adult')]: '1' };
  const folder = createTemporaryFolder();
  const told = { place: on.place, access: practice.access, dataKey, folder, wish, steps, at };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'book-and-stop.child.ts'), JSON.stringify(told)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...compileCache },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  const [, cookies = '[]'] = /^in hand (.*)/.exec(`${said}`) ?? [];
  child.kill('SIGKILL');
  await once(child, 'exit');
  return JSON.parse(cookies);
}

onEachShop('a buyer whose payment is cut off by a killed process gets one order and one charge', async (on) => {
  const { practice } = on;
  if (!practice) throw new Error('There is no practice provider.');
  const steps = ['held', 'written', 'charged', 'settled', 'recording'];
  const pay = (cookie: string) =>
    on.post(
      '/api/tickets/pay',
      { name: 'Dorothy Hollis', email: 'dot@home.example', card_nonce: 'cnon:card-nonce-ok' },
      { cookie },
    );
  const [back, gone] = [await killBuyersAtSteps(on, practice, steps), await killBuyersAtSteps(on, practice, steps)];
  expect([back.length, gone.length]).toEqual([5, 5]);
  for (const cookie of back) expect((await pay(cookie)).json()).toMatchObject({ code: 200 });
  // Of the buyers who never returned, three had been charged
  expect(practice.journal.all('payment')).toHaveLength(8);
  await on.later('2026-11-21T12:04:00.000Z');
  // Buyers who had only held tickets pay nothing. Buyers who had pressed Pay get their tickets
  expect(practice.journal.all('payment')).toHaveLength(9);
  expect(await on.entries()).toEqual(Array(9).fill('charge 1200'));
  expect((await on.orders()).map(({ status }) => status)).toEqual(Array(9).fill('paid'));
  expect(await findBrokenRules(on.db, practice)).toEqual([]);
});
