import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../tests/support/engines.ts';

const archive = join(import.meta.dirname, 'features/shows/import/small-archive.csv');

/** Runs a command as npm does, from the folder in which a person stands, on a data folder of its own. */
function run(command: 'import' | 'export', folder: string, args: string[], env: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  const environment = { PATH, INIT_CWD: folder, DATA_DIR: join(folder, 'data'), DEMO: '0', ...env };
  const script = join(import.meta.dirname, `${command}.ts`);
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [script, ...args], { env: environment, cwd: folder }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

test('an archive is imported into a society that has nothing yet, and exported again', async () => {
  const folder = temporaryFolder();
  copyFileSync(archive, join(folder, 'archive.csv'));
  const imported = await run('import', folder, ['shows', 'archive.csv']);
  expect(imported).toMatchObject({ code: 0, err: '', out: expect.stringContaining('shows      11 new ones') });
  expect(imported.out).toContain('line 14, first performance: 1025 can’t be the year of a show');
  expect(existsSync(join(folder, 'archive.rejected.csv'))).toBe(true);

  const exported = await run('export', folder, ['shows', 'ours.csv']);
  expect(exported).toMatchObject({ code: 0, out: `11 shows written to ${join(folder, 'ours.csv')}\n` });
  expect(readFileSync(join(folder, 'ours.csv'), 'utf8')).toContain('The Farmer’s Wife');

  const again = await run('import', folder, ['shows', 'ours.csv', '--dry-run']);
  expect(again.out).toContain('left alone 11 shows already here');
});

const usage = /^Say what to (import|export)/;
test.each<['import' | 'export', string[], Record<string, string>, RegExp]>([
  ['import', [], {}, usage],
  ['import', ['people', 'x.csv'], {}, usage],
  ['import', ['shows'], {}, usage],
  ['import', ['shows', 'x.csv', '--force'], {}, usage],
  ['import', ['shows', 'x.csv', 'y.csv'], {}, usage],
  ['export', ['people'], {}, usage],
  ['import', ['shows', 'no-such.csv'], {}, /^There is no file/],
  ['export', ['shows', 'no-such-folder/x.csv'], {}, /can’t be written \(ENOENT\)/],
  ['import', ['shows', archive, '--dry-run'], { DATABASE_URL: 'mysql://nowhere' }, /DATABASE_URL should be/],
  ['import', ['shows', archive, '--dry-run'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' }, /DATABASE_URL/],
])('%s %j with %j ends with one plain message and exit code 1', async (command, args, env, message) => {
  const { code, out, err } = await run(command, temporaryFolder(), args, env);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(message);
  expect(err).not.toMatch(/^\s+at /m);
});
