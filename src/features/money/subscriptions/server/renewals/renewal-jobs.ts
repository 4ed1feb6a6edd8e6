import { z } from 'zod';
import { formatDecline, isCardDecline } from '#features/money/payments/cards.ts';
import { findIntent, listCards, submitIntent } from '#features/money/payments/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { defineJob, defineScheduledJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import { PermanentFailure } from '#platform/server/jobs/retries.ts';
import { addDays, toCalendarDate } from '#platform/shared/dates/dates.ts';
import {
  firstReminderDays,
  getDueRenewalStep,
  getLastGraceDay,
  getNextRetryDate,
  getRenewalAmountDue,
} from '../../renewal.ts';
import { formatRenewalChargeSubject, parseSubscriptionId } from '../card/charges.ts';
import { declineEmailJobKind } from '../card/payment-handler.ts';
import { queueOwnerEmail } from '../store/emails.ts';
import { listPlans } from '../store/plans.ts';
import { findSubscription, listSubscriptionsRenewingBy } from '../store/store.ts';
import { composeCardDeclinedEmail } from './renewal-emails.ts';
import { formatStoredCard, runDueRenewalStep } from './renewal-steps.ts';

export type RenewalServices = Pick<Services, 'db' | 'clock' | 'paymentProvider' | 'all' | 'home'>;

const kind = 'renewal';

/** The maximum number of jobs queued in one write, because other writes wait for it. */
const jobsPerWrite = 100;

const payload = z.object({ subscription: z.string() });

/** The maximum number of charges that a process makes at the same time. */
const concurrentCharges = 10;

/**
 * Defines the jobs that renew subscriptions. Each morning, one job is queued for each subscription with a due step, so
 * that a failing job doesn't delay the others.
 */
export const defineRenewalJobs = (services: RenewalServices): JobHandler[] => [
  defineScheduledJob(
    { kind: 'renewals', name: 'Looking for subscriptions to renew', schedule: { every: 'day', at: '06:00' } },
    (signal) => queueSteps(services, signal),
  ),
  defineJob({ kind, name: 'Renewing subscriptions', payload, atOnce: concurrentCharges }, async (task) => {
    await renew(services, task.payload.subscription);
    return undefined;
  }),
  defineDeclineEmailJob(services),
];

async function queueSteps({ db, clock }: RenewalServices, signal: AbortSignal): Promise<void> {
  const at = clock().toISOString();
  const day = toCalendarDate(at, (await readSettings(db.read)).timeZone);
  const plans = new Map((await listPlans(db.read, day)).map((plan) => [plan.id, plan]));
  const due = (await listSubscriptionsRenewingBy(db.read, addDays(day, firstReminderDays))).filter((held) => {
    const plan = plans.get(held.plan_id);
    return plan && getDueRenewalStep(held, getRenewalAmountDue(plan, held), day);
  });
  for (let from = 0; from < due.length; from += jobsPerWrite) {
    signal.throwIfAborted();
    await write(db, async (tx) => {
      for (const { id } of due.slice(from, from + jobsPerWrite)) {
        await queueJob(tx, { kind, key: `${id} ${day}`, payload: { subscription: id }, due: at, at });
      }
    });
  }
}

const membershipUrl = ({ home }: Pick<RenewalServices, 'home'>) => `${home()}/members/account_settings#membership`;

/**
 * Runs a subscription's due step, and submits the charge if the step made one. If the process is killed in between, the
 * job for open payments submits it.
 */
async function renew(services: RenewalServices, id: string): Promise<void> {
  const { db, clock, paymentProvider, all } = services;
  const at = clock().toISOString();
  const intent = await write(db, async (tx) => {
    const { timeZone } = await readSettings(tx);
    const [link, manualReminders] = [membershipUrl(services), all('remindersByHand')];
    return runDueRenewalStep(tx, id, {
      paymentProvider,
      link,
      today: toCalendarDate(at, timeZone),
      at,
      timeZone,
      manualReminders,
    });
  });
  if (intent === undefined) return;
  const { status, code } = await submitIntent(services, intent);
  // Only an admin can do something about this failure, not the cardholder
  if (status === 'declined' && !isCardDecline(code)) throw new PermanentFailure(code);
}

const defineDeclineEmailJob = (services: RenewalServices): JobHandler =>
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
        // The subscription was paid, cancelled or deleted in the meantime
        if (!held || charge.subject !== formatRenewalChargeSubject(held) || held.cancelled_at !== null) return;
        const cards = await listCards(tx, held.user_id, charge.environment);
        const card = cards.find((stored) => stored.id === cardId);
        const about = {
          pence: charge.pence,
          renewsOn: held.renews_on,
          link: membershipUrl(services),
          byCard: services.paymentProvider !== undefined,
          card: card ? formatStoredCard(card) : 'card',
          reason: formatDecline(charge.declined_because),
          next: getNextRetryDate(held),
          until: getLastGraceDay(held) ?? held.renews_on,
        };
        const key = `${id} ${charge.status}`;
        await queueOwnerEmail(tx, held, { plan: charge.label, key, at }, (owner) =>
          composeCardDeclinedEmail({ ...owner, ...about }),
        );
      };
    },
  );
