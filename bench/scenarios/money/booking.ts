import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createPerformance, setPlaceCount } from '#features/box-office/performances/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, openDatabase, write } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { day, minute } from '#platform/shared/dates/durations.ts';
import { findBrokenRules } from '#tests/support/society/broken-rules.ts';
import { createFactories, type Factories } from '#tests/support/society/factories.ts';
import { migrations } from '../../../src/migrations/index.ts';
import { type PracticeSquare, startPracticeSquare } from '../../../src/practice/square/index.ts';
import { Buyer, type WantedTicket } from '../../buyers.ts';
import { type EmptySociety, measureOnEachEngine } from '../../each-engine.ts';
import { type Figure, measureTime, percentile, type Scenario } from '../../figures.ts';
import { createRandom, generateLargeArchive } from '../../large-society.ts';
import { type PayingSite, startPayingSite } from '../../start-paying-site.ts';

/** A society that sells tickets for one show, with its database and its practice payment provider. */
interface BoxOffice {
  society: EmptySociety;
  db: Database;
  practice: PracticeSquare;
  a: Factories;
  show: string;
}

let lastBuyer = 0;

async function inBoxOffice<Measured>(society: EmptySociety, measure: (on: BoxOffice) => Promise<Measured>) {
  const db = await openDatabase(society.place, migrations);
  const practice = await startPracticeSquare({ mode: 'test' });
  try {
    const a = createFactories(db, createDiskStorage(join(society.dataDir, 'files')));
    await a.settings({ ticketsActive: '1' });
    const show = await a.show({ title: 'Blithe Spirit', first_date: '2037-04-14', date: '2037-04-30' });
    return await measure({ society, db, practice, a, show });
  } finally {
    await db.close();
    await practice.close();
  }
}

/** Runs this many processes of the site during some work, and gives each buyer one of them. */
async function withSites<Done>(
  { society, practice }: BoxOffice,
  { processes, isCareless = false }: { processes: number; isCareless?: boolean },
  work: (siteOf: (buyer: number) => string, sites: readonly PayingSite[]) => Promise<Done>,
): Promise<Done> {
  const sites: PayingSite[] = [];
  try {
    for (let n = 0; n < processes; n += 1) sites.push(await startPayingSite(society, practice, { isCareless }));
    return await work((buyer) => sites[buyer % sites.length]?.url ?? '', sites);
  } finally {
    for (const { stop } of sites) await stop();
  }
}

let evenings = 0;

/** Creates a performance with this many places. */
async function createPerformanceWith({ db, show }: BoxOffice, places: number): Promise<WantedTicket> {
  const id = newId();
  const now = new Date().toISOString();
  const starts_at = new Date(Date.parse('2037-04-14T18:30:00Z') + evenings++ * 3_600_000).toISOString();
  await write(db, async (tx) => {
    await createPerformance(tx, { id, show_id: show, starts_at, now });
    await setPlaceCount(tx, { performance: id, capacity: places, now });
  });
  const adult = await db.read
    .selectFrom('ticket_type')
    .select('id')
    .where('performance_id', '=', id)
    .where('name', '=', 'Adult')
    .executeTakeFirstOrThrow();
  return { performance: id, field: `tickets_${adult.id}` };
}

/** Holds a ticket and pays for it. Returns the last response's status. */
async function book(site: string, buyer: Buyer, wish: WantedTicket): Promise<number> {
  const held = await buyer.hold(site, wish);
  return held === 200 ? buyer.pay(site) : held;
}

/** Reads pages while `work` runs. Returns how long each page took, in milliseconds. */
async function readWhile(url: string, pages: readonly string[], work: () => Promise<unknown>): Promise<number[]> {
  const reader = new Worker(new URL('../../reader.ts', import.meta.url), { workerData: { url, pages, cookie: '' } });
  const times = once(reader, 'message');
  await work();
  reader.postMessage('enough');
  const [read] = (await times) as [number[]];
  return read;
}

/**
 * Starts this many bookings a second for this many seconds, even if earlier ones aren't done. Returns the status of
 * each once all are done.
 */
async function bookSteadily(
  perSecond: number,
  seconds: number,
  { siteOf, wish }: { siteOf: (buyer: number) => string; wish: WantedTicket },
): Promise<number[]> {
  const all: Promise<number>[] = [];
  const since = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const early = since + (n * 1000) / perSecond - performance.now();
    if (early > 1) await pause(early);
    lastBuyer += 1;
    all.push(book(siteOf(lastBuyer), new Buyer(lastBuyer), wish));
  }
  return Promise.all(all);
}

const buildAvailabilityPaths = ({ performance }: WantedTicket) => [`/tickets/${performance}?react`, '/tickets?react'];

/** Returns the total processor time of these processes, in milliseconds. */
const sumProcessorTime = async (sites: readonly PayingSite[]) =>
  (await Promise.all(sites.map((site) => site.getProcessorTime()))).reduce((a, b) => a + b, 0);

/** Measures how many people can book in a minute when the site is at full load. */
async function measureMaximumRate(on: BoxOffice, processes: number): Promise<Figure[]> {
  // Several processes get fewer buyers: they need PostgreSQL, which is slow if everything runs on one processor
  const [warm, count, together] = [60, processes === 1 ? 900 : 240, 24];
  return withSites(on, { processes }, async (siteOf, sites) => {
    const wish = await createPerformanceWith(on, warm + count);
    const bookMany = async (many: number) => {
      let left = many;
      const buyer = async () => {
        while (left-- > 0) {
          lastBuyer += 1;
          const status = await book(siteOf(lastBuyer), new Buyer(lastBuyer), wish);
          if (status !== 200) throw new Error(`A booking responded with ${status}.`);
        }
      };
      await Promise.all(Array.from({ length: together }, buyer));
    };
    await bookMany(warm);
    const before = await sumProcessorTime(sites);
    const ms = await measureTime(() => bookMany(count));
    const perMinute = (count * 60_000) / ms;
    return [
      {
        name: 'bookings a minute, each held, then paid',
        value: perMinute,
        unit: '',
        ...(processes === 1 && { atLeast: 6000 }),
      },
      { name: 'processor time for each', value: ((await sumProcessorTime(sites)) - before) / count, unit: 'ms' },
      ...(await checkRules(on)),
    ];
  });
}

/** Measures how long the pages that show availability take while others book. */
async function measureAvailability(
  on: BoxOffice,
  { processes, perSecond }: { processes: number; perSecond: number },
): Promise<Figure[]> {
  return withSites(on, { processes }, async (siteOf) => {
    const wish = await createPerformanceWith(on, 1500);
    await bookSteadily(20, 3, { siteOf, wish });
    let statuses: number[] = [];
    const times = await readWhile(siteOf(0), buildAvailabilityPaths(wish), async () => {
      statuses = await bookSteadily(perSecond, 10, { siteOf, wish });
    });
    return [
      {
        name: `availability at ${perSecond} bookings a second, p95`,
        value: percentile(times, 0.95),
        unit: 'ms',
        atMost: 25,
      },
      { name: 'bookings that failed', value: statuses.filter((s) => s !== 200).length, unit: '', atMost: 0 },
      ...(await checkRules(on)),
    ];
  });
}

const [racers, lastPlaces, seeds] = [500, 10, Number(process.env.SEEDS ?? 10)];

/**
 * Lets five hundred buyers compete for the last ten places of a house, `runs` times. If `isCareless` is true, the guard
 * against overselling is off, which the figures must show.
 */
async function measureRace(
  on: BoxOffice,
  { processes, isCareless = false, runs = seeds }: { processes: number; isCareless?: boolean; runs?: number },
): Promise<Figure[]> {
  return withSites(on, { processes, isCareless }, async (siteOf, sites) => {
    const [late, looks]: [number[], number[]] = [[], []];
    let [wrong, faults, sold] = [0, 0, 0];
    await bookSteadily(10, 2, { siteOf, wish: await createPerformanceWith(on, 96) });
    const before = await sumProcessorTime(sites);
    for (let seed = 1; seed <= runs; seed += 1) {
      const wish = await createPerformanceWith(on, lastPlaces);
      const roll = createRandom(seed);
      const racer = async () => {
        await pause(roll(100));
        lastBuyer += 1;
        const [buyer, site] = [new Buyer(lastBuyer), siteOf(roll(processes))];
        let held = 0;
        const ms = await measureTime(async () => {
          held = await buyer.hold(site, wish);
        });
        if (held === 409) late.push(ms);
        return held === 200 ? buyer.pay(site) : held;
      };
      looks.push(
        ...(await readWhile(siteOf(0), buildAvailabilityPaths(wish), async () => {
          const ended = await Promise.all(Array.from({ length: racers }, racer));
          faults += ended.filter((status) => status >= 500).length;
          if (ended.filter((status) => status === 409).length !== racers - lastPlaces) wrong += 1;
        })),
      );
      const tickets = await on.db.read
        .selectFrom('ticket')
        .select('id')
        .where('performance_id', '=', wish.performance)
        .execute();
      sold = Math.max(sold, tickets.length);
      if (tickets.length !== lastPlaces) wrong += 1;
    }
    const worked = (await sumProcessorTime(sites)) - before;
    if (isCareless) {
      const broken = await findBrokenRules(on.db);
      return [
        { name: 'without the guard, most sold of ten', value: sold, unit: '', atLeast: lastPlaces + 1 },
        { name: 'without the guard, broken rules that are found', value: broken.length, unit: '', atLeast: 1 },
      ];
    }
    return [
      { name: `races of ${runs} not won by exactly ten`, value: wrong, unit: '', atMost: 0 },
      { name: 'until the last buyer is told that none are left', value: Math.max(...late), unit: 'ms', atMost: 1000 },
      { name: 'responses with status 500 or above', value: faults, unit: '', atMost: 0 },
      { name: 'availability meanwhile, p95', value: percentile(looks, 0.95), unit: 'ms', atMost: 25 },
      { name: 'processor time for each buyer', value: worked / runs / racers, unit: 'ms' },
      ...(await checkRules(on)),
    ];
  });
}

/** Measures how long the archive's page takes while people book at a rate of fifty a second. */
async function measureArchive(on: BoxOffice): Promise<Figure[]> {
  await on.a.shows([...generateLargeArchive(300)]);
  return withSites(on, { processes: 1 }, async (siteOf) => {
    const wish = await createPerformanceWith(on, 1000);
    await bookSteadily(20, 3, { siteOf, wish });
    const read = (work: () => Promise<unknown>) => readWhile(siteOf(0), ['/past-shows'], work);
    await read(() => pause(1000));
    const calm = percentile(await read(() => pause(8000)), 0.95);
    const busy = percentile(await read(() => bookSteadily(50, 8, { siteOf, wish })), 0.95);
    return [
      { name: '/past-shows while all is calm, p95', value: calm, unit: 'ms' },
      { name: '/past-shows at 50 bookings a second, p95', value: busy, unit: 'ms', atMost: 2 * calm },
      ...(await checkRules(on)),
    ];
  });
}

/** Kills and restarts the site repeatedly while a thousand people book. */
async function measureKills(on: BoxOffice): Promise<Figure[]> {
  const [count, together] = [1000, 24];
  const wish = await createPerformanceWith(on, count);
  const roll = createRandom(1000);
  let site = startPayingSite(on.society, on.practice);
  let isOver = false;
  let kills = 0;
  const killing = (async () => {
    while (!isOver) {
      const { stop } = await site;
      await pause(200 + roll(1500));
      if (isOver) return;
      await stop('SIGKILL');
      kills += 1;
      site = startPayingSite(on.society, on.practice);
    }
  })();
  /** Repeats a request that gets no response, a server error or status 429, like a person who tries again later. */
  const persistently = async (send: (url: string) => Promise<number>) => {
    for (;;) {
      const status = await send((await site).url).catch(() => 0);
      if (status !== 0 && status < 500 && status !== 429) return status;
      await pause(50);
    }
  };
  let confirmed = 0;
  let left = count;
  const buyer = async () => {
    while (left-- > 0) {
      lastBuyer += 1;
      const own = new Buyer(lastBuyer);
      const held = await persistently((url) => own.hold(url, wish));
      // One buyer in twenty gives up if the payment gets no response
      const siteUrl = roll(20) === 0 ? (await site).url : undefined;
      const paid =
        held !== 200
          ? held
          : siteUrl
            ? await own.pay(siteUrl).catch(() => 0)
            : await persistently((url) => own.pay(url));
      if (paid === 200) confirmed += 1;
    }
  };
  await Promise.all(Array.from({ length: together }, buyer));
  isOver = true;
  await killing;
  await (await site).stop();
  const open = async () =>
    (await on.db.read.selectFrom('payment_intent').select('id').where('status', '=', 'open').execute()).length;
  const openAfter = async (ahead: number) => {
    const { stop } = await startPayingSite(on.society, on.practice, { ahead });
    for (let tries = 0; tries < 200 && (await open()) > 0; tries += 1) await pause(100);
    await stop();
    return open();
  };
  // Work that a killed process left unfinished is checked three minutes later. If that check is killed too, the next
  // one follows after a longer pause
  const late = await openAfter(5 * minute);
  const unsettled = late > 0 ? await openAfter(3 * day) : 0;
  const orders = await on.db.read.selectFrom('ticket_order').select('id').where('status', '=', 'paid').execute();
  const payments = on.practice.journal.all('payment').filter(({ status }) => status === 'COMPLETED');
  return [
    { name: 'times killed', value: kills, unit: '' },
    { name: 'people told that they have tickets', value: confirmed, unit: '' },
    { name: 'of those people, without an order', value: Math.max(0, confirmed - orders.length), unit: '', atMost: 0 },
    { name: 'payments without an order', value: payments.length - orders.length, unit: '', atMost: 0 },
    { name: 'payments with an unknown result after five minutes', value: late, unit: '' },
    { name: 'payments still open after three days', value: unsettled, unit: '', atMost: 0 },
    ...(await checkRules(on)),
  ];
}

async function checkRules({ db, practice }: BoxOffice): Promise<Figure[]> {
  const broken = await findBrokenRules(db, practice);
  for (const sentence of broken) console.error(`  ! ${sentence}`);
  return [{ name: 'broken rules', value: broken.length, unit: '', atMost: 0 }];
}

const processesOn = ({ place }: EmptySociety) => (place.url === '' ? 1 : 2);

const createBookingScenario = (
  title: string,
  measure: (on: BoxOffice) => Promise<Figure[]>,
  engines?: 'SQLite alone',
): Scenario => ({
  title,
  measure: () => measureOnEachEngine((society) => inBoxOffice(society, measure), engines),
});

export const bookingScenarios: Record<string, Scenario> = {
  booking: createBookingScenario('Bookings for one performance, as many as the site can handle', (on) =>
    measureMaximumRate(on, processesOn(on.society)),
  ),
  'booking-looks': createBookingScenario('Availability is read while many people book every second', (on) =>
    measureAvailability(on, { processes: processesOn(on.society), perSecond: on.society.place.url === '' ? 100 : 20 }),
  ),
  'booking-race': createBookingScenario(`${racers} buyers compete for the last ten places`, (on) =>
    measureRace(on, { processes: processesOn(on.society) }),
  ),
  'booking-careless': createBookingScenario(
    'Buyers compete for the last places without the guard against overselling',
    (on) => measureRace(on, { processes: 1, isCareless: true, runs: 1 }),
    'SQLite alone',
  ),
  'booking-archive': createBookingScenario(
    'The archive is read while fifty people a second book',
    measureArchive,
    'SQLite alone',
  ),
  'booking-kills': createBookingScenario(
    'The site is killed repeatedly while a thousand people book',
    measureKills,
    'SQLite alone',
  ),
};
