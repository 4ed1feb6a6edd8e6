// One site in two processes of the real program: each has its own folder, and both share one PostgreSQL and one
// imitated file store. A balancer gives consecutive requests to alternating processes. For journeys: `npm test --
// --pair`.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBackup } from '#platform/server/backup/read-backup.ts';
import { restoreBackup } from '#platform/server/backup/restore-backup.ts';
import { writeBackup } from '#platform/server/backup/write-backup.ts';
import { withSnapshot } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import type { S3Access } from '#platform/server/storage/s3-client.ts';
import { migrations } from '../../../src/migrations/index.ts';
import { buildDatabaseUrl, runInPostgres, startPostgres } from './postgres.ts';
import { startStandInStore } from './s3.ts';
import { createTemporaryDataDir, type RunningSite, startSite } from './site.ts';

const demo = 'demo_society';

/**
 * Starts a PostgreSQL that contains the demo society in `made`, for `startSitePair` to copy. The society is moved by
 * making a backup and restoring it, as from one machine to several. Returns a function that stops the server.
 */
export async function startPairPostgres(made: string): Promise<() => Promise<void>> {
  const cluster = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'callboard-moving-'));
  try {
    await runInPostgres(cluster.url, `create database ${demo}`);
    const place = { url: buildDatabaseUrl(cluster.url, demo), file: '' };
    const path = join(folder, 'demo.zip');
    const about = { secret: '', version: '', now: new Date().toISOString() };
    const source = { storage: createDiskStorage(join(made, 'files')), ...about };
    await withSnapshot({ file: join(made, 'callboard.sqlite') }, (snapshot) =>
      writeBackup(path, { ...source, snapshot }),
    );
    const backup = await openBackup(path);
    await restoreBackup(backup, { storage: createDiskStorage(join(folder, 'files')), place, migrations });
    backup.close();
    await runInPostgres(place.url, 'analyze');
  } catch (error) {
    await cluster.stop();
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
  process.env.PAIR_POSTGRES = cluster.url;
  return cluster.stop;
}

/** Returns the settings that all processes share. DATA_DIR and PORT are set for each process separately. */
export const buildSharedSettings = ({ url, access, secret }: { url: string; access: S3Access; secret: string }) => ({
  DATABASE_URL: url,
  STORAGE_URL: `${access.endpoint}/${access.bucket}`,
  STORAGE_REGION: access.region,
  STORAGE_ACCESS_KEY: access.accessKey,
  STORAGE_SECRET_KEY: access.secretKey,
  SECRET: secret,
});

/**
 * Matches paths for which every process gives the same response. Requests for them alternate separately from others.
 */
const isAsset = /^\/(assets\/|favicon)/;

/** Passes each request to the next of these addresses, like a balancer that doesn't remember visitors. */
async function startBalancer(addresses: readonly string[]) {
  const ports = addresses.map((address) => Number(new URL(address).port));
  const turns = { asset: 0, other: 0 };
  const server = createServer((request, response) => {
    const kind = isAsset.test(request.url ?? '') ? 'asset' : 'other';
    turns[kind] += 1;
    const { method, url: path, rawHeaders: headers } = request;
    const port = ports[turns[kind] % ports.length];
    // Each request uses a new connection: the site may close an idle connection just when it is reused
    const passed = sendRequest({ host: '127.0.0.1', port, method, path, headers, setHost: false, agent: false });
    passed.on('response', (siteResponse) => {
      response.writeHead(siteResponse.statusCode ?? 502, siteResponse.rawHeaders);
      siteResponse.pipe(response);
      siteResponse.on('error', () => response.destroy());
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  // With a shorter time, the balancer might close a connection that a browser is about to reuse
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

/**
 * Starts the pair on a copy of the demo society, whose files are in `made`, or on an empty society.
 *
 * @param env further settings
 */
export async function startSitePair({
  made,
  env = {},
}: {
  made?: string;
  env?: Record<string, string>;
}): Promise<RunningSite> {
  const cluster = process.env.PAIR_POSTGRES ?? '';
  const name = `pair_${randomBytes(6).toString('hex')}`;
  await runInPostgres(cluster, `create database ${name} template ${made ? demo : 'template0'} strategy file_copy`);
  const store = await startStandInStore();
  const files = join(made ?? '', 'files');
  if (made) {
    for await (const key of createDiskStorage(files).keys())
      store.objects.set(`files/${key}`, { bytes: readFileSync(join(files, key.slice(0, 2), key)), at: new Date() });
  }
  const secret = randomBytes(48).toString('hex');
  const settings = {
    ...buildSharedSettings({ url: buildDatabaseUrl(cluster, name), access: store.access, secret }),
    ...env,
  };
  const [first, second] = [createTemporaryDataDir(), createTemporaryDataDir()];
  // Some journeys create codes, for which they need the site's secret
  writeFileSync(join(first, 'secret'), secret);
  // Both processes write emails to the same folder, and use the same practice provider
  for (const outside of ['mail', 'practice-square']) {
    mkdirSync(join(first, outside));
    symlinkSync(join(first, outside), join(second, outside));
  }
  const sites = await Promise.all([first, second].map((dataDir) => startSite({ dataDir, env: settings })));
  const balancer = await startBalancer(sites.map(({ url }) => url));
  const [one] = sites as [RunningSite, RunningSite];
  const all = (work: (site: RunningSite) => Promise<void>) => Promise.all(sites.map(work));
  return {
    ...one,
    url: balancer.url,
    printed: () => sites.map((site) => site.printed()).join(''),
    kill: async () => void (await all((site) => site.kill())),
    stop: async () => {
      await balancer.close();
      await all((site) => site.stop());
      await store.close();
      await runInPostgres(cluster, `drop database ${name} with (force)`);
      for (const folder of [first, second]) rmSync(folder, { recursive: true });
    },
  };
}
