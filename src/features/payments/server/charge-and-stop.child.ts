// Charges or refunds and then does nothing, at a given step, like a process that is killed there.
import { openDatabase, writeQuietly } from '#platform/server/database/index.ts';
import { contributionsOf } from '#platform/server/feature/feature.ts';
import { migrations } from '../../../migrations/index.ts';
import { askSquare } from './ask-square.ts';
import { openCharge, openRefund } from './intents.ts';
import { openSquare } from './square.ts';

const { place, access, step, subject, chargeId } = JSON.parse(process.argv[2] ?? '');
const at = '2026-11-21T12:00:00.000Z';
const stop = () => {
  console.log('in hand');
  return new Promise<never>(() => setInterval(() => {}, 1000));
};
const db = await openDatabase(place, migrations);
const square = openSquare(access, {
  fetch: async (...asked) => {
    if (step === 'meant') return stop();
    const answer = await fetch(...asked);
    return step === 'charged' ? stop() : answer;
  },
});
const where = { environment: access.environment, locationId: access.locationId, at };
const intent = await writeQuietly(db, (tx) =>
  chargeId
    ? openRefund(tx, { chargeId, attempt: subject, pence: 500, reason: subject }, { ...where, id: `refund-${subject}` })
    : openCharge(
        tx,
        {
          about: { about: 'subscription', plan_id: 'full', label: 'Full member' },
          ...{ subject, attempt: 'first', userId: null, pence: 2500, note: subject },
          source: { token: 'cnon:card-nonce-ok' },
        },
        { ...where, id: `charge-${subject}` },
      ),
);
if (typeof intent === 'string') throw new Error(intent);
const settled = async () => void (step === 'recording' && (await stop()));
const all = contributionsOf([{ paymentOutcomes: [{ purpose: 'subscription', settled, refunded: settled }] }]);
await askSquare({ db, square, clock: () => new Date(at), all }, intent.id);
await stop();
