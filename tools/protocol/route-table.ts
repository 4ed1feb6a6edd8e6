import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#platform/server/database/index.ts';
import { loadBuiltFrontend } from '#platform/server/http/response/frontend.ts';
import type { Route } from '#platform/server/http/routes/route.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { buildApp } from '../../src/app.ts';
import { migrations } from '../../src/migrations/index.ts';

/** Returns the site's route table. */
export async function readRouteTable(): Promise<readonly Route[]> {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-routes-'));
  const db = await openDatabase({ file: join(folder, 'callboard.sqlite') }, migrations);
  const front = await loadBuiltFrontend(join(import.meta.dirname, '../../dist'));
  const app = await buildApp({
    db,
    storage: createDiskStorage(folder),
    frontend: front,
    dataKey: 'only a table is read',
  });
  await app.close();
  await front.close();
  await db.close();
  rmSync(folder, { recursive: true });
  return app.routes;
}
