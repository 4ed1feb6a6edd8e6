import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findLastEntryOfAction, offsiteCopyAction } from '#platform/server/audit/index.ts';
import { createOffsiteCopyFeature } from '#platform/server/backup/feature.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { queueScheduledJobs, runDueJobs } from '#platform/server/jobs/runner.ts';
import { createTemporaryFolder, openTestDatabase } from '#tests/support/site/engines.ts';
import { startStandInStore } from '#tests/support/site/s3.ts';
import { compileCache, findCommandFile } from '#tests/support/site/site.ts';
import { copyNightlyBackupOffsite } from './nightly-backup.ts';

type Environment = Record<string, string>;

/** Runs a command as npm does, from the user's folder. `most` limits the size of the files that it writes, in bytes. */
function run(command: 'backup' | 'offsite', args: string[], { env, most }: { env: Environment; most?: number }) {
  const { PATH = '' } = process.env;
  const script = findCommandFile(command);
  // `ulimit -f` counts in blocks of 512 bytes
  const limit = most === undefined ? 'unlimited' : `${most / 512}`;
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      'sh',
      ['-c', `ulimit -f ${limit}; trap '' XFSZ; exec "$@"`, 'sh', process.execPath, script, ...args],
      { env: { ...compileCache, PATH, DEMO: '0', ...env } },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

/** Starts a store, and a society with a backup of one night; its settings have a public key. */
async function start() {
  const store = await startStandInStore();
  onTestFinished(store.close);
  const folder = createTemporaryFolder();
  const db = await openTestDatabase({ file: join(folder, 'data', 'callboard.sqlite') });
  const { access } = store;
  const made = await run('offsite', ['make-key', 'safe.txt'], { env: { INIT_CWD: folder } });
  const [, publicKey = ''] = /^OFFSITE_PUBLIC_KEY=(age1\w+)$/m.exec(made.out) ?? [];
  const env: Environment = {
    ...{ INIT_CWD: folder, DATA_DIR: join(folder, 'data'), BACKUP_DIR: join(folder, 'backups') },
    ...{ OFFSITE_URL: `${access.endpoint}/players/lantern`, OFFSITE_REGION: access.region },
    ...{ OFFSITE_ACCESS_KEY: access.accessKey, OFFSITE_SECRET_KEY: access.secretKey, OFFSITE_PUBLIC_KEY: publicKey },
  };
  mkdirSync(join(folder, 'backups'));
  const backup = join(folder, 'backups', 'callboard-2026-11-22.zip');
  expect(await run('backup', [backup], { env })).toMatchObject({ code: 0, err: '' });
  return { store, folder, db, env, backup };
}

/** Sets environment variables until the test ends. */
function setEnvironment(env: Environment): void {
  const before = { ...process.env };
  Object.assign(process.env, env);
  onTestFinished(() => {
    process.env = before;
  });
}

test('a key file is private and never overwritten, and an off-site copy is restored with it', async () => {
  const { store, folder, db, env, backup } = await start();
  expect(statSync(join(folder, 'safe.txt')).mode & 0o777).toBe(0o600);
  expect((await run('offsite', ['make-key', 'safe.txt'], { env })).err).toContain('already exists');

  expect((await run('offsite', ['list'], { env })).out).toMatch(/^No copies yet in players at 127/);
  const uploaded = await run('offsite', ['upload', backup], { env });
  expect(uploaded).toMatchObject({ code: 0, err: '' });
  expect(uploaded.out).toMatch(/^monthly\/callboard-\d{8}T\d{6}Z\.zip\.age: .* in players at 127/);
  const [key = ''] = [...store.objects.keys()];
  expect(key).toMatch(/^lantern\/monthly\//);
  expect(await findLastEntryOfAction(db.read, offsiteCopyAction)).toMatchObject({
    subject: key.slice('lantern/'.length),
    detail: expect.stringMatching(/^\d+ kB in players at 127/),
  });
  expect((await run('offsite', ['list'], { env })).out).toContain(key.slice('lantern/'.length));

  // The new machine has only the settings and the key file
  const elsewhere = { ...env, DATA_DIR: join(folder, 'elsewhere') };
  const args = ['fetch', 'latest', '--key', 'safe.txt', '--to', 'back.zip', '--restore'];
  const restored = await run('offsite', args, { env: elsewhere });
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toContain('Restored: ');
  expect(readFileSync(join(folder, 'back.zip'))).toEqual(readFileSync(backup));
  expect(existsSync(join(folder, 'elsewhere', 'callboard.sqlite'))).toBe(true);
});

test('an off-site command that fails prints the reason and leaves no file', async () => {
  const { folder, env, backup } = await start();
  await run('offsite', ['upload', backup], { env });
  await run('offsite', ['make-key', 'other.txt'], { env });
  const before = readdirSync(folder);
  const fetch = (name: string, key: string, most?: number) =>
    run('offsite', ['fetch', name, '--key', key], { env, ...(most === undefined ? {} : { most }) });
  expect(await fetch('latest', 'other.txt')).toMatchObject({ code: 1, err: expect.stringContaining('another key') });
  expect((await fetch('latest', 'gone.txt')).err).toContain('can’t be read (ENOENT)');
  expect((await fetch('../../etc/passwd', 'safe.txt')).err).toContain('There is no copy');
  const full = await fetch('latest', 'safe.txt', 2048);
  expect(full).toMatchObject({ code: 1, err: expect.stringContaining('can’t be written (EFBIG)') });
  expect((await run('offsite', ['delete', 'latest'], { env })).err).toContain('npm run offsite -- fetch NAME');
  expect((await run('offsite', ['list'], { env: { ...env, OFFSITE_URL: '' } })).err).toContain('set OFFSITE_URL');
  expect(readdirSync(folder)).toEqual(before);
});

test('each night’s backup is copied off-site once, even after failed attempts', async () => {
  const { store, folder, db, env } = await start();
  setEnvironment(env);
  const backups = join(folder, 'backups');
  const night = '2026-11-22';
  const { signal } = new AbortController();
  await expect(copyNightlyBackupOffsite(backups, { night: '2026-11-23', signal })).rejects.toMatchObject({
    code: 'EOPEN',
  });
  await store.goAway();
  await expect(copyNightlyBackupOffsite(backups, { night, signal })).rejects.toMatchObject({
    code: 'EOFFSITE',
    message: expect.stringContaining('didn’t respond (ECONNREFUSED)'),
  });
  await store.comeBack();
  await copyNightlyBackupOffsite(backups, { night, signal });
  await copyNightlyBackupOffsite(backups, { night, signal });
  expect(store.objects.size).toBe(1);
  expect(await findLastEntryOfAction(db.read, offsiteCopyAction)).toBeDefined();
  // The site is stopped while it copies another backup
  copyFileSync(join(backups, `callboard-${night}.zip`), join(backups, 'callboard-2026-11-24.zip'));
  store.objects.clear();
  const stopping = new AbortController();
  store.before = async (request) => {
    if (!request.startsWith('PUT')) return;
    stopping.abort();
    // The part is never stored, because the upload is stopped first
    await new Promise(() => {});
  };
  await expect(copyNightlyBackupOffsite(backups, { night: '2026-11-24', signal: stopping.signal })).rejects.toThrow(
    'aborted',
  );
  await expect.poll(() => store.uploads.size).toBe(0);
  expect(store.objects.size).toBe(0);
});

test('the off-site copy is queued once a night', async () => {
  const db = await openTestDatabase({ file: join(createTemporaryFolder(), 'callboard.sqlite') });
  const nights: string[] = [];
  const { work } = createOffsiteCopyFeature(async (_, night) => void nights.push(night));
  const working = { db, clock: () => new Date('2026-11-22T03:41:00.000Z'), work: work?.({} as Services) ?? [] };
  await queueScheduledJobs(working, 'Europe/London');
  await queueScheduledJobs(working, 'Europe/London');
  await runDueJobs(working);
  expect(nights).toEqual(['2026-11-22']);
});
