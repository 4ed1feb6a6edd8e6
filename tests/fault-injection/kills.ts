import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSquareProvider } from '#features/money/payments/server/index.ts';
import { defineIntentRefreshJob } from '#features/money/payments/server/refresh-intent.ts';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import { loadOrCreateInstanceSecret } from '#platform/server/crypto/secrets.ts';
import { openDatabase } from '#platform/server/database/index.ts';
import { runDueJobs } from '#platform/server/jobs/runner.ts';
import { createFileTransport } from '#platform/server/mail/index.ts';
import { defineSendMailJob } from '#platform/server/mail/sender.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { buildSquareRecords } from '../../src/demo/sales/payments.ts';
import { migrations } from '../../src/migrations/index.ts';
import { type PracticeSquare, startPracticeSquare } from '../../src/practice/square/index.ts';
import { findFreePort, spawnSite, startSite } from '../support/site/site.ts';
import { findBrokenRules } from '../support/society/broken-rules.ts';
import { contributions, purgeTrashAt } from '../support/society/contributions.ts';
import { findDatabaseDamage, findLostWork, listLeftoverFiles } from './broken-promises.ts';
import { startMixedLoad, type WorkAmount } from './load.ts';
import type { BusySociety } from './society.ts';

/** The result of one run in which the site is killed repeatedly under load. */
export interface KillRunResult {
  /** The number of changes that the site confirmed, by kind. */
  promised: Record<string, number>;
  /** Descriptions of everything that should not have happened. */
  wrong: string[];
  /** Milliseconds from each start to the first page served. */
  startedIn: number[];
  /** The number of responses of each status, and of requests without one. */
  answers: Record<string, number>;
}

/**
 * The time to kill the site: after this much work. With `starting`, it is then started and killed once more, that many
 * milliseconds after its process was started.
 */
export type KillMoment = WorkAmount & { starting?: number };

/**
 * Kills the site under load repeatedly. Each time the site must restart by itself, with everything that it has
 * confirmed.
 */
export async function killRepeatedly(society: BusySociety, moments: readonly KillMoment[]): Promise<KillRunResult> {
  const { dataDir, place, env } = society;
  const wrong: string[] = [];
  const startedIn: number[] = [];
  const start = async () => {
    const site = await startSite({ dataDir, env });
    startedIn.push(site.startedIn);
    return site;
  };
  const before = new Set(await findBrokenRulesAt(place));
  let site = await start();
  const load = startMixedLoad(society, () => site.url);
  for (const [round, moment] of moments.entries()) {
    await load.until(moment);
    await site.kill();
    if (moment.starting !== undefined) await killWhileStarting(society, moment.starting);
    const db = await openDatabase(place, migrations);
    const lost = await findLostWork([...load.promised], db, dataDir);
    await db.close();
    const rules = (await findBrokenRulesAt(place)).filter((sentence) => !before.has(sentence));
    const found = [
      ...lost,
      ...rules,
      ...(place.url ? [] : findDatabaseDamage(place.file)).map((one) => JSON.stringify(one)),
    ];
    wrong.push(...found.map((sentence) => `after kill ${round + 1}: ${sentence}`));
    site = await start();
  }
  await load.end();
  wrong.push(...load.odd);
  await site.stop();
  if (site.exitCode() !== 0) wrong.push('when asked to stop, the site ended with an error');
  wrong.push(...(await findUnsettledWork(society)).filter((sentence) => !before.has(sentence)));
  const promised = Object.groupBy(load.promised, ({ kind }) => kind);
  return {
    ...{ wrong, startedIn },
    promised: Object.fromEntries(Object.entries(promised).map(([kind, some]) => [kind, some.length])),
    answers: { ...load.answers, none: load.cut() },
  };
}

/**
 * Lists the rules that the stored data break, in sentences. They include those that were broken before a run, which the
 * caller has to leave out.
 */
export async function findBrokenRulesAt(place: BusySociety['place']): Promise<string[]> {
  const db = await openDatabase(place, migrations);
  const sentences = await findBrokenRules(db);
  await db.close();
  return sentences;
}

async function killWhileStarting({ dataDir, env }: BusySociety, ms: number): Promise<void> {
  const child = spawnSite({ dataDir, env: { ...env, PORT: `${await findFreePort()}` } });
  await pause(ms);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/**
 * Checks open payments, sends queued emails and empties the trash, and then lists everything that is still wrong: open
 * payments, emails that weren't sent exactly once, broken rules, and files that are left over.
 */
export async function findUnsettledWork({ dataDir, place, since }: BusySociety): Promise<string[]> {
  const db = await openDatabase(place, migrations);
  const practice = await startPracticeSquare({ folder: join(dataDir, 'practice-square') });
  try {
    const paymentProvider = createSquareProvider({ environment: 'practice', ...practice.access });
    const transport = createFileTransport(join(dataDir, 'mail'), 'callboard@localhost');
    const siteEncryption = createEncryption(await loadOrCreateInstanceSecret(dataDir));
    const clock = () => new Date(Date.now() + 10 * 60_000);
    const looking = defineIntentRefreshJob({ db, clock, paymentProvider, all: contributions });
    await runDueJobs({ db, clock, work: [looking, defineSendMailJob({ db, transport, encryption: siteEncryption })] });
    const wrong: string[] = [];
    const open = await db.read.selectFrom('payment_intent').select('id').where('status', '=', 'open').execute();
    if (open.length > 0) wrong.push(`${open.length} payments are still open`);
    const mails = await db.read.selectFrom('mail').select('id').execute();
    const letters = readdirSync(join(dataDir, 'mail')).filter((name) => name.endsWith('.eml'));
    const unsent = mails.filter(({ id }) => letters.filter((name) => name.includes(id)).length !== 1);
    if (unsent.length > 0) wrong.push(`${unsent.length} emails were not sent exactly once`);
    const tomorrow = new Date(Date.now() + 26 * 60 * 60_000);
    await purgeTrashAt({ db, storage: createDiskStorage(join(dataDir, 'files')) }, tomorrow);
    // The practice provider also has the demo's subscriptions, which this check doesn't cover
    practice.restore(await buildSquareRecords(db.read));
    const sold = await db.read.selectFrom('payment_intent').select('id').where('purpose', '=', 'tickets').execute();
    const ids = new Set<unknown>(sold.map(({ id }) => id));
    const isSale = (one: object) =>
      ('created_at' in one && typeof one.created_at === 'string' && one.created_at >= since) ||
      ('reference_id' in one && ids.has(one.reference_id));
    const lately: Pick<PracticeSquare['journal'], 'all'> = {
      all: (kind) => practice.journal.all(kind).filter((one) => typeof one === 'object' && isSale(one)),
    };
    wrong.push(...(await findBrokenRules(db, { journal: lately as PracticeSquare['journal'] })));
    wrong.push(...listLeftoverFiles(dataDir).map((path) => `${path} is left over`));
    return wrong;
  } finally {
    await practice.close();
    await db.close();
  }
}
