// Makes a charge or refund for each of the given steps, and stops at that step, so that the process can be killed
// there. Prints "in hand" when the last payment has reached its step.

import { openDatabase, write } from '#platform/server/database/index.ts';
import { createContributionsGetter } from '#platform/server/feature/feature.ts';
import { sendRequestOnce } from '#platform/server/outgoing/trusted-fetch.ts';
import { runUntilKilled } from '#tests/support/site/run-until-killed.ts';
import { migrations } from '../../../../migrations/index.ts';
import { createChargeIntent, createRefundIntent } from './intents.ts';
import { createSquareProvider } from './square/provider.ts';
import { submitIntent } from './submit-intent.ts';

const { place, access, steps, chargeId } = JSON.parse(process.argv[2] ?? '');
const at = '2026-11-21T12:00:00.000Z';
const where = { environment: access.environment, locationId: access.locationId, at };
const db = await openDatabase(place, migrations);

/** Makes a payment or refund and stops it at this step. Resolves when the step is reached. */
const upTo = (step: string) =>
  new Promise<void>((arrived, failed) => {
    const stop = () => {
      arrived();
      return new Promise<never>(() => {});
    };
    const paymentProvider = createSquareProvider(access, {
      send: async (...args) => {
        if (step === 'opened') return stop();
        const answer = await sendRequestOnce(...args);
        return step === 'charged' ? stop() : answer;
      },
    });
    const settled = async () => void (step === 'recording' && (await stop()));
    const all = createContributionsGetter([
      { paymentOutcomes: [{ purpose: 'subscription', onSettled: settled, onRefunded: settled }] },
    ]);
    write(db, (tx) =>
      chargeId
        ? createRefundIntent(
            tx,
            { chargeId, attempt: step, pence: 500, reason: step },
            { ...where, id: `refund-${step}` },
          )
        : createChargeIntent(
            tx,
            {
              about: { about: 'subscription', plan_id: 'full', label: 'Full member' },
              ...{ subject: step, attempt: 'first', userId: null, pence: 2500, note: step },
              source: { token: 'cnon:card-nonce-ok' },
            },
            { ...where, id: `charge-${step}` },
          ),
    )
      .then((intent) => {
        if (typeof intent === 'string') throw new Error(intent);
        return submitIntent({ db, paymentProvider, clock: () => new Date(at), all }, intent.id);
      })
      .then(stop)
      .catch(failed);
  });

for (const step of steps) await upTo(step);
runUntilKilled();
