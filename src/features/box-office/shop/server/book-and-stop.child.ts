// Starts one booking for each of the given steps and halts each booking at its step, so that the process can be killed
// while all bookings are unfinished. When the last booking has reached its step, prints "in hand" with the baskets'
// cookies. A step within a write must be the last one.

import { join } from 'node:path';
import { createSquareProvider } from '#features/money/payments/server/index.ts';
import { type Database, openDatabase } from '#platform/server/database/index.ts';
import { loadBuiltFrontend } from '#platform/server/http/response/frontend.ts';
import { sendRequestOnce } from '#platform/server/outgoing/trusted-fetch.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { runUntilKilled } from '#tests/support/site/run-until-killed.ts';
import { buildApp } from '../../../../app.ts';
import { migrations } from '../../../../migrations/index.ts';

const { place, access, dataKey, folder, wish, steps, at } = JSON.parse(process.argv[2] ?? '');
const db = await openDatabase(place, migrations);
const front = await loadBuiltFrontend(join(import.meta.dirname, '../../../../../dist'));
const cookies: string[] = [];

/** Resolves when a buyer's booking has reached this step, and halts the booking there. */
const bookUpTo = (step: string) =>
  new Promise<void>((arrived, failed) => {
    const stop = () => {
      arrived();
      return new Promise<never>(() => {});
    };
    const paymentProvider = createSquareProvider(
      { environment: 'practice', ...access },
      {
        send: async (...args) => {
          if (step === 'written') return stop();
          const answer = await sendRequestOnce(...args);
          return step === 'charged' ? stop() : answer;
        },
      },
    );
    let writes = 0;
    // The second write settles the payment
    const write: Database['write'] = async (work) => {
      const isSettling = ++writes === 2;
      const done = await db.write(async (tx) => {
        const made = await work(tx);
        if (isSettling && step === 'recording') await stop();
        return made;
      });
      return isSettling && step === 'settled' ? stop() : done;
    };
    const book = async () => {
      const storage = createDiskStorage(folder);
      const clock = () => new Date(at);
      const app = await buildApp({
        db: { ...db, write },
        storage,
        frontend: front,
        paymentProvider,
        dataKey,
        clock,
        maxDelayMs: 0,
      });
      const post = async (url: string, payload: object, headers: Record<string, string> = {}) => {
        const answer = await app.fastify.inject({ method: 'POST', url, payload, headers });
        if (answer.statusCode !== 200) throw new Error(answer.body);
        return answer;
      };
      const held = await post('/api/tickets/hold', wish);
      const cookie = `basket=${held.cookies.find(({ name }) => name === 'basket')?.value}`;
      cookies.push(cookie);
      if (step === 'held') return stop();
      writes = 0;
      const buyer = { name: 'Dorothy Hollis', email: 'dot@home.example', card_nonce: 'cnon:card-nonce-ok' };
      await post('/api/tickets/pay', buyer, { cookie });
      throw new Error(`The booking didn’t stop at "${step}".`);
    };
    book().catch(failed);
  });

for (const step of steps) await bookUpTo(step);
runUntilKilled(JSON.stringify(cookies));
