import { formatCard } from '#features/money/payments/format-card.ts';
import {
  createChargeIntent,
  listCards,
  listCharges,
  type Square,
  type StoredCard,
} from '#features/money/payments/server/index.ts';
import { findUser } from '#features/society/accounts/server/index.ts';
import { isActiveAccount } from '#features/society/accounts/sign-in-status.ts';
import { deterministicId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { type CalendarDate, toCalendarDate as dayOf, type Instant } from '#platform/shared/dates/dates.ts';
import {
  amountDue,
  getChargeDate,
  getDueStep,
  getLastGraceDay,
  getReinstatementDeadline,
  isJustReminded,
  type RenewalStep,
  yearAmount,
} from '../renewal.ts';
import { formatRenewalSubject } from './charge-subjects.ts';
import { emailOwner, type OwnerEmailContext } from './email-owner.ts';
import * as mails from './renewal-emails.ts';
import { endSubscription, findSubscription, recordProgress } from './store.ts';
import type { SubscriptionTable } from './tables.ts';
import { addYear, getPlan } from './years.ts';

/** The inputs of a step. */
export interface RenewalContext {
  square: Square | undefined;
  /** The page to pay and manage a subscription. */
  link: string;
  today: CalendarDate;
  at: Instant;
  timeZone: string;
  /** Look-ups of reminders sent by hand. */
  byHand: readonly ManualReminderLookup[];
}

/** Returns the time of the last manual reminder to somebody about a payment, by their address. */
export type ManualReminderLookup = (db: DbReader, email: string) => Promise<Instant | undefined>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Reminders that are sent manually: the site's own wait for a week after one. */
    remindersByHand: readonly ManualReminderLookup[];
  }
}

type Plan = Awaited<ReturnType<typeof getPlan>>;

/** A subscription with a step that is due. */
interface Held {
  held: SubscriptionTable;
  plan: Plan;
  card: StoredCard | undefined;
  /** The number of its charges that failed. */
  tried: number;
}

/**
 * Runs the due step of a renewal in the given transaction, together with its email. A second run on the same day does
 * nothing. Returns the charge to submit to Square after the commit, if any.
 */
export async function runDueStep(tx: DbTransaction, id: Id, stepping: RenewalContext): Promise<Id | undefined> {
  const held = await findSubscription(tx, id);
  if (!held) return undefined;
  const plan = await getPlan(tx, held);
  const step = getDueStep(held, amountDue(plan, held), stepping.today);
  if (!step) return undefined;
  const charges = await listCharges(tx, 'subscription', formatRenewalSubject(held));
  // Being paid already, until Square's result arrives
  if (charges.some(({ status }) => status === 'open')) return undefined;
  const owner = await findUser(tx, held.user_id);
  // An owner whose account is disabled, or about to be erased, is neither emailed nor charged; in the end it lapses
  if (!(owner && isActiveAccount(owner)) && step !== 'lapse' && step !== 'end') return undefined;
  const card = await cardOf(tx, held, stepping.square);
  const reminds = step === 'remind' || step === 'remind again' || (step === 'pay' && !card);
  if (owner && reminds && (await isRemindedByHand(tx, owner.email, stepping))) return undefined;
  return steps[step](tx, { held, plan, card, tried: charges.length }, stepping);
}

async function isRemindedByHand(
  tx: DbTransaction,
  email: string,
  { byHand, today, timeZone }: RenewalContext,
): Promise<boolean> {
  for (const lastReminded of byHand) {
    const at = await lastReminded(tx, email);
    if (at !== undefined && isJustReminded(dayOf(at, timeZone), today)) return true;
  }
  return false;
}

/** Returns the card that renews a subscription; undefined if none can. */
async function cardOf(
  tx: DbTransaction,
  { user_id, card_id }: SubscriptionTable,
  square: Square | undefined,
): Promise<StoredCard | undefined> {
  if (!square || card_id === null) return undefined;
  return (await listCards(tx, user_id, square.environment)).find(({ id }) => id === card_id);
}

const steps: Record<RenewalStep, (tx: DbTransaction, of: Held, stepping: RenewalContext) => Promise<Id | undefined>> = {
  remind: async (tx, of, stepping) => {
    const { held, plan } = of;
    const amount_told = yearAmount(plan, held);
    await recordProgress(tx, held.id, { reminded_on: stepping.today, amount_told });
    return remind(tx, of, { ...stepping, pence: amount_told, chargedOn: getChargeDate(held, stepping.today) });
  },
  'remind again': async (tx, of, stepping) => {
    const { held, plan } = of;
    const amount_told = yearAmount(plan, held);
    await recordProgress(tx, held.id, { reminded_again_on: stepping.today, amount_told });
    return remind(tx, of, { ...stepping, pence: amount_told, chargedOn: held.renews_on });
  },
  pay: (tx, of, stepping) => (of.card ? charge(tx, { ...of, card: of.card }, stepping) : ask(tx, of, stepping)),
  renew: async (tx, { held }) => {
    await addYear(tx, held, { amount: 0, source: 'free', entry_id: null });
    return undefined;
  },
  lapse: async (tx, of, stepping) => {
    const { held } = of;
    await endSubscription(tx, held, stepping.at);
    const last = getReinstatementDeadline(held);
    const until = last > stepping.today ? last : undefined;
    return tell(tx, of, { ...stepping, about: 'lapse' }, (told) => mails.renderLapsedEmail({ ...told, until }));
  },
  end: async (tx, { held }, { at }) => {
    await endSubscription(tx, held, at);
    return undefined;
  },
};

async function remind(
  tx: DbTransaction,
  of: Held,
  { pence, chargedOn: day, ...stepping }: RenewalContext & { pence: number; chargedOn: CalendarDate },
): Promise<undefined> {
  const { card, held } = of;
  const isLate = stepping.today >= held.renews_on;
  return tell(tx, of, { ...stepping, about: 'remind' }, (told) =>
    card
      ? mails.renderRenewalReminderEmail({
          ...{ ...told, pence, chargedOn: day, card: formatStoredCard(card) },
          expired: isExpired(card, day),
        })
      : mails.renderDueSoonEmail({ ...told, pence, isLate }),
  );
}

/** "Visa ending in 1111". */
export const formatStoredCard = ({ brand, last_4 }: StoredCard): string => formatCard({ card_brand: brand, last_4 });

/** Returns true if a card has expired on a day. */
export const isExpired = ({ exp_year, exp_month }: StoredCard, day: CalendarDate) =>
  `${exp_year}-${String(exp_month).padStart(2, '0')}` < day.slice(0, 7);

/**
 * Records the charge under a deterministic id. A site restored from a backup reuses it as the idempotency key, so
 * Square charges nobody twice.
 */
async function charge(
  tx: DbTransaction,
  { held, plan, card, tried }: Held & { card: StoredCard },
  { square, at }: RenewalContext,
): Promise<Id | undefined> {
  if (!square) return undefined;
  const [subject, attempt] = [formatRenewalSubject(held), `renewal ${tried + 1}`];
  const { id } = await createChargeIntent(
    tx,
    {
      about: { about: 'subscription', plan_id: plan.id, label: plan.name },
      subject,
      attempt,
      userId: held.user_id,
      pence: amountDue(plan, held),
      source: { card: card.provider_id, customer: card.customer },
      note: plan.name,
    },
    {
      id: deterministicId(`${attempt} of ${subject}`),
      environment: square.environment,
      locationId: square.locationId,
      at,
    },
  );
  return id;
}

async function ask(tx: DbTransaction, of: Held, stepping: RenewalContext): Promise<undefined> {
  const { held } = of;
  const tried = { tries: held.tries + 1, tried_on: stepping.today };
  await recordProgress(tx, held.id, tried);
  const until = getLastGraceDay(tried) ?? stepping.today;
  return tell(tx, of, { ...stepping, about: 'ask' }, (told) => mails.renderPaymentDueEmail({ ...told, until }));
}

async function tell(
  tx: DbTransaction,
  { held, plan }: Pick<Held, 'held' | 'plan'>,
  { square, link, today, at, about }: RenewalContext & { about: string },
  write: (told: mails.RenewalEmailContext) => ReturnType<typeof mails.renderPaymentDueEmail>,
): Promise<undefined> {
  const renewed = {
    pence: amountDue(plan, held),
    renewsOn: held.renews_on,
    link,
    byCard: square !== undefined,
  };
  const key = `${held.id} ${about} ${today}`;
  await emailOwner(tx, held, { plan: plan.name, key, at }, (told: OwnerEmailContext) => write({ ...told, ...renewed }));
  return undefined;
}
