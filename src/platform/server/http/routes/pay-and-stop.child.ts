// Pays under a key and then stops, before or after its commit, like a process that is killed at that point.
import { migrations } from '../../../../migrations/index.ts';
import { openDatabase } from '../../database/index.ts';
import { queueJob } from '../../jobs/job-store.ts';
import { ok } from './call.ts';
import { createIdempotentWrite, hashRequest } from './idempotency.ts';

const { place, when, key } = JSON.parse(process.argv[2] ?? '');
const at = '2026-11-21T12:00:00.000Z';
const forEver = () => {
  console.log('in hand');
  return new Promise<never>(() => setInterval(() => {}, 1000));
};
const db = await openDatabase(place, migrations);
const sent_hash = hashRequest({ url: '/pay/adult', body: { pence: 1200 } });
await createIdempotentWrite(
  db,
  { user_id: 'ann', call: 'POST /pay/:plan', key, sent_hash },
  at,
)(async (tx) => {
  await queueJob(tx, { kind: 'charge', key, due: at, at });
  if (when === 'before') await forEver();
  return ok('Paid by the killed process.', { id: 'its own', note: '' });
});
await forEver();
