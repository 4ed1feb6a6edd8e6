// Runs the whole site in a separate process, with a given practice payment provider. Each response reports how many
// milliseconds the site waited for Square; on request, the process reports the processor time it has used so far.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSquareProvider } from '#features/money/payments/server/index.ts';
import { openDatabase } from '#platform/server/database/index.ts';
import { loadBuiltFrontend } from '#platform/server/http/response/frontend.ts';
import { sendRequestOnce } from '#platform/server/outgoing/trusted-fetch.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { createUnguardedDatabase } from '#tests/support/site/unguarded-database.ts';
import { buildApp } from '../src/app.ts';
import { migrations } from '../src/migrations/index.ts';

const { place, dataDir, access, ahead = 0, isCareless = false } = JSON.parse(process.argv[2] ?? '');
const currentRequest = new AsyncLocalStorage<{ atSquare: number }>();
const paymentProvider = createSquareProvider(
  { environment: 'practice', ...access },
  {
    send(...args) {
      const since = performance.now();
      return sendRequestOnce(...args).finally(() => {
        const own = currentRequest.getStore();
        if (own) own.atSquare += performance.now() - since;
      });
    },
  },
);
const db = await openDatabase(place, migrations);
const app = await buildApp({
  db: isCareless ? await createUnguardedDatabase(db, place, () => pause(20)) : db,
  clock: () => new Date(Date.now() + ahead),
  storage: createDiskStorage(join(dataDir, 'files')),
  frontend: await loadBuiltFrontend(join(import.meta.dirname, '../dist')),
  paymentProvider,
  dataKey: 'only a measurement',
});
app.fastify.server.prependListener('request', (_, response) => {
  const own = { atSquare: 0 };
  currentRequest.enterWith(own);
  const { writeHead } = response;
  response.writeHead = (...head: unknown[]) => {
    response.setHeader('x-at-square', own.atSquare);
    return Reflect.apply(writeHead, response, head);
  };
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1000);
});
// Exits when the process that measures exits
process.on('disconnect', () => process.exit());
// Renders a page before the measurement, because the first one of a process takes 60 ms longer
await app.fastify.inject('/nowhere');
await app.fastify.listen({ port: 0, host: '127.0.0.1' });
app.loops.start();
process.send?.(`http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`);
