import { join } from 'node:path';
import { openDatabase } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { migrations } from '../../../src/migrations/index.ts';
import { startPracticeSquare } from '../../../src/practice/square/index.ts';
import { type EmptySociety, measureOnEachEngine } from '../../each-engine.ts';
import { type Figure, measureTime, percentile, type Scenario } from '../../figures.ts';
import { createAdminCookie, createSessionCookie } from '../../signed-in.ts';
import { startPayingSite } from '../../start-paying-site.ts';

const members = 200;
/** The number of members who pay before the measurement begins: a site that has just started is slower for a while. */
const earlier = 60;
const together = 20;
/** One member in this many presses the button twice. */
const impatient = 10;

const plan = { levelName: 'Full member', amount: '24', period: 'yearly', renewal_month: '09', first_part: 'full' };

/** Measures the evening on which everybody pays, and some people press the button twice. */
export const subscriptionScenario: Scenario = {
  title: `${members} members start a subscription, ${together} at once`,
  measure: () => measureOnEachEngine(measureEvening),
};

async function measureEvening(society: EmptySociety): Promise<Figure[]> {
  const { dataDir, place } = society;
  const db = await openDatabase(place, migrations);
  const practice = await startPracticeSquare({ mode: 'test' });
  let stop = async () => {};
  try {
    const site = await startPayingSite(society, practice);
    stop = site.stop;
    const a = createFactories(db, createDiskStorage(join(dataDir, 'files')));
    const send = async (url: string, headers: Record<string, string>, sent?: object) => {
      const body = sent && { method: 'POST', body: JSON.stringify(sent) };
      const request = { headers: { 'content-type': 'application/json', ...headers }, ...body };
      const response = await fetch(`${site.url}${url}`, request);
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${url} responded with ${response.status}: ${text}`);
      return { text, atSquare: Number(response.headers.get('x-at-square')) };
    };
    const admin = { cookie: await createAdminCookie(a, db) };
    const made = await send('/members/api/admin/admin_settings/subs/add_new_plan', admin, plan);
    const sent = { subs_level: JSON.parse(made.text).id, sub_for: 'SELF', card_nonce: 'cnon:card-nonce-ok' };
    const waiting: Record<string, string>[] = [];
    for (let n = 0; n < earlier + members; n += 1) {
      const cookie = await createSessionCookie(db, (await a.user()).id);
      const key = `one-start-of-member-${n}`;
      waiting.push({ cookie, 'x-forwarded-for': `198.18.${n >> 8}.${n & 255}`, 'idempotency-key': key });
    }
    // Members open the payment page before they pay
    for (const member of waiting) await send('/members/account_settings?react', member);
    const whole: number[] = [];
    const ours: number[] = [];
    const start = async (member: Record<string, string>) => {
      let atSquare = 0;
      const ms = await measureTime(async () => {
        ({ atSquare } = await send('/members/api/account_settings/start_subscription', member, sent));
      });
      whole.push(ms);
      ours.push(ms - atSquare);
    };
    const payer = async (some: Record<string, string>[]) => {
      for (let member = some.pop(); member; member = some.pop()) {
        const presses = some.length % impatient === 0 ? [member, member] : [member];
        await Promise.all(presses.map(start));
      }
    };
    const everybody = (some: Record<string, string>[]) =>
      Promise.all(Array.from({ length: together }, () => payer(some)));
    await everybody(waiting.splice(members));
    whole.length = 0;
    ours.length = 0;
    const before = await site.getProcessorTime();
    await everybody(waiting);
    const worked = (await site.getProcessorTime()) - before;
    const charges = practice.journal.all('payment').filter(({ status }) => status === 'COMPLETED');
    const { count } = await db.read
      .selectFrom('subscription')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow();
    return [
      { name: 'without the time at Square, p95', value: percentile(ours, 0.95), unit: 'ms', atMost: 300 },
      { name: 'all of it, p95', value: percentile(whole, 0.95), unit: 'ms' },
      { name: 'processor time for each', value: worked / members, unit: 'ms' },
      { name: 'charges too many', value: charges.length - earlier - members, unit: '', atMost: 0 },
      { name: 'subscriptions missing', value: earlier + members - Number(count), unit: '', atMost: 0 },
    ];
  } finally {
    await stop();
    await db.close();
    await practice.close();
  }
}
