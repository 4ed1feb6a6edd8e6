// Runs one job of a kind for each of some steps, and stops at that step, like a process that is killed in the middle of
// all of them. It prints "in hand" when the last has reached its step. A step within a write has to be the last.
import { openSquare } from '#features/money/payments/server/index.ts';
import { type Database, openDatabase } from '#platform/server/database/index.ts';
import { contributionsOf } from '#platform/server/feature/feature.ts';
import { runDueJobs } from '#platform/server/jobs/runner.ts';
import { stayInHand } from '#tests/support/site/run-until-killed.ts';
import { migrations } from '../../../../migrations/index.ts';
import { subscriptionPaymentHandler } from './payment-handler.ts';
import { defineRenewalJobs } from './renewal-jobs.ts';

const { place, access, kind, steps, at } = JSON.parse(process.argv[2] ?? '');
const db = await openDatabase(place, migrations);
const clock = () => new Date(at);

/** Resolves when a job has reached its step, and stays there. */
const upTo = (step: string) =>
  new Promise<void>((arrived, failed) => {
    const stop = () => {
      arrived();
      return new Promise<never>(() => {});
    };
    const square = openSquare(access, {
      fetch: async (...args) => {
        if (step === 'written') return stop();
        const answer = await fetch(...args);
        return step === 'charged' ? stop() : answer;
      },
    });
    const { onSettled: settled, onDeclined } = subscriptionPaymentHandler;
    const outcomes: typeof subscriptionPaymentHandler = {
      ...subscriptionPaymentHandler,
      onSettled: async (...of) => {
        await settled(...of);
        if (step === 'recording') await stop();
      },
      onDeclined: async (...of) => {
        await onDeclined?.(...of);
        if (step === 'recording') await stop();
      },
    };
    const all = contributionsOf([{ paymentOutcomes: [outcomes] }]);
    const write: Database['write'] = (work) =>
      db.write(async (tx) => {
        const done = await work(tx);
        if (step === 'writing') await stop();
        return done;
      });
    const renewal = defineRenewalJobs({ db: { ...db, write }, clock, square, all, home: () => '' });
    const work = renewal
      .filter((one) => one.kind === kind)
      .map((one) => ({
        ...one,
        atOnce: 1,
        run: async (task: Parameters<typeof one.run>[0]) => {
          if (step === 'claimed') await stop();
          const finish = await one.run(task);
          return step === 'done' ? stop() : finish;
        },
      }));
    runDueJobs({ db, clock, work }).then(() => failed(new Error(`There is no ${kind} left for "${step}".`)), failed);
  });

for (const step of steps) await upTo(step);
stayInHand();
