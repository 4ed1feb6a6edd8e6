import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createMessage } from '#features/administration/messages/server/index.ts';
import { createUser } from '#features/society/accounts/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { createTemporaryFolder, openTestDatabase } from '#tests/support/site/engines.ts';
import { compileCache, findCommandFile } from '#tests/support/site/site.ts';
import { loadOrCreateDataKey } from './data-key.ts';

const archive = join(import.meta.dirname, 'features/archive/shows/spreadsheets/server/import/small-archive.csv');

/** Runs a command as npm does for a user who is in `folder`, with the data in the subfolder `data`. */
function run(
  command: 'admin' | 'backup' | 'export' | 'import' | 'messages' | 'restore',
  folder: string,
  args: string[],
  env: Record<string, string> = {},
) {
  const { PATH = '' } = process.env;
  const environment = { ...compileCache, PATH, INIT_CWD: folder, DATA_DIR: join(folder, 'data'), DEMO: '0', ...env };
  const script = findCommandFile(command);
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [script, ...args], { env: environment, cwd: folder }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

test('an archive is imported into an empty society and exported again', async () => {
  const folder = createTemporaryFolder();
  copyFileSync(archive, join(folder, 'archive.csv'));
  const imported = await run('import', folder, ['shows', 'archive.csv']);
  expect(imported).toMatchObject({ code: 0, err: '', out: expect.stringContaining('shows      12 new ones') });
  expect(imported.out).toContain('line 14, first performance: 1025 isn’t a year from 1500 to 2499');
  expect(imported.out).toContain('line 20, cancelled: not imported: “perhaps” is neither yes nor no');
  expect(existsSync(join(folder, 'archive.rejected.csv'))).toBe(true);

  const exported = await run('export', folder, ['shows', 'ours.csv']);
  expect(exported).toMatchObject({ code: 0, out: `12 shows written to ${join(folder, 'ours.csv')}\n` });
  expect(readFileSync(join(folder, 'ours.csv'), 'utf8')).toContain('The Farmer’s Wife');

  const again = await run('import', folder, ['shows', 'ours.csv', '--dry-run']);
  expect(again.out).toContain('unchanged  12 shows already here');
});

test('a command without arguments shows its usage, and names itself as it was called', async () => {
  const folder = createTemporaryFolder();
  expect((await run('import', folder, [])).err).toContain(': npm run import -- shows FILE.csv');
  const { err } = await run('admin', folder, [], { CALLED_AS: 'sudo callboard {}' });
  expect(err).toContain('  sudo callboard admin make-admin ADDRESS\n');
  expect(err).not.toContain('npm run');
});

test('the messages command prints visitors’ messages, and marks those that a bot probably wrote', async () => {
  const folder = createTemporaryFolder();
  const nobody = await run('messages', folder, []);
  expect(nobody).toMatchObject({ code: 0, out: 'No messages yet.\n' });
  const db = await openTestDatabase({ file: join(folder, 'data', 'callboard.sqlite') });
  const row = {
    kind: 'contact',
    user_id: null,
    contact: '01422 555 0100',
    about: 'Tickets',
    wants_reply: true,
    device: '',
    state: 'new',
    received_at: '2026-11-21T12:00:00.000Z',
  } as const;
  await write(db, async (tx) => {
    await createMessage(tx, { ...row, id: 'a', name: 'Ann Hale', message: 'Two for Friday?', suspect: false });
    await createMessage(tx, { ...row, id: 'b', name: 'Bot', message: 'Buy now', suspect: true });
  });
  const { out } = await run('messages', folder, []);
  expect(out).toContain('2026-11-21 12:00 UTC  Tickets\nAnn Hale, 01422 555 0100\n\nTwo for Friday?');
  expect(out).toContain('Tickets (probably automated: it was not emailed)\nBot');
});

test('the messages command prints members’ feedback, and can mark it as dealt with', async () => {
  const folder = createTemporaryFolder();
  const db = await openTestDatabase({ file: join(folder, 'data', 'callboard.sqlite') });
  await write(db, (tx) =>
    createMessage(tx, {
      ...{ id: 'feedback00000001', kind: 'feedback', user_id: null, name: 'Ann Hale', contact: 'ann@members.example' },
      ...{ about: 'broken', message: 'The dashboard is empty.', wants_reply: true, device: 'Firefox' },
      ...{ suspect: false, state: 'new', received_at: '2026-11-21T12:00:00.000Z' },
    }),
  );
  const { out } = await run('messages', folder, []);
  expect(out).toContain(
    '2026-11-21 12:00 UTC  Something is broken\nFeedback feedback00000001: sent, not yet read\nAnn Hale, ann@members.example, would like a reply\n\nThe dashboard is empty.',
  );
  const done = await run('messages', folder, ['--done', 'feedback00000001']);
  expect(done).toMatchObject({ code: 0, out: 'The member now sees: Dealt with.\n' });
  expect((await run('messages', folder, [])).out).toContain('feedback00000001: dealt with');
  expect(await run('messages', folder, ['--done', 'nosuchfeedback00'])).toMatchObject({
    code: 1,
    err: 'There’s no feedback with that ID. The ID is shown below the date.\n',
  });
});

const usage = /^(Say what to (import|export)|Choose a page of messages)/;
test.each<['import' | 'export' | 'messages' | 'restore', string[], Record<string, string>, RegExp]>([
  ['import', [], {}, usage],
  ['import', ['people', 'x.csv'], {}, usage],
  ['import', ['shows'], {}, usage],
  ['import', ['shows', 'x.csv', '--force'], {}, usage],
  ['import', ['shows', 'x.csv', 'y.csv'], {}, usage],
  ['export', ['people'], {}, usage],
  ['messages', ['--page', 'x'], {}, usage],
  ['messages', ['all'], {}, usage],
  ['import', ['shows', 'no-such.csv'], {}, /^There is no file/],
  ['export', ['shows', 'no-such-folder/x.csv'], {}, /^Can’t write .*\(ENOENT\)/],
  ['import', ['shows', archive, '--dry-run'], { DATABASE_URL: 'mysql://nowhere' }, /DATABASE_URL /],
  ['import', ['shows', archive, '--dry-run'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' }, /DATABASE_URL/],
  ['import', ['shows', archive, '--dry-run'], { DATA_DIR: join(archive, 'data') }, /set DATA_DIR to a folder that/],
  ['restore', ['no-such.zip'], {}, /^There is no file/],
  ['restore', [import.meta.dirname], {}, / is a folder\. Give the path of the backup file itself\.$/m],
])(
  'the command %s %j with the environment %j prints one plain message and ends with exit code 1',
  async (command, args, env, message) => {
    const { code, out, err } = await run(command, createTemporaryFolder(), args, env);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(message);
    expect(err).not.toMatch(/^\s+at /m);
  },
);

test('the admin command removes an admin’s second factor, tells the admin by email and logs the removal', async () => {
  const folder = createTemporaryFolder();
  const db = await openTestDatabase({ file: join(folder, 'data', 'callboard.sqlite') });
  const admin = { id: 'adminadminadmin1', email: 'ruth@players.example', firstname: 'Ruth', lastname: 'Calloway' };
  await write(db, async (tx) => {
    await createUser(tx, { ...admin, role: 'admin' }, { now: '2026-11-21T12:00:00.000Z' });
    const on = { secret: 'sealed', last_step: 1, enabled_at: '2026-11-21T12:00:00.000Z' };
    await tx
      .insertInto('totp')
      .values({ user_id: admin.id, ...on })
      .execute();
  });
  const strange = await run('admin', folder, ['remove-second-factor', 'nobody@players.example']);
  expect(strange).toMatchObject({ code: 1, err: expect.stringContaining('Nobody has an account with the address') });
  const off = await run('admin', folder, ['remove-second-factor', 'Ruth@players.example']);
  expect(off).toMatchObject({ code: 0, out: 'Ruth Calloway now signs in with the password alone.\n' });
  expect(await db.read.selectFrom('totp').select('enabled_at').execute()).toEqual([{ enabled_at: null }]);
  const told = await db.read.selectFrom('mail').select(['to', 'subject']).execute();
  expect(told).toEqual([{ to: 'ruth@players.example', subject: 'Your second factor has been removed' }]);
  const entries = await db.read.selectFrom('audit').select(['actor_name', 'action']).execute();
  expect(entries).toEqual([{ actor_name: 'A server administrator', action: 'second_factor.removed' }]);
  const again = await run('admin', folder, ['remove-second-factor', 'ruth@players.example']);
  expect(again.out).toBe('Ruth Calloway has no second factor.\n');
});

test('a backup can be restored under another secret, but not on a full disk or beyond FILES_LIMIT', async () => {
  const folder = createTemporaryFolder();
  const keyIn = async (data: string, secret: string) =>
    loadOrCreateDataKey(
      await openTestDatabase({ file: join(folder, data, 'callboard.sqlite') }),
      { secret, before: '' },
      new Date().toJSON(),
    );
  const [made, set] = ['m'.repeat(64), 's'.repeat(64)];
  const key = await keyIn('data', made);
  writeFileSync(join(folder, 'data', 'secret'), `${made}\n`);
  await createDiskStorage(join(folder, 'data', 'files')).put(Buffer.alloc(3000));
  expect(await run('backup', folder, ['ours.zip'])).toMatchObject({ code: 0, err: '' });
  // Every file is limited to 25 kB, as on a full disk
  const full = { DATA_DIR: join(folder, 'full') };
  const restoring = [
    '-c',
    `ulimit -f 50; exec "$0" '${join(import.meta.dirname, 'restore.ts')}' ours.zip`,
    process.execPath,
  ];
  await expect(
    promisify(execFile)('sh', restoring, { cwd: folder, env: { ...compileCache, PATH: process.env.PATH, ...full } }),
  ).rejects.toMatchObject({
    stderr: expect.stringMatching(/^Callboard can’t write to the folder .* there is free space.*\n$/),
  });
  writeFileSync(join(full.DATA_DIR, 'callboard.sqlite'), 'Dear diary, today we opened.\n'.repeat(200));
  const diary = await run('backup', folder, ['diary.zip'], full);
  expect([diary.code, diary.err]).toEqual([
    1,
    expect.stringMatching(/is not a database, or is damaged: restore .*\n$/),
  ]);
  const small = { DATA_DIR: join(folder, 'small'), FILES_LIMIT: '0.000001' };
  const { code, err } = await run('restore', folder, ['ours.zip'], small);
  expect([code, err]).toEqual([1, expect.stringMatching(/^There isn’t enough space .* raise FILES_LIMIT\.\n$/)]);
  expect(readdirSync(small.DATA_DIR)).toEqual([]);
  const there = { DATA_DIR: join(folder, 'elsewhere'), SECRET: set };
  expect(await run('restore', folder, ['ours.zip'], there)).toMatchObject({ code: 0, err: '' });
  expect(await keyIn('elsewhere', set)).toBe(key);
});
