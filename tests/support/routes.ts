// The route table of the site as it is put together, for journeys that try every door.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../src/app.ts';
import { migrations } from '../../src/migrations/index.ts';
import { openDatabase } from '../../src/platform/server/database/index.ts';
import { builtFront } from '../../src/platform/server/http/front.ts';
import type { Route } from '../../src/platform/server/http/routes.ts';
import { diskStorage } from '../../src/platform/server/storage.ts';

/** Every page, call, resource and download there is. */
export async function routeTable(): Promise<readonly Route[]> {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-routes-'));
  const db = await openDatabase({ file: join(folder, 'callboard.sqlite') }, migrations);
  const front = await builtFront(join(import.meta.dirname, '../../dist'));
  const app = await buildApp({ db, storage: diskStorage(folder), front, secret: 'only a table is read' });
  await app.close();
  await front.close();
  await db.close();
  rmSync(folder, { recursive: true });
  return app.routes;
}
