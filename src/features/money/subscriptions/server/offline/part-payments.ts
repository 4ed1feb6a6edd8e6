import type { PaymentEnvironment, PaymentSource } from '#features/money/ledger/entry.ts';
import {
  type ListedEntry,
  listSubscriptionPayments,
  listSubscriptionPaymentsByPayer,
} from '#features/money/ledger/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import { addDays, type CalendarDate, type Instant } from '#platform/shared/dates/dates.ts';
import { buildPersonNameKey } from '#platform/shared/text/person-name.ts';
import { loadOthersPlanCheck } from '../store/store.ts';
import type { SubscriptionTable } from '../store/tables.ts';

/** The person that a member's subscription or payment is for. `name` is "" for the member. */
export type PersonPaidFor = Pick<SubscriptionTable, 'sub_for' | 'name'>;

const payerThemselves: PersonPaidFor = { sub_for: 'SELF', name: '' };

/** Returns true if two subscriptions of a member are for the same person. */
export const isSamePerson = (one: PersonPaidFor, other: PersonPaidFor): boolean =>
  one.sub_for === other.sub_for &&
  (one.sub_for === 'SELF' || buildPersonNameKey(one.name) === buildPersonNameKey(other.name));

/**
 * Records whose membership a part payment counts towards: that of the other person that the subscription `paidFor` is
 * for or, without such a person, the payer's.
 */
export async function recordPartPaymentBeneficiary(
  tx: DbTransaction,
  entryId: Id,
  paidFor: SubscriptionTable | undefined,
) {
  const subscription_id = paidFor?.sub_for === 'OTHER' ? paidFor.id : null;
  await tx.insertInto('part_payment').values({ id: entryId, subscription_id }).execute();
}

/**
 * Records whom the part payments of a payer without an account were for, before the payer is linked to an account, which
 * may pay for several people. `subscriptions` has the subscriptions of another person, by plan; without it, the payments
 * were for the account's owner.
 */
export async function assignPartPayments(
  tx: DbTransaction,
  payerId: Id,
  subscriptions?: ReadonlyMap<Id, Id>,
): Promise<void> {
  const payer = { payerId };
  const charges: { id: Id; subscription_id: Id | null }[] = [];
  if (!subscriptions) {
    for (const { id } of await listSubscriptionPaymentsByPayer(tx, payer)) charges.push({ id, subscription_id: null });
  }
  for (const [planId, subscription_id] of subscriptions ?? [])
    for (const { id } of await listSubscriptionPaymentsByPayer(tx, payer, { planId }))
      charges.push({ id, subscription_id });
  const yearEntries = await findYearEntryIds(
    tx,
    charges.map(({ id }) => id),
  );
  const parts = charges.filter(({ id }) => !yearEntries.has(id));
  if (parts.length === 0) return;
  await tx
    .insertInto('part_payment')
    .values(parts)
    .onConflict((known) => known.column('id').doNothing())
    .execute();
}

/**
 * Finds the person that each payment by somebody with an account was for, by entry id. Part payments that earlier
 * versions recorded are missing.
 */
async function findPersonsPaidFor(db: DbReader, entryIds: readonly Id[]): Promise<Map<Id, PersonPaidFor>> {
  const persons = new Map<Id, PersonPaidFor>();
  await runInBatches(entryIds, async (some) => {
    const years = await db
      .selectFrom('subscription_year as year')
      .innerJoin('subscription', 'subscription.id', 'year.subscription_id')
      .select(['year.entry_id', 'subscription.sub_for', 'subscription.name'])
      .where('year.entry_id', 'in', some)
      .execute();
    for (const { entry_id, ...person } of years) persons.set(entry_id ?? '', person);
    const parts = await db
      .selectFrom('part_payment as part')
      .leftJoin('subscription', 'subscription.id', 'part.subscription_id')
      .select(['part.id', 'subscription.sub_for', 'subscription.name'])
      .where('part.id', 'in', some)
      .execute();
    for (const { id, sub_for, name } of parts)
      persons.set(id, sub_for === null ? payerThemselves : { sub_for, name: name ?? '' });
  });
  return persons;
}

/** Returns the pence of part payments for a person, by default the payer, for one plan or for all plans. */
export type PartPaymentSumLookup = (payerId: Id, planId?: Id, paidFor?: PersonPaidFor) => number;

/**
 * Returns a function that adds up the part payments of the last 365 days that haven't completed a membership year yet.
 * If it isn't recorded whom a part payment was for, it counts as the payer's.
 */
export async function loadPartPaymentSumLookup(
  db: DbReader,
  { today, environment }: { today: CalendarDate; environment: PaymentEnvironment },
): Promise<PartPaymentSumLookup> {
  const days = { from: addDays(today, -365), until: today };
  const entries = await listSubscriptionPayments(db, { ...days, environment });
  const yearEntries = await listMembershipYearEntryIds(db);
  const payments = entries.filter(({ corrects, was_corrected }) => !corrects && !was_corrected);
  const persons = await findPersonsPaidFor(
    db,
    payments.map(({ id }) => id),
  );
  const byPayer = Map.groupBy(payments, ({ user_id, payer_id }) => user_id ?? payer_id ?? '');
  return (payerId, planId, paidFor = payerThemselves) =>
    [...Map.groupBy(byPayer.get(payerId) ?? [], ({ plan_id }) => plan_id)]
      .filter(([plan]) => planId === undefined || plan === planId)
      .flatMap(([, ofPlan]) => findUnused(ofPlan, yearEntries, persons))
      .filter(({ id }) => isSamePerson(persons.get(id) ?? payerThemselves, paidFor))
      .reduce((sum, { amount, refunds }) => sum + amount + Number(refunds), 0);
}

/**
 * Returns a payer's charges for a plan that still count towards a year. A manual payment that completes a year
 * uses up the earlier part payments for the same person, and those for which no person is recorded.
 */
function findUnused<Charge extends { id: Id; at: Instant; source: PaymentSource }>(
  charges: readonly Charge[],
  yearEntries: ReadonlySet<Id>,
  persons: ReadonlyMap<Id, PersonPaidFor>,
): Charge[] {
  const completing = charges.filter(({ id, source }) => yearEntries.has(id) && source !== 'card');
  const isUsed = ({ id, at }: Charge) =>
    completing.some((year) => year.at >= at && mayBeFor(persons.get(year.id), persons.get(id)));
  return charges.filter((charge) => !yearEntries.has(charge.id) && !isUsed(charge));
}

/** Lists the ids of the ledger entries that paid for a membership year, of payers with and without an account. */
export async function listMembershipYearEntryIds(db: DbReader): Promise<Set<Id>> {
  const years = await db.selectFrom('subscription_year').select('entry_id').execute();
  const paperYears = await db.selectFrom('paper_member_year').select('id').execute();
  return new Set([...years.flatMap(({ entry_id }) => entry_id ?? []), ...paperYears.map(({ id }) => id)]);
}

/**
 * Returns a function that is true for a part payment towards another person's membership. For a part payment recorded
 * by an earlier version, which didn't record whom it was for, it is true if the payer has the plan for others only.
 */
export async function loadOthersPartPaymentCheck(
  db: DbReader,
  entryIds: readonly Id[],
): Promise<(entry: { id: Id; user_id: Id | null; plan_id: Id }) => boolean> {
  const yearEntries = await listMembershipYearEntryIds(db);
  const persons = await findPersonsPaidFor(db, entryIds);
  const hasForOthers = await loadOthersPlanCheck(db);
  return ({ id, user_id, plan_id }) => {
    if (user_id === null || plan_id === '' || yearEntries.has(id)) return false;
    const person = persons.get(id);
    return person ? person.sub_for === 'OTHER' : hasForOthers(user_id, plan_id);
  };
}

/**
 * Returns the pence of the earlier part payments for the year that a manual payment completed; 0 for any other entry.
 */
export async function sumEarlierPartPayments(db: DbReader, entry: ListedEntry): Promise<number> {
  const { id, at, day, source, plan_id, user_id, payer_id, environment } = entry;
  const yearEntries = await listMembershipYearEntryIds(db);
  if (source === 'card' || !yearEntries.has(id)) return 0;
  const payer = user_id ? { userId: user_id } : { payerId: payer_id ?? '' };
  const charges = await listSubscriptionPaymentsByPayer(db, payer, { planId: plan_id, environment });
  const before = charges.filter((charge) => charge.at < at && charge.day >= addDays(day, -365));
  const persons = await findPersonsPaidFor(db, [id, ...before.map((charge) => charge.id)]);
  return findUnused(before, yearEntries, persons)
    .filter((charge) => mayBeFor(persons.get(id), persons.get(charge.id)))
    .reduce((sum, { left }) => sum + left, 0);
}

/** Returns false only if both persons are known and differ. */
const mayBeFor = (paidFor: PersonPaidFor | undefined, person: PersonPaidFor | undefined): boolean =>
  !paidFor || !person || isSamePerson(paidFor, person);

/**
 * Finds a payer's charges for a plan, except those known to be for somebody else than `paidFor`. Without `paidFor`, the
 * payer has no account, and pays for nobody else. The charges in `unused` count towards the next year.
 */
export async function findChargesForPlan(
  tx: DbTransaction,
  payer: Parameters<typeof listSubscriptionPaymentsByPayer>[1],
  {
    planId,
    environment,
    day,
    paidFor,
  }: { planId: Id; environment: PaymentEnvironment; day: CalendarDate; paidFor: PersonPaidFor | undefined },
) {
  const charges = await listSubscriptionPaymentsByPayer(tx, payer, { planId, environment });
  const ids = charges.map(({ id }) => id);
  const persons = await findPersonsPaidFor(tx, ids);
  const isForPerson = ({ id }: { id: Id }) => mayBeFor(paidFor, persons.get(id));
  const since = addDays(day, -365);
  const unused = findUnused(charges, await findYearEntryIds(tx, ids), persons).filter(isForPerson);
  return {
    all: charges.filter(isForPerson),
    unused: unused.filter((charge) => charge.day >= since && charge.day <= day),
  };
}

/** Filters the ids of ledger entries to those that paid for a membership year. */
async function findYearEntryIds(tx: DbTransaction, ids: readonly Id[]): Promise<Set<Id>> {
  const found = new Set<Id>();
  await runInBatches(ids, async (some) => {
    const years = await tx.selectFrom('subscription_year').select('entry_id').where('entry_id', 'in', some).execute();
    const paperYears = await tx.selectFrom('paper_member_year').select('id').where('id', 'in', some).execute();
    for (const { entry_id } of years) found.add(entry_id ?? '');
    for (const { id } of paperYears) found.add(id);
  });
  return found;
}
