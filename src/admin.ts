import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { removeSecondFactorOnServer } from '#features/identity/second-factor/server/index.ts';
import { createResetLinkPath, makeAdmin } from '#features/identity/sign-in/server/index.ts';
import { resetLinkLifetimeLabel } from '#features/society/accounts/server/index.ts';
import type { Database } from '#platform/server/database/index.ts';
import { formatCommand } from '#platform/server/program/program.ts';
import { openStorage } from '#platform/server/storage/open-storage.ts';
import { clearStorage } from '#platform/server/storage/storage.ts';
import { runCommand, UsageError, withDatabase } from './command-line.ts';
import { buildFilesLocation, buildLocalUrl, parseConfig } from './config.ts';
import { discardDataKey } from './data-key.ts';
import { formatDeletionQuestion, formatRemainingAccounts, leaveDemo, loadDemoState } from './demo/leave-demo.ts';

const admin = formatCommand('admin');
const usage = `Choose one of these:
  ${admin} make-admin ADDRESS
      makes the account an admin and lets it sign in
  ${admin} reset-password ADDRESS
      prints a link to set a new password; it works once, for ${resetLinkLifetimeLabel}
  ${admin} remove-second-factor ADDRESS
      removes the second factor of someone who has lost their phone, so that the password alone signs in
  ${admin} new-secret
      lets the next start accept a new SECRET, if the old one is lost
  ${admin} leave-demo
      disables the demo’s accounts and asks whether to delete its data; --empty or --keep answers in advance`;

/**
 * Returns the base URL of the links that the command prints: PUBLIC_URL if it is set, otherwise this machine's own
 * address.
 */
function buildLinkBaseUrl(): string {
  const config = parseConfig(process.env);
  return config.publicUrl || buildLocalUrl(config, config.port);
}

const commands: Record<string, (db: Database, email: string, now: string) => Promise<string>> = {
  'make-admin': makeAdmin,
  'reset-password': async (db, email, now) =>
    `Open this link within ${resetLinkLifetimeLabel}; it works once:\n${buildLinkBaseUrl()}${await createResetLinkPath(db, email, now)}`,
  'remove-second-factor': removeSecondFactorOnServer,
};

async function confirmDeletion(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new UsageError('Choose whether to delete the society’s data (--empty) or keep it (--keep).');
  }
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asking.question(question);
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function runLeaveDemo(db: Database, now: string, chosen: { empty?: boolean; keep?: boolean }): Promise<string> {
  const state = await loadDemoState(db.read);
  const empty = chosen.empty || (!chosen.keep && (await confirmDeletion(`${formatDeletionQuestion(state)} [y/N] `)));
  await leaveDemo(db, { empty, now });
  const config = parseConfig(process.env);
  if (empty) {
    await clearStorage(await openStorage(buildFilesLocation(config)));
    for (const name of ['files', 'mail', 'practice-square'])
      await rm(join(config.dataDir, name), { recursive: true, force: true });
  }
  return (
    `${empty ? 'Everything has been deleted, including the demo’s accounts' : 'Everything has been kept except practice subscriptions, and the demo’s accounts have been disabled'}.${formatRemainingAccounts(state)}\n` +
    'Start the site again with DEMO=0 (stop it first if it is running). When it starts without an admin, it prints the ' +
    `address where you become the first admin; or run: ${admin} make-admin ADDRESS`
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
    if (isLeaving) return (db, now) => runLeaveDemo(db, now, values);
    if (what === 'new-secret' && email === undefined && !values.empty && !values.keep) return discardDataKey;
    const command = Object.hasOwn(commands, what) ? commands[what] : undefined;
    if (command && email && more.length === 0 && !values.empty && !values.keep) {
      return (db, now) => command(db, email, now);
    }
  } catch {
    // The option is unknown, so the usage is shown, which lists the options
  }
  throw new UsageError(usage);
}

await runCommand(async () => {
  const command = readArguments();
  console.log(await withDatabase((db) => command(db, new Date().toISOString())));
});
