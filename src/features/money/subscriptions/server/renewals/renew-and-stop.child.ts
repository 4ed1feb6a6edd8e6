// Runs a job for each of the given steps, and stops it there, so that the test can kill the process with all jobs
// unfinished. Prints "in hand" when the last job has reached its step. A step inside a write must come last, because it
// blocks other writes.

import { createSquareProvider } from '#features/money/payments/server/index.ts';
import { type Database, openDatabase } from '#platform/server/database/index.ts';
import { createContributionsGetter } from '#platform/server/feature/feature.ts';
import { runDueJobs } from '#platform/server/jobs/runner.ts';
import { sendRequestOnce } from '#platform/server/outgoing/trusted-fetch.ts';
import { runUntilKilled } from '#tests/support/site/run-until-killed.ts';
import { migrations } from '../../../../../migrations/index.ts';
import { subscriptionPaymentHandler } from '../card/payment-handler.ts';
import { defineRenewalJobs } from './renewal-jobs.ts';

const { place, access, kind, steps, at } = JSON.parse(process.argv[2] ?? '');
const db = await openDatabase(place, migrations);
const clock = () => new Date(at);

/** Resolves when a job has reached the step; the job stays there. */
const runUntil = (step: string) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      resolve();
      return new Promise<never>(() => {});
    };
    const paymentProvider = createSquareProvider(access, {
      send: async (...args) => {
        if (step === 'written') return stop();
        const response = await sendRequestOnce(...args);
        return step === 'charged' ? stop() : response;
      },
    });
    const { onSettled, onDeclined } = subscriptionPaymentHandler;
    const outcomes: typeof subscriptionPaymentHandler = {
      ...subscriptionPaymentHandler,
      onSettled: async (...args) => {
        await onSettled(...args);
        if (step === 'recording') await stop();
      },
      onDeclined: async (...args) => {
        await onDeclined?.(...args);
        if (step === 'recording') await stop();
      },
    };
    const all = createContributionsGetter([{ paymentOutcomes: [outcomes] }]);
    const write: Database['write'] = (work) =>
      db.write(async (tx) => {
        const result = await work(tx);
        if (step === 'writing') await stop();
        return result;
      });
    const renewal = defineRenewalJobs({ db: { ...db, write }, clock, paymentProvider, all, home: () => '' });
    const work = renewal
      .filter((handler) => handler.kind === kind)
      .map((handler) => ({
        ...handler,
        atOnce: 1,
        run: async (task: Parameters<typeof handler.run>[0]) => {
          if (step === 'claimed') await stop();
          const finish = await handler.run(task);
          return step === 'done' ? stop() : finish;
        },
      }));
    runDueJobs({ db, clock, work }).then(
      () => reject(new Error(`There is no ${kind} job left for the step "${step}".`)),
      reject,
    );
  });

for (const step of steps) await runUntil(step);
runUntilKilled();
