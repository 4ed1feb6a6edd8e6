// Renews one subscription and then does nothing, at a given step, like a process that is killed there.
import { openSquare } from '#features/payments/server/index.ts';
import { openDatabase } from '#platform/server/database/index.ts';
import { contributionsOf } from '#platform/server/feature/feature.ts';
import { doDueJobs } from '#platform/server/jobs/runner.ts';
import { migrations } from '../../../migrations/index.ts';
import { subscriptionOutcomes } from './outcomes.ts';
import { renewing } from './renewals.ts';

const { place, access, step, at } = JSON.parse(process.argv[2] ?? '');
const stop = () => {
  console.log('in hand');
  return new Promise<never>(() => setInterval(() => {}, 1000));
};
const db = await openDatabase(place, migrations);
const square = openSquare(access, {
  fetch: async (...asked) => {
    if (step === 'written') return stop();
    const answer = await fetch(...asked);
    return step === 'charged' ? stop() : answer;
  },
});
const { settled } = subscriptionOutcomes;
const outcomes: typeof subscriptionOutcomes = {
  ...subscriptionOutcomes,
  settled: async (...of) => {
    await settled(...of);
    if (step === 'recording') await stop();
  },
};
const all = contributionsOf([{ paymentOutcomes: [outcomes] }]);
const clock = () => new Date(at);
const renewal = renewing({ db, clock, square, all, home: () => '' }).filter(({ kind }) => kind === 'renewal');
const work = renewal.map((one) => ({
  ...one,
  start: async (task: Parameters<typeof one.start>[0]) => {
    if (step === 'claimed') await stop();
    const finish = await one.start(task);
    if (step === 'done') await stop();
    return finish;
  },
}));
await doDueJobs({ db, clock, work });
await stop();
