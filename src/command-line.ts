import { join } from 'node:path';
import { AccountError } from '#features/society/accounts/server/index.ts';
import { BackupError } from '#platform/server/backup/manifest.ts';
import { readInstanceSecret } from '#platform/server/crypto/secrets.ts';
import {
  type Database,
  DatabaseBusyError,
  DatabaseFullError,
  DatabaseSetupError,
  DatabaseUnavailableError,
  openDatabase,
} from '#platform/server/database/index.ts';
import { SheetError } from '#platform/server/formats/sheet.ts';
import { mapErrorStacks } from '#platform/server/program/map-stack.ts';
import { makeFolderPrivate, setPrivateUmask } from '#platform/server/storage/folders.ts';
import { StorageUnavailableError } from '#platform/server/storage/storage.ts';
import { type Config, ConfigError, explainFolderError, parseConfig } from './config.ts';
import { NoDemoError } from './demo/leave-demo.ts';
import { migrations } from './migrations/index.ts';

/** Thrown if a command can't be run with these arguments, or on this site; `message` says what to do instead. */
export class UsageError extends Error {}

/** Returns the folder from which the user called the command; npm runs scripts in the project's folder. */
export const getInvocationFolder = () => process.env.INIT_CWD ?? process.cwd();

/** Returns the location of the society's database, as `openDatabase` accepts it. */
export const buildDatabaseLocation = ({ databaseUrl: url, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) => ({
  url,
  file: join(dataDir, 'callboard.sqlite'),
});

/**
 * Creates the folder of the society's data if it is missing, and makes it private.
 *
 * @throws ConfigError if the folder can't be written to
 */
export async function ensureDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  await makeFolderPrivate(dataDir).catch((error) => {
    const advice = explainFolderError(error);
    throw advice ? new ConfigError(advice) : error;
  });
}

/**
 * Returns the secret that a backup includes: the one stored in `dataDir`. Returns "" if there is none, or if the
 * environment sets the secret, which then isn't in the backup.
 *
 * @throws ConfigError if the file with the secret can't be read
 */
export async function readSecretForBackup({ dataDir, secret }: Pick<Config, 'dataDir' | 'secret'>): Promise<string> {
  if (secret) return '';
  try {
    return await readInstanceSecret(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `${join(dataDir, 'secret')} can’t be read (${code}), and a backup without it is of little use. Run this command as the user who runs the site.`,
      { cause: error },
    );
  }
}

/** Opens the database, runs `work` and closes it. Works while the site is running. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const config = parseConfig(process.env);
  await ensureDataFolder(config);
  const db = await openDatabase(buildDatabaseLocation(config), migrations);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const userErrors = [
  UsageError,
  BackupError,
  AccountError,
  NoDemoError,
  SheetError,
  ConfigError,
  DatabaseSetupError,
  DatabaseBusyError,
  DatabaseUnavailableError,
  DatabaseFullError,
];

/**
 * Formats advice for when the object store can't be used. Includes the code or name of the cause, because a wrong key
 * or bucket is as likely as an outage.
 */
function formatStoreAdvice({ message, cause }: StorageUnavailableError): string {
  const why = cause instanceof Error ? ` (${'code' in cause ? cause.code : cause.name})` : '';
  return `${message.replace(/\.$/, '')}${why}: check STORAGE_URL, its keys and the store.`;
}

/** Runs a command. Of errors that the user can fix, only the message is printed. Any error ends with exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  setPrivateUmask();
  try {
    await command();
  } catch (error) {
    const ours = error instanceof Error && userErrors.some((fault) => error instanceof fault);
    console.error(
      error instanceof StorageUnavailableError
        ? formatStoreAdvice(error)
        : ours
          ? error.message
          : mapErrorStacks(error),
    );
    process.exitCode = 1;
  }
}
