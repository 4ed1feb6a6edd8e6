import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { formatUnusableFonts, loadFontFolder } from '#features/archive/shows/posters/server/index.ts';
import { createFirstAdminLinkPath } from '#features/identity/sign-in/server/index.ts';
import { createSquareProvider } from '#features/money/payments/server/index.ts';
import { loadOrCreateInstanceSecret } from '#platform/server/crypto/secrets.ts';
import {
  type Database,
  DatabaseFullError,
  DatabaseSetupError,
  DatabaseUnavailableError,
  openDatabase,
} from '#platform/server/database/index.ts';
import { createSourceFrontend, loadBuiltFrontend } from '#platform/server/http/response/frontend.ts';
import { createFileTransport, createSmtpTransport, type MailTransport } from '#platform/server/mail/index.ts';
import { createQueryMonitor } from '#platform/server/metrics/metrics.ts';
import { mapErrorStacks } from '#platform/server/program/map-stack.ts';
import { formatCommand } from '#platform/server/program/program.ts';
import { makeFolderPrivate, setPrivateUmask } from '#platform/server/storage/folders.ts';
import { openStorage } from '#platform/server/storage/open-storage.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import { buildApp } from './app.ts';
import {
  assertHttps,
  buildFilesLocation,
  buildLocalUrl,
  type Config,
  ConfigError,
  explainFolderError,
  getFontFolder,
  parseConfig,
  squareSettingNames,
} from './config.ts';
import { loadOrCreateDataKey } from './data-key.ts';
import { disableAccountsWithDemoPassword } from './demo/leave-demo.ts';
import { seedDemoMedia } from './demo/media/seed-media.ts';
import { discardingMailTransport, getMsUntilNightlyReset, refusingNetwork } from './demo/public-demo.ts';
import { buildSquareRecords } from './demo/sales/payments.ts';
import { isDemo, resetPublicDemo, seedDemo } from './demo/seed.ts';
import { demoPassword, demoSignInAddresses } from './demo/society/accounts.ts';
import { migrations } from './migrations/index.ts';
import { copyNightlyBackupOffsite, makeAndRotateNightlyBackups, prepareBackupFolder } from './nightly-backup.ts';
import type { PracticeSquare } from './practice/square/index.ts';
import { deleteExpiredKeptBackups, getKeptBackupFolder } from './restore/kept-backups.ts';
import { makeUpgradeBackup } from './upgrade-backup.ts';

const root = join(import.meta.dirname, '..');
/** The time in milliseconds after which the program ends, even if it is still stopping. */
const maxStopMs = 10_000;
/** The time in milliseconds that open connections have to end, so that there is time left to clean up. */
const maxResponseMs = 7000;
/** The time in milliseconds that deleting interrupted uploads may take. */
const maxClearingMs = 2000;

async function start(): Promise<void> {
  const config = parseConfig(process.env);
  assertHttps(config);
  const dev = process.argv.includes('--dev');
  setPrivateUmask();
  const folderIsOurs = await makeFolderPrivate(config.dataDir);
  const queries = createQueryMonitor(config.slowQueryMs);
  const place = { url: config.databaseUrl, file: join(config.dataDir, 'callboard.sqlite') };
  const upgrade = await makeUpgradeBackup({ place, migrations, folder: config.backupDir, now: new Date() });
  if (upgrade) console.log(upgrade);
  const db = await openDatabase({ ...place, onQuery: queries.record }, migrations);
  // Deletes the files that an interrupted restore left behind; no restore can run while the database is open
  await rm(join(config.dataDir, 'restoring'), { recursive: true, force: true });
  // This is only a warning: if the folder couldn't be used at all, opening the database would have failed
  if (!folderIsOurs) {
    console.warn(
      `Other users of this machine may be able to read ${config.dataDir}: the folder, or something in it, doesn’t belong to the user who runs Callboard.`,
    );
  }
  const secret = config.secret || (await loadOrCreateInstanceSecret(config.dataDir));
  const key = await loadOrCreateDataKey(db, { secret, before: config.previousSecret }, new Date().toISOString());
  const storage = await openStorage(buildFilesLocation(config));
  await storage
    .checkReady()
    .catch((error) =>
      console.warn('The file store can’t be used: check STORAGE_URL, its keys and the store.', mapErrorStacks(error)),
    );
  const unusableFonts = await loadFontFolder(getFontFolder(config));
  if (unusableFonts.length > 0) console.warn(formatUnusableFonts(getFontFolder(config), unusableFonts));
  const noBackups = config.backupDir ? await prepareBackupFolder(config.backupDir) : undefined;
  if (noBackups) console.warn(noBackups);
  if (config.publicDemo) await openPublicDemo(db, config);
  else if (config.demo) await seedDemo(db, new Date());
  else printDisabledAccounts(await disableAccountsWithDemoPassword(db, new Date().toISOString()));
  const isOpenDemo = config.demo && (await isDemo(db.read));
  if (isOpenDemo) refuseRealCards(config);
  const front = dev ? await createSourceFrontend(root) : await loadBuiltFrontend(join(root, 'dist'));
  const practice = isOpenDemo ? await startPractice(config) : undefined;
  practice?.restore(await buildSquareRecords(db.read));
  const access = config.square ?? (practice && ({ environment: 'practice', ...practice.access } as const));
  const app = await buildApp({
    db,
    storage,
    frontend: front,
    mail: createMailTransport(config),
    outgoingNetwork: { allowPrivate: config.allowPrivateAddresses },
    ...(config.publicDemo ? { network: refusingNetwork } : {}),
    ...(config.backupDir
      ? { backUp: (signal, night) => makeAndRotateNightlyBackups(config.backupDir, { night, signal }) }
      : {}),
    ...(config.offsite
      ? { copyOffsite: (signal, night) => copyNightlyBackupOffsite(config.backupDir, { night, signal }) }
      : {}),
    deleteExpired: () => deleteExpiredKeptBackups(getKeptBackupFolder(config), new Date()),
    paymentProvider: access && createSquareProvider(access),
    isDemo: isOpenDemo,
    isPublicDemo: config.publicDemo,
    ...(practice ? { alsoServe: practice.serveBrowser, practice: practice.dashboard } : {}),
    dataKey: key,
    secondFactorRequired: !isOpenDemo,
    dev,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    queries,
    metricsToken: config.metricsToken,
    log: config.production ? 'info' : 'warn',
  });

  await app.fastify.listen({ port: config.port, host: config.host });
  app.loops.start();
  const address = app.fastify.server.address();
  const port = address !== null && typeof address === 'object' ? address.port : config.port;
  const own = buildLocalUrl(config, port);
  const home = config.publicUrl || own;
  practice?.subscribe({ address: `${home}/hooks/square`, to: `${own}/hooks/square` }, 'soon');
  console.log(`Callboard is running at ${home}. Press Ctrl+C to stop it.`);
  printPaymentStatus(config, practice);
  if (isOpenDemo) {
    if (config.publicDemo) console.log('This demo is public: it’s reset at four every night (UTC).');
    console.log(`Sign in as ${demoSignInAddresses.join(', ')}; the password is ${demoPassword}.`);
  }
  const firstAdmin = await createFirstAdminLinkPath(db, new Date().toISOString());
  if (firstAdmin)
    console.log(
      `There is no admin yet. The first person who registers at this address becomes the admin: ${home}${firstAdmin}`,
    );

  const leaving = new AbortController();
  let demoMedia = isOpenDemo ? makeDemoMedia(db, storage, leaving.signal) : undefined;
  if (config.publicDemo) {
    void runEachNight(leaving.signal, async () => {
      await demoMedia;
      if (!(await resetPublicDemo(db, new Date()))) return;
      practice?.restore(await buildSquareRecords(db.read));
      demoMedia = makeDemoMedia(db, storage, leaving.signal);
    });
  }

  const stop = async () => {
    // The signal may arrive twice: from the service manager and from a parent process that forwards it
    if (leaving.signal.aborted) return;
    leaving.abort();
    setTimeout(() => process.exit(1), maxStopMs).unref();
    setTimeout(() => app.fastify.server.closeAllConnections(), maxResponseMs).unref();
    await app.close();
    // Waits until interrupted uploads are deleted, which happens after their connections have closed
    await Promise.race([storage.waitUntilIdle(), pause(maxClearingMs)]);
    await practice?.close();
    await demoMedia;
    await front.close();
    await db.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/**
 * Opens the public demo, whose data is reset each night and with each start of the site.
 *
 * @throws ConfigError if the database contains anything else; nothing is changed then
 */
async function openPublicDemo(db: Database, { dataDir }: Config): Promise<void> {
  const now = new Date();
  if (!(await seedDemo(db, now, { isPublic: true })) && !(await resetPublicDemo(db, now))) {
    throw new ConfigError(
      'DEMO=public deletes everything in the database every night, so it opens only an empty database or that of a public demo: set another DATA_DIR or DATABASE_URL. Nothing has been changed.',
    );
  }
  await rm(join(dataDir, 'practice-square'), { recursive: true, force: true });
}

/** Runs `work` each night until the signal is aborted. If `work` fails, it is run again the next night. */
async function runEachNight(leaving: AbortSignal, work: () => Promise<void>): Promise<void> {
  for (;;) {
    await pause(getMsUntilNightlyReset(new Date()), undefined, { signal: leaving, ref: false }).catch(() => undefined);
    if (leaving.aborted) return;
    await work().catch((error) =>
      console.error('The demo couldn’t be reset; the site will try again tomorrow.', mapErrorStacks(error)),
    );
  }
}

function createMailTransport({ publicDemo, smtpUrl, mailFrom, dataDir }: Config): MailTransport {
  if (publicDemo) return discardingMailTransport;
  return smtpUrl ? createSmtpTransport(smtpUrl, mailFrom) : createFileTransport(join(dataDir, 'mail'), mailFrom);
}

/**
 * Starts the demo's simulated payment provider. Returns undefined in production, and also if any Square setting exists,
 * because somebody is then setting the site up for Square itself.
 */
async function startPractice({
  production,
  missingSquareSettings,
  dataDir,
}: Config): Promise<PracticeSquare | undefined> {
  if (production || missingSquareSettings.length < squareSettingNames.length) return undefined;
  const { startPracticeSquare } = await import('./practice/square/index.ts');
  return startPracticeSquare({ folder: join(dataDir, 'practice-square') });
}

/**
 * Refuses to start if anybody who knows the demo's passwords could move real money.
 *
 * @throws ConfigError
 */
function refuseRealCards({ square }: Config): void {
  if (square?.environment !== 'production') return;
  throw new ConfigError(
    'This is the demo, whose passwords are public, so it can’t charge real cards: set SQUARE_ENVIRONMENT=sandbox and the keys of the sandbox to try card payments, or DEMO=0 for a society of your own.',
  );
}

function printPaymentStatus({ square, missingSquareSettings }: Config, practice: PracticeSquare | undefined): void {
  if (practice) console.log('Card payments are simulated: no money changes hands.');
  else if (!square) console.log(`Card payments are off. To turn them on, set ${missingSquareSettings.join(', ')}.`);
}

function printDisabledAccounts(addresses: readonly string[]): void {
  if (addresses.length === 0) return;
  console.log(
    `This is no longer the demo, so these accounts, whose password is public, have been disabled: ${addresses.join(', ')}.\n` +
      `To delete the rest of the demo, or to keep it: ${formatCommand('admin')} leave-demo`,
  );
}

/**
 * Creates the demo's pictures and other files after the site has opened, because this takes ten times as long as the
 * rest of a first start. An error is only logged.
 */
async function makeDemoMedia(db: Database, storage: FileStorage, leaving: AbortSignal): Promise<void> {
  try {
    await seedDemoMedia(db, storage, new Date(), { signal: leaving });
  } catch (error) {
    console.error('The demo’s pictures couldn’t be created; the next start will try again.', mapErrorStacks(error));
  }
}

/** Returns advice for a start-up error that the operator can fix; undefined for a bug. */
function findStartupAdvice(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof DatabaseSetupError) return error.message;
  if (error instanceof DatabaseUnavailableError) {
    return 'The database stopped responding while the site was starting: start the site again when the database is back.';
  }
  if (error instanceof DatabaseFullError) {
    return 'The database’s disk is full: free some space, then start the site again.';
  }
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop the other program, or set PORT to another number.`;
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code ?? ''))
    return 'HOST isn’t an address of this machine: set it to 127.0.0.1 or 0.0.0.0.';
  if (code === 'EACCES' && port) return `Port ${port} needs special permissions: set PORT to a number above 1023.`;
  return explainFolderError(error);
}

// Node itself would print the line that threw, which can be 200 kB long in the built program
process.on('uncaughtException', (error) => {
  console.error(mapErrorStacks(error));
  process.exit(1);
});

try {
  await start();
} catch (error) {
  console.error(findStartupAdvice(error) ?? mapErrorStacks(error));
  process.exit(1);
}
