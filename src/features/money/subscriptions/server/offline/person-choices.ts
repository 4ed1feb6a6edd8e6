import { isActiveAccountSql, usersView } from '#features/society/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { type CalendarDate, compareDates } from '#platform/shared/dates/dates.ts';
import { hasEverBeenMember, listPaperMembers } from '../store/paper-list-members.ts';
import { listPlans } from '../store/plans.ts';
import {
  hasLapsedWithoutPaidDay,
  listSubscriptionsWithStatus,
  type SubscriptionWithStatus,
} from '../store/statuses.ts';

/**
 * Somebody under whose name a payment can be entered: a person with an account, a person for whom a member pays, or a
 * person on the membership list without an account.
 */
export interface PersonChoice {
  id: Id;
  kind: 'account' | 'paid_for' | 'paper';
  name: string;
  email: string;
  /** The name of the member who pays for this person; "" if nobody else does. */
  payer: string;
  /** The payer's account; "" if there is none. */
  user_id: Id | '';
  /** The person's present plan, or the last plan; "" for none. */
  plan_id: Id | '';
  /** The plan's name; "" if the person has never had it. */
  plan: string;
  /**
   * "" if the person has never had a plan, and while it isn't known whether the card was charged for the plan's first
   * year.
   */
  paid_until: CalendarDate | '';
}

/**
 * Lists everybody under whose name a payment can be entered: people with an active account by last name, each followed
 * by those whom they pay for (unless the first card payment is still pending), and then people without an account.
 */
export async function listPersonChoices(db: DbReader, today: CalendarDate): Promise<PersonChoice[]> {
  const plans = new Map((await listPlans(db, today)).map(({ id, name }) => [id, name]));
  const users = await usersView(db)
    .where(isActiveAccountSql)
    .orderBy('lastname')
    .orderBy('firstname')
    .orderBy('id')
    .execute();
  const held = Map.groupBy(await listSubscriptionsWithStatus(db, today), ({ user_id }) => user_id);
  const planOf = (membership: { plan_id: Id; paid_until: CalendarDate; status?: string } | undefined) =>
    membership
      ? {
          plan_id: membership.plan_id,
          plan: plans.get(membership.plan_id) ?? '',
          paid_until: membership.status === 'pending' ? ('' as const) : membership.paid_until,
        }
      : ({ plan_id: '', plan: '', paid_until: '' } as const);
  // A paid plan comes first, then a pending plan, then one whose paid time is over
  const getSortDay = ({ status, paid_until }: SubscriptionWithStatus) => (status === 'pending' ? today : paid_until);
  const withAccount = users.flatMap(({ id, firstname, lastname, email }): PersonChoice[] => {
    const all = held.get(id) ?? [];
    const name = `${firstname} ${lastname}`.trim() || email;
    const own = all.filter(({ sub_for }) => sub_for === 'SELF');
    const [last] = own.toSorted((a, b) => compareDates(getSortDay(b), getSortDay(a)));
    const others = all.filter(({ sub_for, status }) => sub_for === 'OTHER' && status !== 'pending');
    return [
      { id, kind: 'account', name, email, payer: '', user_id: id, ...planOf(last) },
      ...others.map((other) => ({
        ...{ id: other.id, kind: 'paid_for' as const, name: other.name, email, payer: name, user_id: id },
        ...planOf(other),
        ...(hasLapsedWithoutPaidDay(other) && { plan: '', paid_until: '' as const }),
      })),
    ];
  });
  const onPaper = (await listPaperMembers(db)).map(
    (row): PersonChoice => ({
      ...{ id: row.id, kind: 'paper', name: row.name, email: row.email, payer: '', user_id: '' },
      ...planOf(hasEverBeenMember(row) ? row : undefined),
    }),
  );
  return [...withAccount, ...onPaper];
}
