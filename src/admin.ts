import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { secondFactorOff } from '#features/identity/second-factor/server/index.ts';
import { makeAdmin, resetLinkFor } from '#features/identity/sign-in/server/index.ts';
import type { Database } from '#platform/server/database/index.ts';
import { openStorage } from '#platform/server/storage/open-storage.ts';
import { emptyStorage } from '#platform/server/storage/storage.ts';
import { runCommand, UsageError, withDatabase } from './command-line.ts';
import { formatCommand } from './command-names.ts';
import { buildLocalUrl, filesLocation, parseConfig } from './config.ts';
import { discardDataKey } from './data-key.ts';
import { demoToLeave, leaveDemo } from './demo/leave-demo.ts';

const admin = formatCommand('admin');
const usage = `Say what to do, and for whom:
  ${admin} make-admin ADDRESS
      makes an account an admin's, and lets it sign in
  ${admin} reset-password ADDRESS
      prints a page where a new password is set, once, within half an hour
  ${admin} remove-second-factor ADDRESS
      lets the password alone sign in, where a telephone is lost
  ${admin} new-secret
      has the next start take the SECRET that it is given, where the one before is lost
  ${admin} leave-demo
      shuts the demo's accounts, and asks whether to empty the society; --empty or --keep answers without being asked`;

/** Addresses are printed with PUBLIC_URL, or as this machine's own without it. */
function home(): string {
  const config = parseConfig(process.env);
  return config.publicUrl || buildLocalUrl(config, config.port);
}

const commands: Record<string, (db: Database, email: string, now: string) => Promise<string>> = {
  'make-admin': makeAdmin,
  'reset-password': async (db, email, now) =>
    `Open this once, within half an hour:\n${home()}${await resetLinkFor(db, email, now)}`,
  'remove-second-factor': secondFactorOff,
};

async function asksToEmpty(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new UsageError('Say whether to empty the society (--empty) or to go on with what is in it (--keep).');
  }
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asking.question(question);
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function outOfTheDemo(db: Database, now: string, told: { empty?: boolean; keep?: boolean }): Promise<string> {
  const { shows, real } = await demoToLeave(db.read);
  const stay = real.length > 0 ? ` These accounts are not the demo’s, and stay: ${real.join(', ')}.` : '';
  const question = `Take everything away that is in this society: ${shows} shows, their people, pictures, posts and settings?${stay} [y/N] `;
  const empty = told.empty || (!told.keep && (await asksToEmpty(question)));
  await leaveDemo(db, { empty, now });
  const config = parseConfig(process.env);
  if (empty) await emptyStorage(await openStorage(filesLocation(config)));
  if (empty)
    for (const name of ['files', 'mail', 'practice-square'])
      await rm(join(config.dataDir, name), { recursive: true, force: true });
  return (
    `${empty ? 'The society is empty' : 'All that was in it is still there'}, and the demo’s accounts are shut.${stay}\n` +
    'Start the site again with DEMO=0 (stop it first if it is running). While there is no admin, its start prints the ' +
    `address where you become the first; or: ${admin} make-admin ADDRESS`
  );
}

function readArguments(): (db: Database, now: string) => Promise<string> {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { empty: { type: 'boolean' }, keep: { type: 'boolean' } },
    });
    const [what = '', email, ...more] = positionals;
    const isLeaving = what === 'leave-demo' && email === undefined && !(values.empty && values.keep);
    if (isLeaving) return (db, now) => outOfTheDemo(db, now, values);
    if (what === 'new-secret' && email === undefined && !values.empty && !values.keep) return discardDataKey;
    const command = Object.hasOwn(commands, what) ? commands[what] : undefined;
    if (command && email && more.length === 0 && !values.empty && !values.keep) {
      return (db, now) => command(db, email, now);
    }
  } catch {
    // An unknown option: the usage lists them.
  }
  throw new UsageError(usage);
}

await runCommand(async () => {
  const command = readArguments();
  console.log(await withDatabase((db) => command(db, new Date().toISOString())));
});
