import { formatCard } from '#features/money/payments/cards.ts';
import {
  listCards,
  listChargesOfSubject,
  type PaymentProvider,
  type StoredCard,
} from '#features/money/payments/server/index.ts';
import { findUser, isActiveAccount } from '#features/society/accounts/server/index.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { EmailContent } from '#platform/server/mail/index.ts';
import { type CalendarDate, type Instant, toCalendarDate } from '#platform/shared/dates/dates.ts';
import {
  getChargeDate,
  getDueRenewalStep,
  getLastGraceDay,
  getReinstatementDeadline,
  getRenewalAmountDue,
  getRenewalPrice,
  type RenewalStep,
  wasRecentlyRemindedByHand,
} from '../../renewal.ts';
import { createSubscriptionChargeIntent, formatRenewalChargeSubject, getRenewalAmountDueNow } from '../card/charges.ts';
import { queueOwnerEmail } from '../store/emails.ts';
import { endSubscription, findSubscription, listSubscriptions, recordRenewalProgress } from '../store/store.ts';
import type { SubscriptionTable } from '../store/tables.ts';
import { extendSubscriptionByYear, getPlanAtRenewal } from '../store/years.ts';

import * as emails from './renewal-emails.ts';

/** The time of a step, and the settings and services that it needs. */
export interface RenewalContext {
  paymentProvider: PaymentProvider | undefined;
  /** The page where members pay and manage subscriptions. */
  link: string;
  today: CalendarDate;
  at: Instant;
  timeZone: string;
  manualReminders: readonly ManualReminderLookup[];
}

/**
 * Returns the time of the last payment reminder that somebody sent by hand to an address; undefined if there is none.
 */
export type ManualReminderLookup = (db: DbReader, email: string) => Promise<Instant | undefined>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Look-ups of reminders sent by hand. For a week after such a reminder, automatic reminders wait. */
    remindersByHand: readonly ManualReminderLookup[];
  }
}

type Plan = Awaited<ReturnType<typeof getPlanAtRenewal>>;

/** A subscription whose next step is due. */
interface DueRenewal {
  held: SubscriptionTable;
  plan: Plan;
  card: StoredCard | undefined;
  /** The number of charges made for this renewal, all of which have failed. */
  tried: number;
}

/**
 * Runs the due step of a renewal and queues its email, in one transaction. A second run on the same day does nothing,
 * unless the first run's charge has failed for another reason than the card. Returns the id of the charge to submit to
 * Square after the commit, if there is one.
 */
export async function runDueRenewalStep(tx: DbTransaction, id: Id, context: RenewalContext): Promise<Id | undefined> {
  const held = await findSubscription(tx, id);
  if (!held) return undefined;
  const plan = await getPlanAtRenewal(tx, held);
  const owner = await findUser(tx, held.user_id);
  const isActive = owner !== undefined && isActiveAccount(owner);
  const price = getRenewalAmountDue(plan, held);
  // A free subscription of a disabled account isn't renewed, but lapses as if it had a price
  const step = getDueRenewalStep(held, isActive ? price : Math.max(price, 1), context.today);
  if (!step) return undefined;
  const charges = await listChargesOfSubject(tx, 'subscription', formatRenewalChargeSubject(held));
  // The result of an earlier charge isn't known yet
  if (charges.some(({ status }) => status === 'open')) return undefined;
  // The owner of a disabled account is neither emailed nor charged, and the subscription lapses in the end
  if (!isActive && step !== 'lapse' && step !== 'end') return undefined;
  const card = await findRenewalCard(tx, held, context.paymentProvider);
  const reminds = step === 'remind' || step === 'remind again' || (step === 'pay' && !card);
  if (owner && reminds && (await wasRemindedByHand(tx, owner.email, context))) return undefined;
  return steps[step](tx, { held, plan, card, tried: charges.length }, context);
}

async function wasRemindedByHand(
  tx: DbTransaction,
  email: string,
  { manualReminders, today, timeZone }: RenewalContext,
): Promise<boolean> {
  for (const findLastReminder of manualReminders) {
    const at = await findLastReminder(tx, email);
    if (at !== undefined && wasRecentlyRemindedByHand(toCalendarDate(at, timeZone), today)) return true;
  }
  return false;
}

/** Finds the stored card that a renewal charges; undefined if there is none, or if card payments are off. */
async function findRenewalCard(
  tx: DbTransaction,
  { user_id, card_id }: SubscriptionTable,
  paymentProvider: PaymentProvider | undefined,
): Promise<StoredCard | undefined> {
  if (!paymentProvider || card_id === null) return undefined;
  return (await listCards(tx, user_id, paymentProvider.environment)).find(({ id }) => id === card_id);
}

type StepHandler = (tx: DbTransaction, due: DueRenewal, context: RenewalContext) => Promise<Id | undefined>;

const steps: Record<RenewalStep, StepHandler> = {
  remind: async (tx, due, context) => {
    const { held, plan } = due;
    const amount_told = getRenewalPrice(plan, held);
    await recordRenewalProgress(tx, held.id, { reminded_on: context.today, amount_told });
    return remind(tx, due, { ...context, pence: amount_told, chargedOn: getChargeDate(held, context.today) });
  },
  'remind again': async (tx, due, context) => {
    const { held, plan } = due;
    const amount_told = getRenewalPrice(plan, held);
    await recordRenewalProgress(tx, held.id, { reminded_again_on: context.today, amount_told });
    return remind(tx, due, { ...context, pence: amount_told, chargedOn: held.renews_on });
  },
  pay: (tx, due, context) =>
    due.card ? charge(tx, { ...due, card: due.card }, context) : requestPayment(tx, due, context),
  renew: async (tx, { held }) => {
    await extendSubscriptionByYear(tx, held, { amount: 0, source: 'free', entry_id: null });
    return undefined;
  },
  lapse: async (tx, due, context) => {
    const { held, plan } = due;
    const { today } = context;
    await endSubscription(tx, held, context.at);
    // The email asks for payment only if the page that it links to accepts the payment
    const all = await listSubscriptions(tx, held.user_id);
    const isPayable = (await getRenewalAmountDueNow(tx, { ...held, status: 'lapsed' }, { all, today })) > 0;
    const until = isPayable ? getReinstatementDeadline(held) : undefined;
    return email(tx, due, { ...context, about: 'lapse' }, (about) =>
      emails.composeMembershipLapsedEmail({ ...about, until, today, isPlanOpen: plan.enabled }),
    );
  },
  end: async (tx, { held }, { at }) => {
    await endSubscription(tx, held, at);
    return undefined;
  },
};

async function remind(
  tx: DbTransaction,
  due: DueRenewal,
  { pence, chargedOn, ...context }: RenewalContext & { pence: number; chargedOn: CalendarDate },
): Promise<undefined> {
  const { card, held } = due;
  const isLate = context.today >= held.renews_on;
  return email(tx, due, { ...context, about: 'remind' }, (about) =>
    card
      ? emails.composeRenewalReminderEmail({
          ...{ ...about, pence, chargedOn, card: formatStoredCard(card) },
          expired: isCardExpired(card, chargedOn),
        })
      : emails.composeRenewalPaymentReminderEmail({ ...about, pence, isLate }),
  );
}

/** Formats a stored card as "Visa ending in 1111". */
export const formatStoredCard = ({ brand, last_4 }: StoredCard): string => formatCard({ card_brand: brand, last_4 });

/** Returns true if a card has expired on a day. */
export const isCardExpired = ({ exp_year, exp_month }: StoredCard, day: CalendarDate) =>
  `${exp_year}-${String(exp_month).padStart(2, '0')}` < day.slice(0, 7);

/**
 * Records the charge under a deterministic id, which is also Square's idempotency key. A site restored from a backup
 * uses the same id. So as long as Square remembers the key, nobody is charged twice.
 */
async function charge(
  tx: DbTransaction,
  { held, plan, card, tried }: DueRenewal & { card: StoredCard },
  { paymentProvider, at }: RenewalContext,
): Promise<Id | undefined> {
  if (!paymentProvider) return undefined;
  const [subject, attempt] = [formatRenewalChargeSubject(held), `renewal ${tried + 1}`];
  const { id } = await createSubscriptionChargeIntent(
    tx,
    {
      ...{ id: deriveId(`${attempt} of ${subject}`), plan, subject, attempt, at },
      ...{ userId: held.user_id, pence: getRenewalAmountDue(plan, held) },
    },
    { card, paymentProvider },
  );
  return id;
}

async function requestPayment(tx: DbTransaction, due: DueRenewal, context: RenewalContext): Promise<undefined> {
  const { held } = due;
  const progress = { tries: held.tries + 1, tried_on: context.today };
  await recordRenewalProgress(tx, held.id, progress);
  const until = getLastGraceDay(progress) ?? context.today;
  return email(tx, due, { ...context, about: 'ask' }, (about) => emails.composePaymentDueEmail({ ...about, until }));
}

async function email(
  tx: DbTransaction,
  { held, plan }: Pick<DueRenewal, 'held' | 'plan'>,
  { paymentProvider, link, today, at, about }: RenewalContext & { about: string },
  compose: (about: emails.RenewalEmailContext) => EmailContent,
): Promise<undefined> {
  const renewal = {
    pence: getRenewalAmountDue(plan, held),
    renewsOn: held.renews_on,
    link,
    byCard: paymentProvider !== undefined,
  };
  const key = `${held.id} ${about} ${today}`;
  await queueOwnerEmail(tx, held, { plan: plan.name, key, at }, (owner) => compose({ ...owner, ...renewal }));
  return undefined;
}
