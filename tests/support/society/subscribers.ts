import { type PaymentProvider, recordCard, storeCard } from '#features/money/payments/server/index.ts';
import { defineIntentRefreshJob } from '#features/money/payments/server/refresh-intent.ts';
import { initialRenewalState } from '#features/money/subscriptions/renewal.ts';
import { createPlan, listSubscriptionsWithStatus } from '#features/money/subscriptions/server/index.ts';
import { defineRenewalJobs } from '#features/money/subscriptions/server/renewals/renewal-jobs.ts';
import { createSubscription } from '#features/money/subscriptions/server/store/store.ts';
import { createSubscriptionYear } from '#features/money/subscriptions/server/store/years.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import type { JobHandler } from '#platform/server/jobs/job-handler.ts';
import { queueScheduledJobs, runDueJobs } from '#platform/server/jobs/runner.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { createTemporaryFolder } from '../site/engines.ts';
import { contributions } from './contributions.ts';
import { createFactories } from './factories.ts';
import { listSentMails } from './sent-mails.ts';
import { openTestProvider, startTestSquare } from './square.ts';

const fullMember = { levelName: 'Full member', amount: 2500, period: 'yearly', renewal_month: '09', desc: '' } as const;

/**
 * Creates a practice provider, and a society whose members renew on 1 September 2027, for £25 unless a test changes the
 * price.
 */
export async function createSubscriptionSociety(db: Database) {
  let now = new Date('2026-11-21T12:00:00.000Z');
  const clock = () => now;
  const practice = await startTestSquare({ clock });
  const paymentProvider = openTestProvider(practice);
  const a = createFactories(db, createDiskStorage(createTemporaryFolder()));
  const plan = 'fullmember000001';
  await write(db, (tx) => createPlan(tx, fullMember, { id: plan, now: now.toISOString() }));
  const services = { db, clock, paymentProvider, all: contributions, home: () => 'https://players.example' };
  /** Builds the jobs of subscriptions and payments. Without a `paymentProvider`, the society doesn't take cards. */
  const workOf = (by: { paymentProvider: PaymentProvider | undefined; db?: Database } = services): JobHandler[] => {
    const all = { ...services, paymentProvider: by.paymentProvider, db: by.db ?? db };
    return [...defineRenewalJobs(all), defineIntentRefreshJob(all)];
  };
  /** Runs the jobs that are due at a moment, and the jobs that they make due. */
  const doAt = async (moment: string, work = workOf()) => {
    now = new Date(moment);
    const working = { db, clock, work };
    await queueScheduledJobs(working, 'Europe/London');
    // Several rounds, because a job may queue another job of a kind that this round has already run
    for (let round = 0; round < 3; round++) await runDueJobs(working);
  };
  return {
    ...{ ...services, practice, plan, a, workOf, doAt },
    at: (moment: string) => {
      now = new Date(moment);
    },
    /** Sets the price of the plan. */
    costs: (amount: number) =>
      write(db, (tx) => tx.updateTable('subscription_plan').set({ amount }).where('id', '=', plan).execute()),
    /** Creates a member who has paid until 31 August 2027, by default with a stored card. */
    member: async (email: string, { card: hasCard = true }: { card?: boolean } = {}) => {
      const user = await a.user({ email });
      const id = newId();
      const at = now.toISOString();
      const holder = { userId: user.id, givenName: 'Ruth', familyName: 'Marsh', email };
      const stored = hasCard ? await storeCard(services, holder, { token: 'cnon:card-nonce-ok' }) : undefined;
      if (stored && !('card' in stored)) throw new Error(JSON.stringify(stored));
      const held = {
        id,
        user_id: user.id,
        plan_id: plan,
        amount: 2500,
        created_at: at,
        card_id: stored?.card.row.id ?? null,
      };
      const begins_on = '2026-11-21';
      const renews_on = '2027-09-01';
      await write(db, async (tx) => {
        if (stored) await recordCard(tx, stored.card);
        await createSubscription(tx, {
          ...{ ...held, ...initialRenewalState, status: 'active', sub_for: 'SELF', started_on: begins_on, renews_on },
          ...{ name: '', phone_number: '', e_con_name: '', e_con_phone: '', cancelled_at: null },
        });
        const paid = { amount: 2500, source: 'card', entry_id: null } as const;
        await createSubscriptionYear(tx, { ...paid, id: newId(), subscription_id: id, begins_on, renews_on });
      });
      const cardId = stored?.card.row.provider_id ?? '';
      return {
        ...{ id, user },
        /** Makes the bank decline the card with this code from now on; with "", makes it accept the card again. */
        declines: (code: string) => practice.journal.put('cardDeclines', cardId, code),
      };
    },
    /** Runs the jobs that are due at 8:00 UTC on each of these days, one day after another. */
    mornings: async (days: readonly CalendarDate[], work?: JobHandler[]) => {
      for (const day of days) await doAt(`${day}T08:00:00.000Z`, work);
    },
    /** Lists the emails to an address, each as its date and subject. */
    told: async (email: string) =>
      (await listSentMails(db.read))
        .filter(({ to }) => to === email)
        .map(({ created_at, subject }) => `${created_at.slice(0, 10)} ${subject}`),
    letters: () => listSentMails(db.read),
    /** Lists the payments that succeeded, each as its date and its amount in pence. */
    charged: () =>
      practice.journal
        .all('payment')
        .filter(({ status }) => status === 'COMPLETED')
        .map(({ created_at, amount_money }) => `${created_at.slice(0, 10)} ${amount_money.amount}`),
    statuses: async () => {
      const all = await listSubscriptionsWithStatus(db.read, now.toISOString().slice(0, 10));
      return all.map(({ status, paid_until, paid_by }) => `${status}, ${paid_until}, ${paid_by}`);
    },
  };
}
