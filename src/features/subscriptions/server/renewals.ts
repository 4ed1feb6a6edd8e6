import { z } from 'zod';
import { allPlans } from '#features/membership/server/index.ts';
import { declineInWords, isOfTheCard } from '#features/payments/declines.ts';
import { askSquare, cardsOf, findIntent } from '#features/payments/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import { writeQuietly } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { queueJob } from '#platform/server/jobs/jobs.ts';
import { Hopeless, type Work, workByClock, workOn } from '#platform/server/jobs/work.ts';
import { addDays, today } from '#platform/shared/dates.ts';
import { amountDue, graceUntil, nextTry, remindsBefore, stepOn } from '../renewal.ts';
import { declinedKind } from './outcomes.ts';
import { declinedLetter } from './renewal-letters.ts';
import { nameOf, takeStep } from './renewal-steps.ts';
import { findSubscription, renewingBy } from './store.ts';
import { ofSubject, yearFrom } from './subjects.ts';
import { tellOwner } from './tell.ts';

export type Renewing = Pick<Services, 'db' | 'clock' | 'square' | 'all' | 'home'>;

const kind = 'renewal';

/** Jobs that are queued in one write: others want to write too. */
const atOnce = 100;

const payload = z.object({ subscription: z.string() });

/** A thousand are charged on one morning, and Square takes half a second for each. */
const chargedAtOnce = 10;

/**
 * Renews subscriptions: each morning the due step of each is queued as a job of its own, once a day, so that a failing
 * one delays no other.
 */
export const renewing = (services: Renewing): Work[] => [
  workByClock(
    { kind: 'renewals', name: 'Looking for subscriptions to renew', clock: { every: 'day', at: '06:00' } },
    (signal) => queueSteps(services, signal),
  ),
  workOn({ kind, name: 'Renewing subscriptions', payload, atOnce: chargedAtOnce }, async (task) => {
    await step(services, task.payload.subscription);
    return undefined;
  }),
  tellingOfDeclines(services),
];

async function queueSteps({ db, clock }: Renewing, signal: AbortSignal): Promise<void> {
  const at = clock().toISOString();
  const day = today(at, (await readSettings(db.read)).timeZone);
  const plans = new Map((await allPlans(db.read, day)).map((plan) => [plan.id, plan]));
  const due = (await renewingBy(db.read, addDays(day, remindsBefore))).filter((held) => {
    const plan = plans.get(held.plan_id);
    return plan && stepOn(held, amountDue(plan, held), day);
  });
  for (let from = 0; from < due.length; from += atOnce) {
    signal.throwIfAborted();
    await writeQuietly(db, async (tx) => {
      for (const { id } of due.slice(from, from + atOnce)) {
        await queueJob(tx, { kind, key: `${id} ${day}`, payload: { subscription: id }, due: at, at });
      }
    });
  }
}

const linkOf = ({ home }: Pick<Renewing, 'home'>) => `${home()}/members/account_settings#membership`;

/** If the process is killed after the charge is recorded, the job for open payments finishes it. */
async function step(services: Renewing, id: string): Promise<void> {
  const { db, clock, square, all } = services;
  const at = clock().toISOString();
  const asks = await writeQuietly(db, async (tx) => {
    const { timeZone } = await readSettings(tx);
    const byHand = all('remindersByHand');
    return takeStep(tx, id, {
      square,
      link: linkOf(services),
      today: today(at, timeZone),
      at,
      timeZone,
      byHand,
    });
  });
  if (asks === undefined) return;
  const { status, code } = await askSquare(services, asks);
  // No card's owner can help that, but an admin can
  if (status === 'declined' && !isOfTheCard(code)) throw new Hopeless(code);
}

const tellingOfDeclines = (services: Renewing): Work =>
  workOn(
    {
      kind: declinedKind,
      name: 'Telling members of declined cards',
      payload: z.object({ charge: z.string(), card: z.string() }),
    },
    async ({ payload: { charge: id, card: cardId } }) => {
      const at = services.clock().toISOString();
      return async (tx) => {
        const charge = await findIntent(tx, id);
        const held = charge && (await findSubscription(tx, ofSubject(charge.subject)));
        // Paid or cancelled meanwhile, there is nothing more to say
        if (!held || charge.subject !== yearFrom(held) || held.cancelled_at !== null) return;
        const stored = await cardsOf(tx, held.user_id, charge.environment);
        const card = stored.find((one) => one.id === cardId);
        const about = {
          pence: charge.pence,
          renewsOn: held.renews_on,
          link: linkOf(services),
          byCard: services.square !== undefined,
          card: card ? nameOf(card) : 'card',
          why: declineInWords(charge.declined_because),
          next: nextTry(held),
          until: graceUntil(held) ?? held.renews_on,
        };
        const key = `${id} ${charge.status}`;
        await tellOwner(tx, held, { plan: charge.label, key, at }, (told) => declinedLetter({ ...told, ...about }));
      };
    },
  );
