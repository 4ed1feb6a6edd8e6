// Claims an email but never sends it, like a process that is killed during sending.
import { migrations } from '../../../migrations/index.ts';
import { openDatabase } from '../database/index.ts';
import { runDueJobs } from '../jobs/runner.ts';
import { defineSendMailJob } from './sender.ts';

const place = JSON.parse(process.argv[2] ?? '');
const db = await openDatabase(place, migrations);
const send = async () => {
  console.log('in hand');
  return new Promise<string>(() => setInterval(() => {}, 1000));
};
const work = [defineSendMailJob({ db, transport: { to: 'server', send }, encryption: { decrypt: () => undefined } })];
await runDueJobs({ db, clock: () => new Date('2026-11-21T12:00:00.000Z'), work });
