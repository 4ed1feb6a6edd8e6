import type { ManualPaymentSource, PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { type EmailContent, queueEmail } from '#platform/server/mail/index.ts';
import { addDays, type CalendarDate, type Instant } from '#platform/shared/dates/dates.ts';
import { formatGreetingName } from '#platform/shared/text/person-name.ts';
import type { PaymentAnswers, PaymentFacts } from '../../payment-questions.ts';
import {
  findSubscriptionToRenew,
  getReinstatementDeadline,
  getRenewalAmountDue,
  getRenewalDate,
  getRenewalPrice,
  initialRenewalState,
  isLiveSubscription,
} from '../../renewal.ts';
import { isRenewalBeingPaid } from '../card/charges.ts';
import {
  composeOfflineReceiptEmail,
  composePartPaymentReceiptEmail,
  type OwnerEmailContext,
  queueOwnerEmail,
} from '../store/emails.ts';
import {
  findPaperMember,
  hasEverBeenMember,
  type PaperMember,
  recordPaperMember,
  recordPaperMemberYear,
} from '../store/paper-list-members.ts';
import { listPlans } from '../store/plans.ts';
import { createSubscription, emptyOtherPerson, listSubscriptions, setSubscriptionCancelled } from '../store/store.ts';
import type { SubscriptionTable } from '../store/tables.ts';
import { createSubscriptionYear, extendSubscriptionByYear } from '../store/years.ts';
import { findChargesForPlan, isSamePerson, type PersonPaidFor, recordPartPaymentBeneficiary } from './part-payments.ts';
import type { PersonChoice } from './person-choices.ts';

/**
 * The person under whose name the treasurer enters a payment: one whom `listPersonChoices` lists, or a new name. This
 * may be the payer, or somebody else that a member pays for.
 */
export type PaymentPerson =
  | Pick<PersonChoice, 'id' | 'kind' | 'name' | 'payer' | 'user_id'>
  | { kind: 'new'; name: string };

type ListedPerson = Exclude<PaymentPerson, { kind: 'new' }>;

/** Returns the name of the person who pays: the chosen person, or the member who pays for that person. */
export const getPayerName = (person: PaymentPerson): string =>
  person.kind === 'paid_for' ? person.payer : person.name;

/** A payment for a plan, made in cash, on a card machine, by bank transfer or by cheque. */
export interface OfflinePayment {
  person: PaymentPerson;
  planId: Id;
  beneficiary: PaymentAnswers['beneficiary'];
  pence: number;
  source: ManualPaymentSource;
  day: CalendarDate;
  environment: PaymentEnvironment;
  today: CalendarDate;
  at: Instant;
}

type Plan = Awaited<ReturnType<typeof listPlans>>[number];

/** The effect of a payment, assessed in the transaction that records it. */
export interface AssessedPayment {
  facts: PaymentFacts;
  /**
   * Renews or starts the membership, and sends a receipt with any donation and earlier part payments. Returns the last
   * day that is paid, and whether a stored card is charged for the next year.
   */
  extend: (
    entry: { entryId: Id; newId: Id; pence: number; donation: number; partPaid: number },
    answers: PaymentAnswers,
  ) => Promise<{ until: CalendarDate; renewsByCard: boolean }>;
  /**
   * Records whose membership the payment counts towards, if the payer has an account. Called for a payment that buys no
   * year.
   */
  recordPartPayment: (entryId: Id) => Promise<void>;
  /** Sends the receipt for a part payment; `owed` pence are still to pay. */
  sendPartPaymentReceipt: (entry: { entryId: Id; owed: number }) => Promise<void>;
  /** Adds a new person to the membership list. Does nothing for anybody who is already on it or has an account. */
  addToList: (newId: Id) => Promise<void>;
}

/** Returns the id of the ledger entry for a donation that was paid together with a subscription. */
export const deriveDonationEntryId = (subscriptionEntry: Id): Id => deriveId(`donation with ${subscriptionEntry}`);

/** A payment at most this many days before the paid time ends is taken to be for the next year. */
const earliestRenewalDays = 60;

/**
 * Assesses the effect of a payment, with the facts that decide which questions it raises. Returns undefined if there is
 * no such plan.
 */
export async function assessPayment(tx: DbTransaction, paid: OfflinePayment): Promise<AssessedPayment | undefined> {
  const plans = await listPlans(tx, paid.day);
  const plan = plans.find(({ id }) => id === paid.planId);
  if (!plan) return undefined;
  const { person, day } = paid;
  const { paidFor, ...assessed } =
    person.kind === 'account' || person.kind === 'paid_for'
      ? await assessSubscription(tx, { ...paid, person }, { plan, plans })
      : await assessPaper(tx, paid, { plan, plans });
  const earlier = await findCharges(tx, paid, paidFor);
  const common = {
    ...{ payer: getPayerName(person), plan: plan.name, pence: paid.pence },
    part_paid: earlier.unused.reduce((sum, { left }) => sum + left, 0),
    same_day: earlier.all.find((charge) => charge.day === day)?.amount,
  };
  const { price, ...facts } = assessed.facts;
  const isAhead = facts.paid_until > addDays(day, earliestRenewalDays);
  return {
    ...assessed,
    facts: { ...common, ...facts, due: Math.max(price - common.part_paid, 0), is_early: isAhead },
  };
}

async function findCharges(
  tx: DbTransaction,
  { person, ...payment }: OfflinePayment,
  paidFor: PersonPaidFor | undefined,
): ReturnType<typeof findChargesForPlan> {
  if (person.kind === 'new') return { all: [], unused: [] };
  const payer = person.user_id === '' ? { payerId: person.id } : { userId: person.user_id };
  return findChargesForPlan(tx, payer, { ...payment, paidFor });
}

/**
 * The part of an assessment that depends on the kind of the chosen person. `price` is in pence; part payments aren't
 * deducted.
 */
interface Assessment extends Omit<AssessedPayment, 'facts'> {
  facts: Pick<
    PaymentFacts,
    | 'person'
    | 'paid_until'
    | 'would_pay_until'
    | 'own_until'
    | 'pending_others'
    | 'other_plans'
    | 'can_have_both'
    | 'unsettled_plan'
  > & {
    price: number;
  };
  /** The person that the payment is for; undefined for a payer without an account, who pays for nobody else. */
  paidFor: PersonPaidFor | undefined;
}
interface PlanContext {
  plan: Plan;
  plans: readonly Plan[];
}

const lastDayBefore = (renewsOn: CalendarDate) => addDays(renewsOn, -1);

async function assessSubscription(
  tx: DbTransaction,
  paid: OfflinePayment & { person: ListedPerson },
  { plan, plans }: PlanContext,
): Promise<Assessment> {
  const { person, day, today, beneficiary } = paid;
  const all = await listSubscriptions(tx, person.user_id);
  // The member's own subscriptions or, if another person was chosen, those that the member pays for that person
  const chosen = findChosenSubscription(all, person, beneficiary);
  const chosenBeneficiary = chosen ?? { sub_for: 'SELF', name: '' };
  const ofPerson = all.filter((one) => isSamePerson(one, chosenBeneficiary));
  const ofPlan = ofPerson.filter(({ plan_id }) => plan_id === plan.id);
  const live = ofPlan.filter((one) => isLiveSubscription(one, day));
  // Unless it is known whom the payment is for, it may also be for another person for whom the member pays, but only if
  // the member has no live subscription of their own to this plan
  const isForPerson = chosen !== undefined || beneficiary === 'payer';
  const ended = isForPerson ? ofPlan : all.filter(({ plan_id }) => plan_id === plan.id);
  const candidates = live.length > 0 ? live : ended;
  const renewed = findSubscriptionToRenew(candidates, { day, renewsOn: plan.renews_on });
  // Another person's subscription whose first card payment has no result yet
  const pending =
    isForPerson || renewed || live.length > 0 ? undefined : ended.find(({ status }) => status === 'pending');
  const starts = !renewed && !pending && !ofPlan.some((one) => isLiveSubscription(one, today));
  const held = renewed ?? pending ?? (starts ? undefined : candidates.find((one) => isLiveSubscription(one, today)));
  const joins = starts || (renewed !== undefined && !isLiveSubscription(renewed, day));
  const otherPlans = all.filter((one) => one.plan_id !== plan.id && isSamePerson(one, renewed ?? chosenBeneficiary));
  const others = joins ? otherPlans.filter((one) => isLiveSubscription(one, day)) : [];
  const paidFor = held ?? chosen;
  /** The other person that the payment is for; "" for the payer. */
  const name = paidFor?.name ?? '';
  const unsettled = await findUnsettled(tx, held ? [held, ...others] : others);
  const until = renewed ? getRenewalDate(renewed.renews_on, plan.renewal_month) : plan.renews_on;
  const isForOther = (renewed ?? pending)?.sub_for === 'OTHER';
  const own_until =
    person.kind === 'account' && isForOther && plan.renews_on > today ? lastDayBefore(plan.renews_on) : '';
  const pendingOthers = all.filter(
    (one) => one.plan_id === plan.id && one.sub_for === 'OTHER' && one.status === 'pending' && one !== pending,
  );
  const isUndecided = person.kind === 'account' && (own_until !== '' || !isForOther);
  return {
    facts: {
      person: name || person.name,
      price: renewed ? getRenewalAmountDue(plan, renewed) : plan.first_amount,
      paid_until: held && held.status !== 'pending' && held.renews_on > day ? lastDayBefore(held.renews_on) : '',
      would_pay_until: renewed || (starts && until > today) ? lastDayBefore(until) : '',
      own_until,
      pending_others: isUndecided ? pendingOthers.map(({ id, name }) => ({ id, name })) : [],
      other_plans: others.map(({ plan_id, status, renews_on }) => ({
        name: findPlanName(plans, plan_id),
        paid_until: status === 'pending' ? '' : lastDayBefore(renews_on),
      })),
      can_have_both: true,
      unsettled_plan: unsettled && findPlanName(plans, unsettled.plan_id),
    },
    paidFor: paidFor ?? chosenBeneficiary,
    recordPartPayment: (entryId) => recordPartPaymentBeneficiary(tx, entryId, paidFor),
    sendPartPaymentReceipt: async ({ entryId, owed }) => {
      const { pence, source: by, at } = paid;
      const about = { plan: plan.name, key: `by hand ${entryId}`, at };
      await queueOwnerEmail(tx, { user_id: person.user_id, name }, about, (owner) =>
        composePartPaymentReceiptEmail({ ...owner, pence, by, paidOn: day, owed }),
      );
    },
    addToList: async () => {},
    extend: async ({ entryId, newId, pence, donation, partPaid }, { plan_as }) => {
      const { source, at } = paid;
      if (plan_as === 'change') for (const { id } of others) await setSubscriptionCancelled(tx, id, at);
      const year = { amount: pence, source, entry_id: entryId };
      const extended = renewed
        ? await extendSubscriptionByYear(tx, renewed, year)
        : await start(tx, { ...paid, userId: person.user_id, newId, entryId, pence, chosen }, plan);
      const cancelled = extended.cancelled_at !== null;
      const byCard = extended.card_id !== null;
      const receipt = {
        ...{ pence, donation, partPaid, by: source, paidOn: day },
        ...{ renewsOn: extended.renews_on, byCard, cancelled },
      };
      const about = { plan: plan.name, key: `by hand ${entryId}`, at };
      await queueOwnerEmail(tx, extended, about, (owner) => composeOfflineReceiptEmail({ ...owner, ...receipt }));
      return { until: lastDayBefore(extended.renews_on), renewsByCard: byCard && !cancelled };
    },
  };
}

/**
 * Finds the other person's subscription that the treasurer chose, either as the person in the form or by its id in the
 * answer about the beneficiary; undefined if none was chosen.
 *
 * @throws HttpError 409 if the subscription in the answer has been deleted since
 */
function findChosenSubscription(
  all: readonly SubscriptionTable[],
  person: ListedPerson,
  beneficiary: PaymentAnswers['beneficiary'],
): SubscriptionTable | undefined {
  if (person.kind === 'paid_for') return all.find(({ id }) => id === person.id);
  if (beneficiary === undefined || beneficiary === 'payer' || beneficiary === 'other') return undefined;
  return all.find(({ id }) => id === beneficiary) ?? refuse(409, beneficiaryGoneMessage);
}

const beneficiaryGoneMessage =
  'Not entered yet. The card payment for the person you chose has just failed. Reload the page, then enter the payment again.';

const findPlanName = (plans: readonly Plan[], planId: Id) => plans.find(({ id }) => id === planId)?.name ?? '';

/** Finds a subscription with a card payment whose result isn't known yet, for its first year or its next. */
async function findUnsettled(db: DbReader, held: readonly SubscriptionTable[]): Promise<SubscriptionTable | undefined> {
  for (const one of held) if (one.status === 'pending' || (await isRenewalBeingPaid(db, one))) return one;
  return undefined;
}

/** Starts a subscription for the payer, or for the other person that the `chosen` subscription is for. */
async function start(
  tx: DbTransaction,
  payment: OfflinePayment & { userId: Id; newId: Id; entryId: Id; chosen: SubscriptionTable | undefined },
  { amount, renews_on }: { amount: number; renews_on: CalendarDate },
): Promise<SubscriptionTable> {
  const { newId: id, userId, planId, day, pence, source, entryId, at, chosen } = payment;
  const started: SubscriptionTable = {
    ...(chosen ?? { sub_for: 'SELF', ...emptyOtherPerson, person_id: null, person_linked_by: null }),
    ...{ id, user_id: userId, plan_id: planId, status: 'active', started_on: day, renews_on, amount },
    ...{ cancelled_at: null, card_id: null, created_at: at, ...initialRenewalState },
  };
  await createSubscription(tx, started);
  const year = { begins_on: day, renews_on, amount: pence, source, entry_id: entryId };
  await createSubscriptionYear(tx, { ...year, id: entryId, subscription_id: id });
  return started;
}

/** Assesses a payment by somebody without an account, who may be on the membership list. */
async function assessPaper(tx: DbTransaction, paid: OfflinePayment, { plan, plans }: PlanContext): Promise<Assessment> {
  const { person, day, today } = paid;
  const owner = person.kind === 'new' ? undefined : await findPaperMember(tx, person.id);
  const member = owner && hasEverBeenMember(owner) ? owner : undefined;
  const renews = member && addDays(member.paid_until, 1);
  const isSamePlan = member?.plan_id === plan.id;
  const isPaid = member !== undefined && member.paid_until >= day;
  const isRenewal =
    renews !== undefined && isSamePlan && (isPaid || day <= getReinstatementDeadline({ renews_on: renews }));
  const begins_on = isRenewal ? renews : day;
  const until = isRenewal ? getRenewalDate(renews, plan.renewal_month) : plan.renews_on;
  const isTooFarAhead = isRenewal && renews > plan.renews_on;
  const isOver = !isRenewal && until <= today;
  const sendTo = async (
    { name, email }: Pick<PaperMember, 'name' | 'email'>,
    entryId: Id,
    compose: (owner: OwnerEmailContext) => EmailContent,
  ) => {
    if (email === '') return;
    const { siteName } = await readSettings(tx);
    const mail = compose({ firstname: formatGreetingName(name), siteName, plan: plan.name, name: '' });
    const idempotencyKey = `subscription by hand ${entryId}`;
    const to = { to: email, fromName: siteName };
    await queueEmail(tx, { ...mail, ...to, id: deriveId(idempotencyKey), idempotencyKey, at: paid.at });
  };
  return {
    facts: {
      person: person.name,
      price: isRenewal ? getRenewalPrice(plan, { renews_on: renews }) : plan.first_amount,
      paid_until: member && isSamePlan && isPaid ? member.paid_until : '',
      would_pay_until: isTooFarAhead || isOver ? '' : lastDayBefore(until),
      own_until: '',
      pending_others: [],
      other_plans:
        member && isPaid && !isSamePlan
          ? [{ name: findPlanName(plans, member.plan_id), paid_until: member.paid_until }]
          : [],
      can_have_both: false,
      unsettled_plan: undefined,
    },
    paidFor: undefined,
    recordPartPayment: async () => {},
    sendPartPaymentReceipt: async ({ entryId, owed }) => {
      const { pence, source: by } = paid;
      if (!owner) return;
      await sendTo(owner, entryId, (about) =>
        composePartPaymentReceiptEmail({ ...about, pence, by, paidOn: day, owed }),
      );
    },
    addToList: async (newId) => {
      if (!owner) await addPaperListMember(tx, { ...paid, newId });
    },
    extend: async ({ entryId, newId, pence, donation, partPaid }) => {
      const { source } = paid;
      const listed = owner ?? (await addPaperListMember(tx, { ...paid, newId, pence }));
      const paid_until = lastDayBefore(until);
      await recordPaperMemberYear(tx, {
        ...{ id: entryId, member_id: listed.id, plan_id: plan.id, begins_on, paid_until },
        ...{ amount: pence, source, paid_on: day },
      });
      const receipt = { pence, donation, partPaid, by: source, paidOn: day, renewsOn: until };
      const facts = { ...receipt, cancelled: false, hasAccount: false };
      await sendTo(listed, entryId, (about) => composeOfflineReceiptEmail({ ...about, ...facts }));
      return { until: paid_until, renewsByCard: false };
    },
  };
}

/** Adds somebody who paid without an account to the membership list. */
async function addPaperListMember(
  tx: DbTransaction,
  { person, planId, pence, source, day, at, newId }: OfflinePayment & { newId: Id },
): Promise<Pick<PaperMember, 'id' | 'name' | 'email'>> {
  const row = { id: newId, name: person.name, email: '', email_key: '', phone: '', plan_id: planId, amount: pence };
  const paid = { paid_on: day, source, paid_until: addDays(day, -1), created_at: at, from_payment: 1 as const };
  await recordPaperMember(tx, { ...row, ...paid });
  return row;
}
