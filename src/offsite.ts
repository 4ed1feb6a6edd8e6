import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { offsiteCopyAction, recordAudit } from '#platform/server/audit/index.ts';
import { BackupError } from '#platform/server/backup/manifest.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { createKeyPair, parseSecretKeys } from '#platform/server/offsite/encryption.ts';
import {
  formatStoreLocation,
  type OffsiteCopy,
  type OffsiteSettings,
  openOffsiteStore,
} from '#platform/server/offsite/offsite-store.ts';
import { formatCommand } from '#platform/server/program/program.ts';
import { formatFileSize } from '#platform/shared/file-size.ts';
import { getInvocationFolder, runCommand, UsageError, withDatabase } from './command-line.ts';
import { parseConfig } from './config.ts';

const command = formatCommand('offsite');

/** The time in milliseconds that a stopped upload has to cancel itself in the store. */
const maxStopMs = 3500;

const usage = `Copies of backups in another place:
  ${command} make-key FILE          makes the key that reads the copies, and prints its public half
  ${command} list                   lists the copies in the store
  ${command} upload FILE.zip        encrypts a backup and uploads it
  ${command} fetch NAME --key FILE  downloads a copy and decrypts it; NAME may be: latest
      --to FILE.zip                  the file to write (default: the copy’s name, in this folder)
      --restore                      restores it as well, as ${formatCommand('restore')} does`;

function getAccess(): OffsiteSettings {
  const { offsite } = parseConfig(process.env);
  if (!offsite) throw new UsageError('There is no off-site store: set OFFSITE_URL and the settings that belong to it.');
  return offsite;
}

const resolvePath = (path: string) => resolve(getInvocationFolder(), path);

const formatTime = ({ madeAt }: OffsiteCopy) => `${madeAt.slice(0, 16).replace('T', ' ')} UTC`;

async function makeKey(file: string): Promise<void> {
  const path = resolvePath(file);
  const { secretKey, publicKey } = await createKeyPair();
  const text = `# Reads Callboard’s off-site copies. Keep it away from the server. Without it, no copy can be read.\n# public key: ${publicKey}\n${secretKey}\n`;
  await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true }).catch((error) => {
    if (error.code === 'EEXIST') throw new BackupError(`${path} already exists. Choose another file name.`);
    throw new BackupError(`${path} can’t be written (${error.code}). Choose a folder that you can write to.`);
  });
  console.log(
    `The secret key is in ${path}. Anybody who has it can read every copy. Without it nobody can, and it can’t be recreated.\n` +
      'Keep it in two places away from this server, such as the society’s password manager and an envelope in the safe, then delete the file here.\n\n' +
      `The site needs only the public key:\n\nOFFSITE_PUBLIC_KEY=${publicKey}`,
  );
}

async function listCopies(): Promise<void> {
  const access = getAccess();
  const copies = await openOffsiteStore(access).list();
  if (copies.length === 0) console.log(`No copies yet in ${formatStoreLocation(access)}.`);
  for (const copy of copies)
    console.log(`${formatTime(copy)}  ${formatFileSize(copy.bytes).padStart(9)}  ${copy.name}`);
}

async function uploadBackup(file: string): Promise<void> {
  const access = getAccess();
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort(
      new BackupError(
        'The upload was stopped, so there is no new copy. Parts of the upload that are still in the store are deleted by the store’s lifecycle rule, if it has one.',
      ),
    );
    // A part that is still being sent would keep the process alive
    setTimeout(() => process.exit(1), maxStopMs).unref();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  const copy = await openOffsiteStore(access).upload(resolvePath(file), stopping.signal);
  const size = `${formatFileSize(copy.bytes)} in ${formatStoreLocation(access)}`;
  console.log(copy.isNew ? `${copy.name}: ${size}.` : `${copy.name} was there already: ${size}.`);
  const [id, at] = [newId(), new Date().toISOString()];
  await withDatabase((db) =>
    write(db, (tx) => recordAudit(tx, { id, at, action: offsiteCopyAction, subject: copy.name, detail: size })),
  );
}

async function fetchCopy(
  name: string,
  options: { key: string; to: string | undefined; restore: boolean },
): Promise<void> {
  const secretKeys = parseSecretKeys(
    await readFile(resolvePath(options.key), 'utf8').catch((error) => {
      throw new BackupError(`The key file ${options.key} can’t be read (${error.code}).`);
    }),
  );
  const store = openOffsiteStore(getAccess());
  const copies = await store.list();
  const copy = name === 'latest' ? copies[0] : copies.find((one) => [one.name, basename(one.name)].includes(name));
  if (!copy) throw new UsageError(`There is no copy ${name}. To list all copies: ${command} list`);
  const path = resolvePath(options.to ?? basename(copy.name, '.age'));
  console.log(`Downloading ${copy.name}, ${formatFileSize(copy.bytes)}…`);
  await store.download(copy, { path, secretKeys });
  console.log(
    `The backup is in ${path}. It isn’t encrypted: anyone who can read it can read everything, so delete it once it is restored.`,
  );
  if (!options.restore) return;
  const child = spawn(process.execPath, [fileURLToPath(new URL('./restore.ts', import.meta.url)), path], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'close');
  process.exitCode = code ?? 1;
}

function readArguments(): () => Promise<void> {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { key: { type: 'string' }, to: { type: 'string' }, restore: { type: 'boolean', default: false } },
    });
    const [what, subject, ...more] = positionals;
    const { key, to, restore } = values;
    const isPlain = key === undefined && to === undefined && !restore;
    if (what === 'list' && subject === undefined && isPlain) return listCopies;
    if (subject !== undefined && more.length === 0) {
      if (what === 'make-key' && isPlain) return () => makeKey(subject);
      if (what === 'upload' && isPlain) return () => uploadBackup(subject);
      if (what === 'fetch' && key !== undefined) return () => fetchCopy(subject, { key, to, restore });
    }
  } catch {
    // The option is unknown, so the usage is shown, which lists the options
  }
  throw new UsageError(usage);
}

await runCommand(async () => readArguments()());
