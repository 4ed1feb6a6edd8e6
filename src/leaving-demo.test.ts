import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sumYearEntries } from '#features/money/ledger/server/index.ts';
import { listSubscriptionsWithStatus } from '#features/money/subscriptions/server/index.ts';
import {
  createArgon2Hashing,
  createUser,
  findSignInStatus,
  scheduleErasure,
  updateUser,
} from '#features/society/accounts/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { copyDemoSociety, ensureDemoSociety } from '#tests/support/site/demo-society.ts';
import { createTemporaryFolder, onEachEngine, onSqlite, openTestDatabase } from '#tests/support/site/engines.ts';
import { compileCache, findCommandFile, type RunningSite, startSite as start } from '#tests/support/site/site.ts';
import {
  disableAccountsWithDemoPassword,
  formatDeletionQuestion,
  leaveDemo,
  loadDemoState,
  NoDemoError,
} from './demo/leave-demo.ts';
import { isDemo, seedDemo } from './demo/seed.ts';
import { demoPassword, demoSignInAccountIds, demoSignInAddresses } from './demo/society/accounts.ts';

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://players.example' };
const password = 'a lamp, a rope and a bucket';
const ruth = { email: 'ruth@players.example', firstname: 'Ruth', lastname: 'Calloway' };
const now = new Date('2026-11-21T12:00:00Z');

/** Starts a site that is stopped when the test ends, even if the test fails. */
async function startSite(...given: Parameters<typeof start>): Promise<RunningSite> {
  const site = await start(...given);
  onTestFinished(() => site.stop());
  return site;
}

const send = (site: RunningSite, path: string, body: object) =>
  fetch(`${site.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const signIn = (site: RunningSite, email: string, given = demoPassword) =>
  send(site, '/members', { email, password: given });

/** Returns true if the user who has just signed in has to set up a second factor. */
async function mustHaveSecondFactor(site: RunningSite, answer: Response): Promise<boolean> {
  const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
  const response = await fetch(`${site.url}/members/account_settings?react`, {
    headers: { cookie: cookie.join('; ') },
  });
  const { two_factor } = (await response.json()) as { two_factor: { required: boolean } };
  return two_factor.required;
}

/** Runs the command `admin` without a terminal. */
const admin = (dataDir: string, ...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = { ...compileCache, PATH: process.env.PATH ?? '', DATA_DIR: dataDir };
    execFile(process.execPath, [findCommandFile('admin'), ...args], { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });

async function becomeFirstAdmin(site: RunningSite): Promise<void> {
  const invitation = await vi.waitUntil(() => /becomes the admin: \S+\/invitation\/(\S+)/.exec(site.printed())?.[1]);
  const joined = await send(site, '/members/api/register', {
    ...ruth,
    password,
    confirm_password: password,
    invitation,
  });
  expect(joined.status).toBe(200);
}

test('a society with only an admin gets no demo accounts when its site is started as a demo', async () => {
  const dataDir = createTemporaryFolder();
  const own = await startSite({ dataDir, env: production });
  await becomeFirstAdmin(own);
  await own.stop();

  const careless = await startSite({ dataDir });
  expect(careless.printed()).not.toContain(demoPassword);
  expect((await signIn(careless, 'admin@demo.example')).status).toBe(401);
  expect(await mustHaveSecondFactor(careless, await signIn(careless, ruth.email, password))).toBe(true);
  await careless.stop();

  const again = await startSite({ dataDir, env: production });
  expect((await signIn(again, 'admin@demo.example')).status).toBe(401);
  expect(await mustHaveSecondFactor(again, await signIn(again, ruth.email, password))).toBe(true);
  await again.stop();
  const db = await openTestDatabase({ file: join(dataDir, 'callboard.sqlite') });
  expect(await db.read.selectFrom('user').select('email').execute()).toEqual([{ email: ruth.email }]);
});

test('a demo started as a real site disables the accounts with the public password', async () => {
  const dataDir = copyDemoSociety(await ensureDemoSociety());
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const demo = await startSite({ dataDir });
  const visiting = await signIn(demo, 'admin@demo.example');
  expect(visiting.status).toBe(200);
  expect(await mustHaveSecondFactor(demo, visiting)).toBe(false);
  await demo.stop();

  const live = await startSite({ dataDir, env: production });
  expect(live.printed()).toContain(demoSignInAddresses.join(', '));
  expect(live.printed()).toContain('npm run admin -- leave-demo');
  for (const email of demoSignInAddresses) expect((await signIn(live, email)).status).toBe(401);
  await live.stop();

  const careless = await startSite({ dataDir });
  for (const email of demoSignInAddresses) expect((await signIn(careless, email)).status).toBe(401);
  await careless.stop();

  expect(await admin(dataDir, 'leave-demo')).toMatchObject({ code: 1, err: expect.stringContaining('--keep') });
  expect(await admin(dataDir, 'leave-demo', '--empty')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Everything has been deleted'),
  });
  for (const name of ['files', 'practice-square']) expect(existsSync(join(dataDir, name))).toBe(false);

  // From the next start on, the database is the society's own
  const own = await startSite({ dataDir });
  await becomeFirstAdmin(own);
  expect(await mustHaveSecondFactor(own, await signIn(own, ruth.email, password))).toBe(true);
  const archive = (await (await fetch(`${own.url}/past-shows?react`)).json()) as { shows: unknown[] };
  expect(archive.shows).toEqual([]);
  await own.stop();
  expect(await admin(dataDir, 'leave-demo', '--empty')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/left the demo on \d{1,2} [A-Z][a-z]+ \d{4}\. Nothing was changed/),
  });
});

test('leave-demo --empty is refused for a real society, even with an account at a demo address', async () => {
  const dataDir = createTemporaryFolder();
  const db = await openTestDatabase({ file: join(dataDir, 'callboard.sqlite') });
  await write(db, (tx) =>
    createUser(
      tx,
      { id: 'adminadminadmin1', ...ruth, email: 'admin@demo.example', role: 'admin' },
      { now: now.toISOString() },
    ),
  );
  expect(await admin(dataDir, 'leave-demo', '--empty')).toMatchObject({
    code: 1,
    err: 'This is not the demo society. Nothing was changed.\n',
  });
});

test.each([
  [1, 'one show'],
  [40, '40 shows'],
])('the question before a demo with %i shows is emptied says “%s”', (shows, count) => {
  expect(formatDeletionQuestion({ shows, real: [] })).toBe(
    `Delete everything in this society: ${count}, and all people, pictures, posts and settings?`,
  );
});

onSqlite('a demo account whose password has been changed is not disabled', async ({ db }) => {
  await seedDemo(db, now);
  const password_hash = await createArgon2Hashing().hash(password);
  await write(db, (tx) =>
    tx.updateTable('user').set({ password_hash }).where('email', '=', 'admin@demo.example').execute(),
  );
  expect(await disableAccountsWithDemoPassword(db, now.toISOString())).toEqual(demoSignInAddresses.slice(1));
  expect(await disableAccountsWithDemoPassword(db, now.toISOString())).toEqual([]);
  const open = db.read
    .selectFrom('user')
    .select('email')
    .where('password_hash', '<>', '')
    .where('status', '=', 'active');
  expect(await open.execute()).toEqual([{ email: 'admin@demo.example' }]);
});

onSqlite(
  'a demo account disabled or scheduled for erasure can’t be reactivated with the public password',
  async ({ db }) => {
    await seedDemo(db, now);
    const [gone = '', other = ''] = demoSignInAccountIds;
    const [asked_at, due_at] = [now.toISOString(), '2026-12-21T12:00:00.000Z'];
    await write(db, async (tx) => {
      await scheduleErasure(tx, { user_id: gone, shown_as: 'printed', asked_at, due_at, kept_shut: 0 });
      await updateUser(tx, { id: other, now: asked_at, status: 'deactivated' });
    });
    expect((await disableAccountsWithDemoPassword(db, asked_at)).toSorted()).toEqual(demoSignInAddresses.toSorted());
    const users = await db.read.selectFrom('user').selectAll().where('id', 'in', demoSignInAccountIds).execute();
    for (const user of users) {
      const standing = { status: await findSignInStatus(db.read, user), password: user.password_hash };
      expect({ ...standing, email: user.email }).toEqual({ status: 'shut', password: '', email: user.email });
    }
  },
);

onSqlite('a real society’s account with a demo address and the demo password isn’t disabled', async ({ db }) => {
  const password_hash = await createArgon2Hashing().hash(demoPassword);
  const user = { id: 'adminadminadmin1', ...ruth, email: 'admin@demo.example', password_hash };
  await write(db, (tx) => createUser(tx, user, { now: now.toISOString() }));
  expect(await disableAccountsWithDemoPassword(db, now.toISOString())).toEqual([]);
});

onSqlite('the demo’s second-factor setting is deleted when the demo accounts are disabled', async ({ db }) => {
  await seedDemo(db, now);
  const said = db.read.selectFrom('setting').select('value').where('name', '=', 'secondFactorRequired');
  expect((await said.executeTakeFirst())?.value ?? '').toBe('');
  await write(db, (tx) =>
    tx.updateTable('setting').set({ value: '0' }).where('name', '=', 'secondFactorRequired').execute(),
  );
  await disableAccountsWithDemoPassword(db, now.toISOString());
  expect(await said.executeTakeFirst()).toBeUndefined();
});

onEachEngine(
  'emptying the demo deletes its content and accounts, except accounts added to it, and prevents a second demo',
  async ({ db }) => {
    await seedDemo(db, now);
    const user = { id: 'adminadminadmin1', ...ruth, password_hash: 'x', role: 'admin' } as const;
    await write(db, (tx) => createUser(tx, user, { now: now.toISOString() }));
    expect(await loadDemoState(db.read)).toEqual({ shows: expect.any(Number), real: [ruth.email] });
    await leaveDemo(db, { empty: true, now: now.toISOString() });
    for (const table of ['show', 'person', 'setting', 'blog_post', 'session', 'subscription_plan'] as const) {
      expect(await db.read.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    expect(await db.read.selectFrom('user').select('email').execute()).toEqual([{ email: ruth.email }]);
    await expect(loadDemoState(db.read)).rejects.toThrow(NoDemoError);
    expect(await seedDemo(db, now)).toBe(false);
  },
);

onEachEngine('keeping the demo’s shows in a real site disables all of the demo’s accounts', async ({ db }) => {
  await seedDemo(db, now);
  await leaveDemo(db, { empty: false, now: now.toISOString() });
  expect(await db.read.selectFrom('user').select('id').where('status', '<>', 'deactivated').execute()).toEqual([]);
  expect(await db.read.selectFrom('show').select('id').execute()).not.toEqual([]);
  expect(await isDemo(db.read)).toBe(false);
  // Practice payments aren't in the society's ledger, and make nobody a member
  expect(await listSubscriptionsWithStatus(db.read, '2026-11-21')).toEqual([]);
  const books = { from: '1900-01-01', until: '2199-12-31' };
  expect(await sumYearEntries(db.read, { ...books, environment: 'production' })).toEqual([]);
  expect(await sumYearEntries(db.read, { ...books, environment: 'practice' })).not.toEqual([]);
});
