import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { PaymentProviderError } from '#features/money/payments/server/provider/payment-provider.ts';
import { openBackup } from '#platform/server/backup/read-backup.ts';
import { restoreBackup } from '#platform/server/backup/restore-backup.ts';
import { writeBackup } from '#platform/server/backup/write-backup.ts';
import { withSnapshot, write } from '#platform/server/database/index.ts';
import { loadBuiltFrontend } from '#platform/server/http/response/frontend.ts';
import { queueScheduledJobs, runDueJobs } from '#platform/server/jobs/runner.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { dataKey } from '#tests/support/site/app.ts';
import {
  createEmptyPlace,
  createTemporaryFolder,
  type DatabasePlace,
  onEachEngine,
  openTestDatabase,
} from '#tests/support/site/engines.ts';
import { compileCache } from '#tests/support/site/site.ts';
import { listLedgerAndSquareEntries } from '#tests/support/society/square.ts';
import { createSubscriptionSociety } from '#tests/support/society/subscribers.ts';
import { buildApp } from '../../../../../app.ts';
import { migrations } from '../../../../../migrations/index.ts';

type On = Awaited<ReturnType<typeof createSubscriptionSociety>>;

const charging = 'POST /v2/payments';
const reminders = ['2027-08-02', '2027-08-25'];

/** Creates this many members, all of whom have been reminded twice. */
async function createReminded(on: On, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await on.member(`member${n}@members.example`);
  await on.mornings(reminders);
}

/** Expects one charge, one more year and one receipt for each member, and a ledger that matches Square's list. */
async function expectAllRenewedOnce(on: On, count: number): Promise<void> {
  expect(on.charged()).toHaveLength(count);
  expect(await on.statuses()).toEqual(Array(count).fill('active, 2028-08-31, card'));
  const years = await on.db.read.selectFrom('subscription_year').select('id').execute();
  expect(years).toHaveLength(2 * count);
  const receipts = (await on.letters()).filter(({ subject }) => subject.includes('receipt')).map(({ to }) => to);
  expect([receipts.length, new Set(receipts).size]).toEqual([count, count]);
  const { books, square } = await listLedgerAndSquareEntries(on);
  expect(books).toEqual(square);
  expect(books).toHaveLength(2 * count);
}

onEachEngine('renewal charges that fail temporarily or get no response are made once', async ({ db }) => {
  const on = await createSubscriptionSociety(db);
  const faults = [429, 500, 503, 'break before', 'break after', 'stall after'] as const;
  await createReminded(on, 2 * faults.length);
  // Each fault occurs once at first, and then often enough to use up all attempts
  for (const fault of faults) on.practice.faults.next(charging, fault, 1);
  for (const fault of faults) on.practice.faults.next(charging, fault, 4);
  for (const moment of ['08:00', '08:04', '08:30', '08:50']) await on.doAt(`2027-09-01T${moment}:00.000Z`);
  await expectAllRenewedOnce(on, 2 * faults.length);
});

onEachEngine(
  'a charge that never reached Square isn’t counted as an attempt and is repeated the next day',
  async ({ db }) => {
    const on = await createSubscriptionSociety(db);
    await createReminded(on, 1);
    on.practice.faults.next(charging, 'break before', 4);
    for (const moment of ['08:00', '10:00']) await on.doAt(`2027-09-01T${moment}:00.000Z`);
    expect(await on.statuses()).toEqual(['due, 2027-08-31, card']);
    for (const moment of ['08:00', '08:20']) await on.doAt(`2027-09-02T${moment}:00.000Z`);
    expect(on.charged()).toEqual(['2027-09-02 2500']);
    await expectAllRenewedOnce(on, 1);
  },
);

onEachEngine('events that arrive five times and in reverse order renew each subscription once', async ({ db }) => {
  const on = await createSubscriptionSociety(db);
  await createReminded(on, 3);
  const front = await loadBuiltFrontend(join(import.meta.dirname, '../../../../../../dist'));
  const { clock, paymentProvider } = on;
  const storage = createDiskStorage(createTemporaryFolder());
  const app = await buildApp({ db, storage, frontend: front, dataKey, clock, paymentProvider, maxDelayMs: 0 });
  onTestFinished(() => app.close());
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  on.practice.subscribe({ address: `http://127.0.0.1:${port}/hooks/square` }, 'when told');
  on.practice.faults.next(charging, 'stall after', 4);
  await on.doAt('2027-09-01T08:00:00.000Z');
  expect(new Set(await on.practice.events.deliver({ times: 5, backwards: true }))).toEqual(new Set([200]));
  await on.doAt('2027-09-01T08:20:00.000Z');
  await expectAllRenewedOnce(on, 3);
});

onEachEngine(
  'three concurrent renewal runs over two database connections charge each member once',
  async ({ db, place }) => {
    const on = await createSubscriptionSociety(db);
    await createReminded(on, 12);
    on.at('2027-09-01T08:00:00.000Z');
    const other = await openTestDatabase(place);
    const renewals = async (by: typeof db) => {
      const working = { db: by, clock: on.clock, work: on.workOf({ ...on, db: by }) };
      await queueScheduledJobs(working, 'Europe/London');
      for (let round = 0; round < 3; round++) await runDueJobs(working);
    };
    await Promise.all([renewals(db), renewals(other), renewals(other)]);
    await on.doAt('2027-09-01T08:20:00.000Z');
    await expectAllRenewedOnce(on, 12);
  },
);

onEachEngine(
  'a site restored from a backup made before the charges renews all subscriptions without charging again',
  async ({ db, place, engine }) => {
    const on = await createSubscriptionSociety(db);
    await createReminded(on, 2);
    const path = join(createTemporaryFolder(), 'backup.zip');
    const source = {
      storage: createDiskStorage(createTemporaryFolder()),
      secret: '',
      version: '0.1.0',
      now: '2027-08-31T02:20:00.000Z',
    };
    await withSnapshot(place, (snapshot) => writeBackup(path, { ...source, snapshot }));
    // After the backup, one subscription is moved to another plan
    const other = 'othermember00001';
    await write(db, async (tx) => {
      const plan = await tx.selectFrom('subscription_plan').selectAll().executeTakeFirstOrThrow();
      await tx
        .insertInto('subscription_plan')
        .values({ ...plan, id: other, name: 'Friend' })
        .execute();
      const one = tx.selectFrom('subscription').select('id').orderBy('id').limit(1);
      await tx.updateTable('subscription').set({ plan_id: other }).where('id', 'in', one).execute();
    });
    await on.doAt('2027-09-01T08:00:00.000Z');
    expect(on.charged()).toHaveLength(2);

    // Square is reachable in the first case, and unreachable for two hours in the second
    const unreachable = new PaymentProviderError('unreachable', { reason: 'unknown', code: 'ETIMEDOUT' });
    const unavailable: typeof on.paymentProvider = {
      ...on.paymentProvider,
      createPayment: () => Promise.reject(unreachable),
      listPayments: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(unreachable) }) }),
    };
    for (const first of [on.paymentProvider, unavailable]) {
      const [backup, elsewhere] = [await openBackup(path), await createEmptyPlace(engine)];
      await restoreBackup(backup, { storage: source.storage, place: elsewhere, migrations });
      backup.close();
      const restored = { ...on, db: await openTestDatabase(elsewhere) };
      for (const [at, by] of Object.entries({ '08:00': first, '10:00': on.paymentProvider })) {
        const working = { db: restored.db, clock: on.clock, work: on.workOf({ ...restored, paymentProvider: by }) };
        on.at(`2027-09-02T${at}:00.000Z`);
        await queueScheduledJobs(working, 'Europe/London');
        for (let round = 0; round < 3; round++) await runDueJobs(working);
      }
      expect(on.charged()).toHaveLength(2);
      const { books, square } = await listLedgerAndSquareEntries(restored);
      expect(books).toEqual(square);
      const open = restored.db.read.selectFrom('payment_intent').select('id').where('status', '=', 'open');
      expect(await open.execute()).toEqual([]);
      expect(await restored.db.read.selectFrom('subscription_year').select('id').execute()).toHaveLength(2 * 2);
    }
  },
  ['sqlite'],
);

/** Starts a process that runs one job up to each of these steps, and kills the process when all jobs have got there. */
async function killAt(
  on: On,
  { place, ...at }: { place: DatabasePlace; kind: string; steps: readonly string[]; at: string },
) {
  const access = { environment: 'practice', ...on.practice.access };
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'renew-and-stop.child.ts'), JSON.stringify({ place, access, ...at })],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...compileCache } },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  expect(`${said}`).toContain('in hand');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Queues the renewal jobs due at a moment without running them. */
const queueAt = (on: On, moment: string) =>
  on.doAt(
    moment,
    on.workOf().filter(({ kind }) => kind === 'renewals'),
  );

onEachEngine(
  'if processes are killed between claiming, charging and recording, each member is charged once',
  async ({ db, place }) => {
    const on = await createSubscriptionSociety(db);
    const at = '2027-09-01T08:00:00.000Z';
    const steps = ['claimed', 'written', 'charged', 'done', 'recording'];
    await createReminded(on, 2 * steps.length);
    await queueAt(on, at);
    for (const _ of [1, 2]) await killAt(on, { place, kind: 'renewal', steps, at });
    // Each step was reached twice, and three of the five steps come after the charge
    expect(on.charged()).toHaveLength(6);
    for (const moment of ['08:04', '08:08', '08:30']) await on.doAt(`2027-09-01T${moment}:00.000Z`);
    await expectAllRenewedOnce(on, 2 * steps.length);
  },
);

onEachEngine(
  'if processes are killed during reminders, charges and lapses, each email is sent once',
  async ({ db, place }) => {
    const on = await createSubscriptionSociety(db);
    const emails = Array.from({ length: 6 }, (_, n) => `member${n}@members.example`);
    for (const email of emails) (await on.member(email)).declines('INSUFFICIENT_FUNDS');
    const finish = async (day: string) => {
      for (const moment of ['08:04', '08:08', '08:30']) await on.doAt(`${day}T${moment}:00.000Z`);
    };
    const morning = async (day: string, steps: readonly string[]) => {
      const at = `${day}T08:00:00.000Z`;
      await queueAt(on, at);
      await killAt(on, { place, kind: 'renewal', steps, at });
      return at;
    };
    await morning('2027-08-02', ['claimed', 'done', 'writing']);
    await finish('2027-08-02');
    await on.mornings(['2027-08-25']);
    const at = await morning('2027-09-01', ['claimed', 'written', 'charged', 'done', 'done', 'recording']);
    await killAt(on, { place, kind: 'renewal-declined', steps: ['claimed', 'done'], at });
    await finish('2027-09-01');
    await on.mornings(['2027-09-06', '2027-09-13']);
    await morning('2027-09-15', ['claimed', 'done', 'writing']);
    await finish('2027-09-15');
    for (const email of emails) {
      expect((await on.told(email)).map((told) => told.slice(0, 10))).toEqual([
        ...['2027-08-02', '2027-08-25', '2027-09-01', '2027-09-06', '2027-09-13', '2027-09-15'],
      ]);
    }
    expect(new Set(await on.statuses())).toEqual(new Set(['lapsed, 2027-08-31, card']));
    // There were three declined tries for each member
    expect(on.practice.journal.all('payment').map(({ status }) => status)).toEqual(Array(18).fill('FAILED'));
  },
);
