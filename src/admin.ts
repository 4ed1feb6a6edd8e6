import { parseArgs } from 'node:util';
import { onDatabase, runCommand, UsageFault } from './command-line.ts';
import { readConfig } from './config.ts';
import { makeAdmin, resetLinkFor } from './features/accounts/server/index.ts';
import { secondFactorOff } from './features/second-factor/server/index.ts';
import type { Database } from './platform/server/database/index.ts';

const usage = `Say what to do, and for whom:
  npm run admin -- make-admin ADDRESS             makes an account an admin's, and lets it sign in
  npm run admin -- reset-password ADDRESS         prints a page where a new password is set, once, within half an hour
  npm run admin -- remove-second-factor ADDRESS   lets the password alone sign in, where a telephone is lost`;

/** Addresses are printed as the society's are; without PUBLIC_URL, as this machine's. */
function home(): string {
  const { publicUrl, port } = readConfig(process.env);
  return publicUrl || `http://localhost:${port}`;
}

const commands: Record<string, (db: Database, email: string, now: string) => Promise<string>> = {
  'make-admin': makeAdmin,
  'reset-password': async (db, email, now) =>
    `Open this once, within half an hour:\n${home()}${await resetLinkFor(db, email, now)}`,
  'remove-second-factor': secondFactorOff,
};

function readArguments() {
  try {
    const { positionals } = parseArgs({ allowPositionals: true });
    const [what = '', email, ...more] = positionals;
    const command = Object.hasOwn(commands, what) ? commands[what] : undefined;
    if (command && email && more.length === 0) return { command, email };
  } catch {
    // An option that there is not: the usage says which there are.
  }
  throw new UsageFault(usage);
}

await runCommand(async () => {
  const { command, email } = readArguments();
  console.log(await onDatabase((db) => command(db, email, new Date().toISOString())));
});
