import { z } from 'zod';
import { listPlans } from '#features/money/membership/server/index.ts';
import { formatDecline, isCardDecline } from '#features/money/payments/declines.ts';
import { findIntent, listCards, submitIntent } from '#features/money/payments/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { defineJob, defineScheduledJob, type JobHandler, PermanentFailure } from '#platform/server/jobs/job-handler.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import { addDays, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { amountDue, firstReminderDays, getDueStep, getLastGraceDay, getNextRetryDate } from '../renewal.ts';
import { formatRenewalSubject, parseSubscriptionId } from './charge-subjects.ts';
import { emailOwner } from './email-owner.ts';
import { declineEmailJobKind } from './payment-handler.ts';
import { renderCardDeclinedEmail } from './renewal-emails.ts';
import { formatStoredCard, runDueStep } from './renewal-steps.ts';
import { findSubscription, listSubscriptionsRenewingBy } from './store.ts';

export type RenewalServices = Pick<Services, 'db' | 'clock' | 'square' | 'all' | 'home'>;

const kind = 'renewal';

/** The number of jobs queued in one write, so that other writes don't wait. */
const atOnce = 100;

const payload = z.object({ subscription: z.string() });

/** A thousand are charged on one morning, and Square takes half a second for each. */
const chargedAtOnce = 10;

/**
 * Renews subscriptions: each morning the due step of each is queued as a job of its own, once a day, so that a failing
 * one delays no other.
 */
export const defineRenewalJobs = (services: RenewalServices): JobHandler[] => [
  defineScheduledJob(
    { kind: 'renewals', name: 'Looking for subscriptions to renew', clock: { every: 'day', at: '06:00' } },
    (signal) => queueSteps(services, signal),
  ),
  defineJob({ kind, name: 'Renewing subscriptions', payload, atOnce: chargedAtOnce }, async (task) => {
    await step(services, task.payload.subscription);
    return undefined;
  }),
  tellingOfDeclines(services),
];

async function queueSteps({ db, clock }: RenewalServices, signal: AbortSignal): Promise<void> {
  const at = clock().toISOString();
  const day = toCalendarDate(at, (await readSettings(db.read)).timeZone);
  const plans = new Map((await listPlans(db.read, day)).map((plan) => [plan.id, plan]));
  const due = (await listSubscriptionsRenewingBy(db.read, addDays(day, firstReminderDays))).filter((held) => {
    const plan = plans.get(held.plan_id);
    return plan && getDueStep(held, amountDue(plan, held), day);
  });
  for (let from = 0; from < due.length; from += atOnce) {
    signal.throwIfAborted();
    await write(db, async (tx) => {
      for (const { id } of due.slice(from, from + atOnce)) {
        await queueJob(tx, { kind, key: `${id} ${day}`, payload: { subscription: id }, due: at, at });
      }
    });
  }
}

const linkOf = ({ home }: Pick<RenewalServices, 'home'>) => `${home()}/members/account_settings#membership`;

/** If the process is killed after the charge is recorded, the job for open payments finishes it. */
async function step(services: RenewalServices, id: string): Promise<void> {
  const { db, clock, square, all } = services;
  const at = clock().toISOString();
  const asks = await write(db, async (tx) => {
    const { timeZone } = await readSettings(tx);
    const byHand = all('remindersByHand');
    return runDueStep(tx, id, {
      square,
      link: linkOf(services),
      today: toCalendarDate(at, timeZone),
      at,
      timeZone,
      byHand,
    });
  });
  if (asks === undefined) return;
  const { status, code } = await submitIntent(services, asks);
  // No card's owner can help that, but an admin can
  if (status === 'declined' && !isCardDecline(code)) throw new PermanentFailure(code);
}

const tellingOfDeclines = (services: RenewalServices): JobHandler =>
  defineJob(
    {
      kind: declineEmailJobKind,
      name: 'Emailing members about declined cards',
      payload: z.object({ charge: z.string(), card: z.string() }),
    },
    async ({ payload: { charge: id, card: cardId } }) => {
      const at = services.clock().toISOString();
      return async (tx) => {
        const charge = await findIntent(tx, id);
        const held = charge && (await findSubscription(tx, parseSubscriptionId(charge.subject)));
        // Paid or cancelled in the meantime, it needs no more emails
        if (!held || charge.subject !== formatRenewalSubject(held) || held.cancelled_at !== null) return;
        const stored = await listCards(tx, held.user_id, charge.environment);
        const card = stored.find((one) => one.id === cardId);
        const about = {
          pence: charge.pence,
          renewsOn: held.renews_on,
          link: linkOf(services),
          byCard: services.square !== undefined,
          card: card ? formatStoredCard(card) : 'card',
          why: formatDecline(charge.declined_because),
          next: getNextRetryDate(held),
          until: getLastGraceDay(held) ?? held.renews_on,
        };
        const key = `${id} ${charge.status}`;
        await emailOwner(tx, held, { plan: charge.label, key, at }, (told) =>
          renderCardDeclinedEmail({ ...told, ...about }),
        );
      };
    },
  );
