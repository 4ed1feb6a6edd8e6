import { rmSync } from 'node:fs';
import { buildSession, createSession, sessionCookie } from '#features/society/accounts/server/index.ts';
import type { Tables } from '#platform/server/database/index.ts';
import { runInBatches, write } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { addDays } from '#platform/shared/dates/dates.ts';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { measureTime, percentile, type Scenario } from '../../figures.ts';
import { openSocietyDatabase } from '../../large-society.ts';
import { request } from '../../requests.ts';

const entries = 20_000;

type Entry = Tables['entry'];

const idOf = (n: number) => `entry${String(n).padStart(11, '0')}`;

/** Builds an entry of the year: mostly tickets of three shows by card, each with its fee. */
export function buildLedgerEntry(n: number): Entry {
  const fee = n % 2 === 1;
  const charge = fee ? n - 1 : n;
  const subscription = charge % 20 === 0;
  const show = charge % 3;
  return {
    id: idOf(n),
    at: '2026-08-31T12:00:00.000Z',
    day: addDays('2025-09-01', charge % 365),
    environment: 'production',
    kind: fee ? 'fee' : 'charge',
    amount: fee ? -43 : 1250,
    source: 'card',
    about: subscription ? 'subscription' : 'tickets',
    plan_id: subscription ? 'fullmember000001' : '',
    show_id: subscription ? '' : `show${show}`.padEnd(16, '0'),
    label: subscription ? 'Full member' : `Show ${show}`,
    payer_id: null,
    charge_id: fee ? idOf(charge) : null,
    corrects: null,
    square_id: `square ${n}`,
  };
}

/** Measures the treasurer's pages for a year with all its sales. */
export const ledgerScenario: Scenario = {
  title: `The books of a year with ${entries.toLocaleString('en-GB')} entries`,
  async measure() {
    const dataDir = createTemporaryDataDir();
    try {
      const db = await openSocietyDatabase(dataDir);
      const rows = Array.from({ length: entries }, (_, n) => buildLedgerEntry(n));
      await write(db, (tx) =>
        runInBatches(rows, (batch) =>
          tx
            .insertInto('entry')
            .values([...batch])
            .execute(),
        ),
      );
      const a = createFactories(db, createDiskStorage(dataDir));
      await a.settings({ secondFactorRequired: '0' });
      const { id: userId } = await a.user({ role: 'admin' });
      const session = buildSession({ userId, stage: 'full', device: '', address: '', at: new Date().toISOString() });
      await write(db, (tx) => createSession(tx, session));
      const site = await startSite({ dataDir, env: { DEMO: '0' } });
      const headers = { cookie: `${sessionCookie}=${session.token}` };
      const times = async (address: string) => {
        const requestBooks = async () => {
          const reply = await request(`${site.url}${address}`, headers);
          if (reply.status !== 200) throw new Error(`${address} responded with ${reply.status}`);
        };
        for (let run = 0; run < 5; run += 1) await requestBooks();
        const taken: number[] = [];
        for (let run = 0; run < 30; run += 1) taken.push(await measureTime(requestBooks));
        return percentile(taken, 0.95);
      };
      const figures = [
        { name: 'The overview, p95', value: await times('/members/get_sums?startyear=2025'), unit: 'ms', atMost: 50 },
        {
          name: 'One show’s totals, p95',
          value: await times('/members/api/historic_sales?show_id=show100000000000'),
          unit: 'ms',
        },
        {
          name: 'Get Subs of a thousand payments, p95',
          value: await times('/members/get_subs?startyear=2025'),
          unit: 'ms',
        },
        {
          name: 'All of it as CSV',
          value: await measureTime(() => request(`${site.url}/members/get_sums.csv?startyear=2025`, headers)),
          unit: 'ms',
        },
      ] as const;
      await db.close();
      await site.stop();
      return [...figures];
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  },
};
