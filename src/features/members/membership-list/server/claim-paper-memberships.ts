import { linkPayerToAccount } from '#features/money/ledger/server/index.ts';
import { initialRenewalState } from '#features/money/subscriptions/renewal.ts';
import {
  assignPartPayments,
  createSubscription,
  createSubscriptionYear,
  deletePaperMember,
  listPaperMembersByEmail,
  type PaperMember,
} from '#features/money/subscriptions/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/contract.ts';
import type { NewAccount } from '#features/society/accounts/server/index.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { addDays, type CalendarDate, type Instant } from '#platform/shared/dates/dates.ts';
import { buildPersonNameKey } from '#platform/shared/text/person-name.ts';
import { findRowOfAccount } from '../import-outcomes.ts';

type PaperPayment = Pick<PaperMember, 'name' | 'phone' | 'plan_id' | 'amount' | 'paid_on' | 'source' | 'paid_until'>;
type Years = PaperMember['years'];

/**
 * Derives the id of the subscription that paper payments create. `renews_on` is the day after the last day that is paid
 * for.
 */
export const derivePaperSubscriptionId = (
  { name, plan_id }: Pick<PaperPayment, 'name' | 'plan_id'>,
  { userId, other, renews_on }: { userId: Id; other: boolean; renews_on: CalendarDate },
): Id => deriveId(`paper ${userId} ${plan_id} ${other ? buildPersonNameKey(name) : ''} ${renews_on}`);

/**
 * Creates a subscription from the payment on a paper list and the payments made on the site since (`years`). The
 * subscription renews without a card. If it has expired, it is created as lapsed, so that the site asks nobody for last
 * year's payment. If `isListed` is false, the list's payment is left out: it was for another plan, or there is none.
 * Returns the subscription's id, and `isNew`, which is false if the same list has created the subscription before.
 */
export async function createSubscriptionFromPaperList(
  tx: DbTransaction,
  paid: PaperPayment,
  { userId, other, today, now }: { userId: Id; other: boolean; today: CalendarDate; now: Instant },
  { years = [], isListed = true }: { years?: Years; isListed?: boolean } = {},
): Promise<{ id: Id; isNew: boolean }> {
  const listedUntil = addDays(paid.paid_until, 1);
  const paidYears = years.map(({ paid_until, ...year }) => ({ ...year, renews_on: addDays(paid_until, 1) }));
  const renews_on =
    [...(isListed ? [listedUntil] : []), ...paidYears.map((year) => year.renews_on)].sort().at(-1) ?? '';
  const first = paidYears.map(({ begins_on }) => begins_on).sort()[0] ?? '';
  const started_on = isListed ? (paid.paid_on ?? addDays(listedUntil, -365)) : first;
  const { plan_id, amount, source } = paid;
  const id = derivePaperSubscriptionId(paid, { userId, other, renews_on });
  const isNew = await createSubscription(tx, {
    ...{ id, user_id: userId, plan_id, amount, started_on, renews_on, cancelled_at: null, card_id: null },
    ...(other
      ? { sub_for: 'OTHER' as const, name: paid.name, phone_number: paid.phone }
      : { sub_for: 'SELF' as const, name: '', phone_number: '' }),
    ...{ e_con_name: '', e_con_phone: '', created_at: now, ...initialRenewalState },
    status: renews_on > today ? 'active' : 'lapsed',
  });
  for (const year of paidYears) {
    const { begins_on, amount: pence } = year;
    await createSubscriptionYear(tx, {
      ...{ id: year.id, entry_id: year.id, subscription_id: id, begins_on, renews_on: year.renews_on },
      ...{ amount: pence, source: year.source },
    });
  }
  if (source === null || !isListed || !isNew) return { id, isNew };
  const year = { subscription_id: id, begins_on: started_on, renews_on: listedUntil, amount, source, entry_id: null };
  await createSubscriptionYear(tx, { id: deriveId(`year ${id}`), ...year });
  return { id, isNew };
}

/** Moves the paper memberships with a new account's email address, and their payments, to that account. */
export async function claimPaperListMemberships(
  tx: DbTransaction,
  { id, email, firstname, lastname }: NewAccount,
  { today, now }: { today: CalendarDate; now: Instant },
): Promise<void> {
  const rows = await listPaperMembersByEmail(tx, normaliseEmail(email));
  const own = findRowOfAccount(rows, `${firstname} ${lastname}`);
  for (const row of rows) {
    const other = buildPersonNameKey(row.name) !== buildPersonNameKey(own?.name ?? '');
    const years = Map.groupBy(row.years, ({ plan_id }) => plan_id);
    const isListed = row.from_payment === 0;
    const subscriptions = new Map<Id, Id>();
    for (const plan_id of new Set([...(isListed ? [row.listed_plan_id] : []), ...years.keys()])) {
      const paid = { ...row, ...(isListed && plan_id === row.listed_plan_id ? row.listed : {}), plan_id };
      const subscription = await createSubscriptionFromPaperList(
        tx,
        paid,
        { userId: id, other, today, now },
        { years: years.get(plan_id) ?? [], isListed: isListed && plan_id === row.listed_plan_id },
      );
      subscriptions.set(plan_id, subscription.id);
    }
    await assignPartPayments(tx, row.id, other ? subscriptions : undefined);
    await linkPayerToAccount(tx, row.id, id);
    await deletePaperMember(tx, row.id);
  }
}
