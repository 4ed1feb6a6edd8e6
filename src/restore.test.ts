import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { column, type Migration, openDatabase, write } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { createTemporaryFolder, type DatabasePlace, onEachEmptyPlace } from '#tests/support/site/engines.ts';
import { compileCache, findCommandFile } from '#tests/support/site/site.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { migrations } from './migrations/index.ts';

interface Site {
  place: DatabasePlace;
  data: string;
}

function start(command: 'backup' | 'restore', { place, data }: Site, args: readonly string[]) {
  const env = {
    ...{ ...compileCache, PATH: process.env.PATH, DATA_DIR: data, DEMO: '0' },
    ...(place.url ? { DATABASE_URL: place.url } : {}),
  };
  const child = spawn(process.execPath, [findCommandFile(command), ...args], { env });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    err += text;
  });
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, out, err })),
  );
  return { child, ended };
}

const run = (command: 'backup' | 'restore', site: Site, ...args: readonly string[]) => start(command, site, args).ended;

/** Opens the site's database, lets `work` change it, and closes it. */
async function change<T>(
  { place, data }: Site,
  work: (a: ReturnType<typeof createFactories>) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(place, migrations);
  try {
    return await work(createFactories(db, createDiskStorage(join(data, 'files'))));
  } finally {
    await db.close();
  }
}

const titles = async ({ place }: Site) => {
  const db = await openDatabase(place, migrations);
  try {
    return (await db.read.selectFrom('show').select('title').orderBy('title').execute()).map(({ title }) => title);
  } finally {
    await db.close();
  }
};

async function countFiles(data: string): Promise<number> {
  let count = 0;
  for await (const _key of createDiskStorage(join(data, 'files')).keys()) count += 1;
  return count;
}

/** Creates a site and its backup, and then changes the site. */
async function createSite(place: DatabasePlace): Promise<Site & { backup: string }> {
  const site = { place, data: place.url ? createTemporaryFolder() : dirname(place.file) };
  const backup = join(createTemporaryFolder(), 'ours.zip');
  const ann = await change(site, async (a) => {
    await a.show({ title: 'Hamlet' });
    return (await a.user({ email: 'ann@players.example' })).id;
  });
  expect(await run('backup', site, backup)).toMatchObject({ code: 0, err: '' });
  await change(site, async (a) => {
    await a.show({ title: 'Macbeth' });
    await a.user({ email: 'bea@players.example' });
    await a.user({ email: 'cyd@players.example' });
    await a.picture('Since then');
  });
  const db = await openDatabase(place, migrations);
  await write(db, async (tx) => {
    await tx.deleteFrom('user').where('id', '=', ann).execute();
    await tx.updateTable('show').set({ subtitle: 'A tragedy' }).where('title', '=', 'Hamlet').execute();
  });
  await db.close();
  return { ...site, backup };
}

onEachEmptyPlace(
  'a restore lists what would be lost, and keeps the present data in a file that can undo the restore',
  async (on) => {
    const site = await createSite(on.place);
    const asked = await run('restore', site, site.backup);
    expect(asked.err).toMatch(/^Nothing was changed\. To restore the backup without being asked: .* --yes\n$/);
    expect(asked.code).toBe(1);
    const lists =
      /gone after a restore:\n(.*)Changed since, [^\n]*\n(.*)Deleted or erased since, [^\n]*\n(.*)Not counted/s;
    const [, added, changed, removed] = lists.exec(asked.out) ?? [];
    expect(added).toBe('  2 accounts\n  one show\n  one picture or video\n');
    expect([changed, removed]).toEqual(['  one show\n', '  one account\n']);
    expect(await titles(site)).toEqual(['Hamlet', 'Macbeth']);
    expect(existsSync(join(site.data, 'backups'))).toBe(false);

    const files = await countFiles(site.data);
    const restored = await run('restore', site, site.backup, '--yes');
    expect(restored).toMatchObject({ code: 0, err: '' });
    const [name = ''] = readdirSync(join(site.data, 'backups'));
    const kept = join(site.data, 'backups', name);
    expect(restored.out).toMatch(
      /^Restored: [\d,]+ rows and 0 files of [A-Z][a-z]+day \d{1,2} [A-Z][a-z]+ \d{4} at \d{1,2}(\.\d\d)?[ap]m UTC\. /m,
    );
    expect(restored.out).toContain(`The previous data is kept in ${kept} for 90 days.`);
    expect(await titles(site)).toEqual(['Hamlet']);
    expect(files).toBeGreaterThan(0);
    expect(await countFiles(site.data)).toBe(0);
    expect(existsSync(join(site.data, 'restoring'))).toBe(false);

    const back = await run('restore', site, kept, '--yes');
    expect(back).toMatchObject({ code: 0, err: '' });
    expect(await titles(site)).toEqual(['Hamlet', 'Macbeth']);
    expect(await countFiles(site.data)).toBe(files);
  },
);

test('no backup is made, and nothing restored, if the secret can’t be read', async () => {
  const site = await createSite({ file: join(createTemporaryFolder(), 'callboard.sqlite') });
  mkdirSync(join(site.data, 'secret'));
  const backup = join(createTemporaryFolder(), 'other.zip');
  const refused = { code: 1, err: expect.stringMatching(/secret can’t be read \(EISDIR\), [^\n]*\n$/) };
  expect(await run('backup', site, backup)).toMatchObject(refused);
  expect(existsSync(backup)).toBe(false);
  expect(await run('restore', site, site.backup, '--yes')).toMatchObject(refused);
  expect(await titles(site)).toEqual(['Hamlet', 'Macbeth']);
});

onEachEmptyPlace('a restore is refused while the site runs, and changes nothing', async (on) => {
  const site = await createSite(on.place);
  const running = await openDatabase(on.place, migrations);
  const refused = await run('restore', site, site.backup, '--yes');
  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/is in use: stop the site, .*changed\.\n$/)]);
  await running.close();
  expect(await titles(site)).toEqual(['Hamlet', 'Macbeth']);
});

onEachEmptyPlace(
  'a killed restore leaves either the present data or the backup’s, and can be run again',
  async (on) => {
    const site = await createSite(on.place);
    const { child, ended } = start('restore', site, [site.backup, '--yes']);
    const isKept = () =>
      existsSync(join(site.data, 'backups')) &&
      readdirSync(join(site.data, 'backups')).some((name) => /zip$/.test(name));
    await expect.poll(isKept, { interval: 5, timeout: 30_000 }).toBe(true);
    child.kill('SIGKILL');
    expect((await ended).code).toBeNull();
    expect([['Hamlet'], ['Hamlet', 'Macbeth']]).toContainEqual(await titles(site));
    expect(await run('restore', site, site.backup, '--yes')).toMatchObject({ code: 0, err: '' });
    expect(await titles(site)).toEqual(['Hamlet']);
  },
);

onEachEmptyPlace(
  'an older version restores the backup from before the upgrade, and refuses the newer version’s backup',
  async (on) => {
    const site = await createSite(on.place);
    const newer: Migration = { up: (_db, { table }) => table('prop', { id: column.id() }) };
    const db = await openDatabase(on.place, [...migrations, ['9999-props', newer]]);
    await write(db, (tx) => tx.updateTable('migration').set({ version: '99.1.0' }).execute());
    await db.close();
    const newerBackup = join(createTemporaryFolder(), 'newer.zip');
    expect(await run('backup', site, newerBackup)).toMatchObject({ code: 0, err: '' });
    const refused = await run('restore', site, newerBackup, '--yes');
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(
      /^This backup was made by Callboard 99\.1\.0, and this is [^\n]* Nothing was changed\.\n$/,
    );
    await expect(titles(site)).rejects.toThrow('was written by Callboard 99.1.0');

    expect(await run('restore', site, site.backup, '--yes')).toMatchObject({ code: 0, err: '' });
    expect(await titles(site)).toEqual(['Hamlet']);
  },
);
