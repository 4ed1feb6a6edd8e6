import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { importPaymentHistory } from '#features/money/payments/server/index.ts';
import { initialRenewalState } from '#features/money/subscriptions/renewal.ts';
import { createPlan, createSubscription } from '#features/money/subscriptions/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, openDatabase, write } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { addDays } from '#platform/shared/dates/dates.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { migrations } from '../../../src/migrations/index.ts';
import { type PracticeSquare, startPracticeSquare } from '../../../src/practice/square/index.ts';
import { type EmptySociety, measureOnEachEngine } from '../../each-engine.ts';
import { type Figure, measureTime, percentile, type Scenario } from '../../figures.ts';
import { createSessionCookie } from '../../signed-in.ts';
import { startPayingSite } from '../../start-paying-site.ts';

const members = 1000;

/** Measures the morning on which everybody's card is charged, while a member reads pages. */
export const renewalScenario: Scenario = {
  title: `${members} subscriptions renew in one morning`,
  measure: () => measureOnEachEngine(measureMorning),
};

async function measureMorning(society: EmptySociety): Promise<Figure[]> {
  const db = await openDatabase(society.place, migrations);
  const practice = await startPracticeSquare({ mode: 'test' });
  let stop = async () => {};
  try {
    const cookie = await subscribeEverybody({ db, practice, ...society });
    // The latest daily run, due at six, was missed, so it begins when the site starts
    const site = await startPayingSite(society, practice);
    stop = site.stop;
    const reader = new Worker(new URL('../../reader.ts', import.meta.url), {
      workerData: { url: site.url, pages: ['/', '/past-shows', '/members/dashboard'], cookie },
    });
    const times = once(reader, 'message');
    const before = await site.getProcessorTime();
    const took = await measureTime(async () => {
      while ((await countDue(db)) > 0) await pause(200);
    });
    const worked = (await site.getProcessorTime()) - before;
    reader.postMessage('enough');
    const [pages] = (await times) as [number[]];
    const charges = practice.journal.all('payment').filter(({ status }) => status === 'COMPLETED');
    return [
      { name: 'until the last is renewed', value: took, unit: 'ms', atMost: 60_000 },
      { name: 'pages meanwhile, p95', value: percentile(pages, 0.95), unit: 'ms', atMost: 100 },
      { name: 'processor time for each', value: worked / members, unit: 'ms' },
      { name: 'charges too many or too few', value: Math.abs(charges.length - members), unit: '', atMost: 0 },
    ];
  } finally {
    await stop();
    await db.close();
    await practice.close();
  }
}

async function countDue(db: Database): Promise<number> {
  const { count } = await db.read
    .selectFrom('subscription')
    .select(({ fn, cast }) => cast<string>(fn.countAll(), 'text').as('count'))
    .where('tries', '=', 0)
    .where('reminded_on', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const atSquare = (card: string) => `ccof:${card}`;

/**
 * Creates a plan and `members` members, each with a subscription, a card on file and a sent reminder, so that the site
 * charges all the cards at its next check. Returns one member's session cookie.
 */
async function subscribeEverybody({
  db,
  practice,
  dataDir,
}: Pick<EmptySociety, 'dataDir'> & { db: Database; practice: PracticeSquare }): Promise<string> {
  const at = new Date().toISOString();
  const today = at.slice(0, 10);
  const plan_id = newId();
  const plan = { levelName: 'Full member', amount: 2400, period: 'yearly', desc: '', first_part: 'full' } as const;
  const renewal_month = today.slice(5, 7) as '09';
  await write(db, (tx) => createPlan(tx, { ...plan, renewal_month }, { id: plan_id, now: at }));
  const a = createFactories(db, createDiskStorage(join(dataDir, 'files')));
  const people: { userId: string; card: string; customer: string }[] = [];
  for (let n = 0; n < members; n += 1) people.push({ userId: (await a.user()).id, card: newId(), customer: newId() });
  for (const { card, customer: customer_id } of people) {
    const id = atSquare(card);
    practice.journal.put('customer', customer_id, { id: customer_id, created_at: at });
    const face = { card_brand: 'VISA', last_4: '1111', exp_month: 12, exp_year: 2039, bin: '411111' };
    practice.journal.put('card', id, { id, customer_id, ...face, enabled: true, created_at: at, version: 1 });
  }
  await write(db, async (tx) => {
    await importPaymentHistory(tx, {
      intents: [],
      customers: people.map(({ userId: user_id, customer: id }) => ({
        ...{ id, user_id, provider_id: id, environment: 'practice' },
      })),
      cards: people.map(({ card: id, customer: customer_id }) => ({
        ...{ id, customer_id, provider_id: atSquare(id), brand: 'VISA', last_4: '1111', exp_month: 12, exp_year: 2039 },
        ...{ postcode: '', created_at: at, removed_at: null },
      })),
    });
    for (const { userId: user_id, card: card_id } of people) {
      await createSubscription(tx, {
        ...{ id: newId(), user_id, plan_id, card_id, amount: 2400, status: 'active', sub_for: 'SELF' },
        ...{ name: '', phone_number: '', e_con_name: '', e_con_phone: '', cancelled_at: null, created_at: at },
        ...{ started_on: addDays(today, -366), renews_on: addDays(today, -1) },
        ...{ ...initialRenewalState, reminded_on: addDays(today, -30), amount_told: 2400 },
      });
    }
  });
  return createSessionCookie(db, people[0]?.userId ?? '');
}
