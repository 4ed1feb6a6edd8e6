// Claims a job and never finishes it, like a process that is killed during its work.
import { z } from 'zod';
import { migrations } from '../../../migrations/index.ts';
import { openDatabase } from '../database/index.ts';
import { defineJob } from './job-handler.ts';
import { runDueJobs } from './runner.ts';

const { place, now } = JSON.parse(process.argv[2] ?? '');
const db = await openDatabase(place, migrations);
const stuck = defineJob({ kind: 'charge', name: 'Charging', payload: z.object({ pence: z.int() }) }, async () => {
  console.log('in hand');
  return new Promise(() => setInterval(() => {}, 1000));
});
await runDueJobs({ db, clock: () => new Date(now), work: [stuck] });
