import { emailKey } from '#features/accounts/email.ts';
import type { Newcomer } from '#features/accounts/server/index.ts';
import { untouched } from '#features/subscriptions/renewal.ts';
import { recordSubscription, recordYear } from '#features/subscriptions/server/index.ts';
import { type Id, idFrom } from '#platform/server/crypto/ids.ts';
import type { Writing } from '#platform/server/database/index.ts';
import { addDays, type CalendarDate, type Instant } from '#platform/shared/dates.ts';
import { personNameKey } from '#platform/shared/person-name.ts';
import { ownAmong } from '../import-outcomes.ts';
import { deletePaperMember, paperMembersAt } from './store.ts';
import type { PaperMemberTable } from './tables.ts';

type Paid = Pick<PaperMemberTable, 'name' | 'phone' | 'plan_id' | 'amount' | 'paid_on' | 'source' | 'paid_until'>;

/**
 * Gives an account what a paper list says was paid: a subscription that renews without a card. An expired one stays
 * expired, so that the site asks nobody by itself for last year's.
 */
export async function subscribe(
  tx: Writing,
  paid: Paid,
  { userId, other, today, now }: { userId: Id; other: boolean; today: CalendarDate; now: Instant },
): Promise<void> {
  const renews_on = addDays(paid.paid_until, 1);
  const started_on = paid.paid_on ?? addDays(renews_on, -365);
  const { plan_id, amount, source } = paid;
  const id = idFrom(`paper ${userId} ${plan_id} ${other ? personNameKey(paid.name) : ''} ${renews_on}`);
  await recordSubscription(tx, {
    ...{ id, user_id: userId, plan_id, amount, started_on, renews_on, cancelled_at: null, card_id: null },
    ...(other
      ? { sub_for: 'OTHER' as const, name: paid.name, phone_number: paid.phone }
      : { sub_for: 'SELF' as const, name: '', phone_number: '' }),
    ...{ e_con_name: '', e_con_phone: '', created_at: now, ...untouched },
    status: renews_on > today ? 'active' : 'lapsed',
  });
  if (source === null) return;
  const year = { subscription_id: id, begins_on: started_on, renews_on, amount, source, entry_id: null };
  await recordYear(tx, { id: idFrom(`year ${id}`), ...year });
}

/** Somebody from the list has made an account: what they paid is theirs. */
export async function welcome(
  tx: Writing,
  { id, email, firstname, lastname }: Newcomer,
  { today, now }: { today: CalendarDate; now: Instant },
): Promise<void> {
  const theirs = await paperMembersAt(tx, emailKey(email));
  const own = ownAmong(theirs, `${firstname} ${lastname}`);
  for (const row of theirs) {
    const other = personNameKey(row.name) !== personNameKey(own?.name ?? '');
    await subscribe(tx, row, { userId: id, other, today, now });
    await deletePaperMember(tx, row.id);
  }
}
