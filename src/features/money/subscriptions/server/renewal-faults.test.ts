import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openBackup } from '#platform/server/backup/read-backup.ts';
import { restoreBackup } from '#platform/server/backup/restore-backup.ts';
import { writeBackup } from '#platform/server/backup/write-backup.ts';
import { withSnapshot, write } from '#platform/server/database/index.ts';
import { builtFrontend } from '#platform/server/http/response/frontend.ts';
import { enqueueScheduledJobs, runDueJobs } from '#platform/server/jobs/runner.ts';
import { ExternalServiceError } from '#platform/server/outgoing/trusted-fetch.ts';
import { diskStorage } from '#platform/server/storage/disk-storage.ts';
import { dataKey } from '#tests/support/site/app.ts';
import { type DatabasePlace, emptyPlace, onEachEngine, opened, temporaryFolder } from '#tests/support/site/engines.ts';
import { compileCache } from '#tests/support/site/site.ts';
import { booksAndSquare } from '#tests/support/society/square.ts';
import { subscribers } from '#tests/support/society/subscribers.ts';
import { buildApp } from '../../../../app.ts';
import { migrations } from '../../../../migrations/index.ts';

type On = Awaited<ReturnType<typeof subscribers>>;

const charging = 'POST /v2/payments';
const reminders = ['2027-08-02', '2027-08-25'];

/** That many members who have been reminded. */
async function reminded(on: On, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await on.member(`member${n}@members.example`);
  await on.mornings(reminders);
}

/** Each has paid once, has one year more, and one receipt; the ledger equals Square's list. */
async function allRenewedOnce(on: On, count: number): Promise<void> {
  expect(on.charged()).toHaveLength(count);
  expect(await on.statuses()).toEqual(Array(count).fill('active, 2028-08-31, card'));
  const years = await on.db.read.selectFrom('subscription_year').select('id').execute();
  expect(years).toHaveLength(2 * count);
  const receipts = (await on.letters()).filter(({ subject }) => subject.includes('receipt')).map(({ to }) => to);
  expect([receipts.length, new Set(receipts).size]).toEqual([count, count]);
  const { books, square } = await booksAndSquare(on);
  expect(books).toEqual(square);
  expect(books).toHaveLength(2 * count);
}

onEachEngine('what fails for a moment, or gives no answer, renews once', async ({ db }) => {
  const on = await subscribers(db);
  const faults = [429, 500, 503, 'break before', 'break after', 'stall after'] as const;
  await reminded(on, 2 * faults.length);
  // Each once, and then for so long that the attempts run out
  for (const fault of faults) on.practice.faults.next(charging, fault, 1);
  for (const fault of faults) on.practice.faults.next(charging, fault, 4);
  for (const moment of ['08:00', '08:04', '08:30', '08:50']) await on.doAt(`2027-09-01T${moment}:00.000Z`);
  await allRenewedOnce(on, 2 * faults.length);
});

onEachEngine(
  'a charge that never reached Square is not counted as an attempt and is retried the next day',
  async ({ db }) => {
    const on = await subscribers(db);
    await reminded(on, 1);
    on.practice.faults.next(charging, 'break before', 4);
    for (const moment of ['08:00', '10:00']) await on.doAt(`2027-09-01T${moment}:00.000Z`);
    expect(await on.statuses()).toEqual(['due, 2027-08-31, card']);
    for (const moment of ['08:00', '08:20']) await on.doAt(`2027-09-02T${moment}:00.000Z`);
    expect(on.charged()).toEqual(['2027-09-02 2500']);
    await allRenewedOnce(on, 1);
  },
);

onEachEngine('events that come five times and backwards change nothing', async ({ db }) => {
  const on = await subscribers(db);
  await reminded(on, 3);
  const front = await builtFrontend(join(import.meta.dirname, '../../../../../dist'));
  const { clock, square } = on;
  const storage = diskStorage(temporaryFolder());
  const app = await buildApp({ db, storage, frontend: front, dataKey, clock, square, longestDelay: 0 });
  onTestFinished(() => app.close());
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  on.practice.subscribe({ address: `http://127.0.0.1:${port}/hooks/square` }, 'when told');
  on.practice.faults.next(charging, 'stall after', 4);
  await on.doAt('2027-09-01T08:00:00.000Z');
  expect(new Set(await on.practice.events.deliver({ times: 5, backwards: true }))).toEqual(new Set([200]));
  await on.doAt('2027-09-01T08:20:00.000Z');
  await allRenewedOnce(on, 3);
});

onEachEngine('two processes that do it at once charge each member once', async ({ db, place }) => {
  const on = await subscribers(db);
  await reminded(on, 12);
  on.at('2027-09-01T08:00:00.000Z');
  const other = await opened(place);
  const renewals = async (by: typeof db) => {
    const working = { db: by, clock: on.clock, work: on.workOf({ ...on, db: by }) };
    await enqueueScheduledJobs(working, 'Europe/London');
    for (let round = 0; round < 3; round++) await runDueJobs(working);
  };
  await Promise.all([renewals(db), renewals(other), renewals(other)]);
  await on.doAt('2027-09-01T08:20:00.000Z');
  await allRenewedOnce(on, 12);
});

onEachEngine(
  'a site that is restored from before the charges renews each member, and charges nobody a second time',
  async ({ db, place, engine }) => {
    const on = await subscribers(db);
    await reminded(on, 2);
    const path = join(temporaryFolder(), 'backup.zip');
    const source = {
      storage: diskStorage(temporaryFolder()),
      secret: '',
      version: '0.1.0',
      now: '2027-08-31T02:20:00.000Z',
    };
    await withSnapshot(place, (snapshot) => writeBackup(path, { ...source, snapshot }));
    // For one of them Square was called with other data than the backup has
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

    // Square responds at once, or can't be reached for hours
    const away: typeof on.square = { ...on.square, call: () => Promise.reject(new ExternalServiceError('ETIMEDOUT')) };
    for (const first of [on.square, away]) {
      const [backup, elsewhere] = [await openBackup(path), await emptyPlace(engine)];
      await restoreBackup(backup, { storage: source.storage, place: elsewhere, migrations });
      backup.close();
      const restored = { ...on, db: await opened(elsewhere) };
      for (const [at, by] of Object.entries({ '08:00': first, '10:00': on.square })) {
        const working = { db: restored.db, clock: on.clock, work: on.workOf({ ...restored, square: by }) };
        on.at(`2027-09-02T${at}:00.000Z`);
        await enqueueScheduledJobs(working, 'Europe/London');
        for (let round = 0; round < 3; round++) await runDueJobs(working);
      }
      expect(on.charged()).toHaveLength(2);
      const { books, square } = await booksAndSquare(restored);
      expect(books).toEqual(square);
      const open = restored.db.read.selectFrom('payment_intent').select('id').where('status', '=', 'open');
      expect(await open.execute()).toEqual([]);
      expect(await restored.db.read.selectFrom('subscription_year').select('id').execute()).toHaveLength(2 * 2);
    }
  },
  ['sqlite'],
);

/** Lets a process reach each of these steps with a job of its own, and kills it there. */
async function killed(
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

/** Queues the jobs due at a moment, and runs none of them. */
const queuedAt = (on: On, moment: string) =>
  on.doAt(
    moment,
    on.workOf().filter(({ kind }) => kind === 'renewals'),
  );

onEachEngine(
  'killed ten times between claim, charge and record, each member is charged once',
  async ({ db, place }) => {
    const on = await subscribers(db);
    const at = '2027-09-01T08:00:00.000Z';
    const steps = ['claimed', 'written', 'charged', 'done', 'recording'];
    await reminded(on, 2 * steps.length);
    await queuedAt(on, at);
    for (const _ of [1, 2]) await killed(on, { place, kind: 'renewal', steps, at });
    // The ones killed when the charge was made: three of five steps
    expect(on.charged()).toHaveLength(6);
    for (const moment of ['08:04', '08:08', '08:30']) await on.doAt(`2027-09-01T${moment}:00.000Z`);
    await allRenewedOnce(on, 2 * steps.length);
  },
);

onEachEngine(
  'killed while it reminds, is declined and lapses, each step is taken and told once',
  async ({ db, place }) => {
    const on = await subscribers(db);
    const emails = Array.from({ length: 6 }, (_, n) => `member${n}@members.example`);
    for (const email of emails) (await on.member(email)).declines('INSUFFICIENT_FUNDS');
    const thenDone = async (day: string) => {
      for (const moment of ['08:04', '08:08', '08:30']) await on.doAt(`${day}T${moment}:00.000Z`);
    };
    const morning = async (day: string, steps: readonly string[]) => {
      const at = `${day}T08:00:00.000Z`;
      await queuedAt(on, at);
      await killed(on, { place, kind: 'renewal', steps, at });
      return at;
    };
    await morning('2027-08-02', ['claimed', 'done', 'writing']);
    await thenDone('2027-08-02');
    await on.mornings(['2027-08-25']);
    const at = await morning('2027-09-01', ['claimed', 'written', 'charged', 'done', 'done', 'recording']);
    await killed(on, { place, kind: 'renewal-declined', steps: ['claimed', 'done'], at });
    await thenDone('2027-09-01');
    await on.mornings(['2027-09-06', '2027-09-13']);
    await morning('2027-09-15', ['claimed', 'done', 'writing']);
    await thenDone('2027-09-15');
    for (const email of emails) {
      expect((await on.told(email)).map((told) => told.slice(0, 10))).toEqual([
        ...['2027-08-02', '2027-08-25', '2027-09-01', '2027-09-06', '2027-09-13', '2027-09-15'],
      ]);
    }
    expect(new Set(await on.statuses())).toEqual(new Set(['lapsed, 2027-08-31, card']));
    // Three tries of each, and none went through
    expect(on.practice.journal.all('payment').map(({ status }) => status)).toEqual(Array(18).fill('FAILED'));
  },
);
