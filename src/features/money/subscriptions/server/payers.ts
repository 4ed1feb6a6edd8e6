import { listPlans } from '#features/money/membership/server/index.ts';
import { isActiveAccountSql, usersView } from '#features/society/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { paperMembers, wasEverPaid } from './paper-members.ts';
import { listSubscriptionsWithStatus } from './statuses.ts';

/** Somebody for whom a payment can be recorded: with an account, paid for by one, or on the list without one. */
export interface PayerByHand {
  id: Id;
  kind: 'account' | 'paid_for' | 'paper';
  name: string;
  email: string;
  /** The person who pays for them; "" if they pay themselves. */
  payer: string;
  /** The account that pays; "" if there is none. */
  user_id: Id | '';
  /** Their present plan, or the last one; "" for none. */
  plan_id: Id | '';
  plan: string;
  paid_until: CalendarDate | '';
}

/** Returns everybody for whom a payment can be recorded, by last name. */
export async function payersByHand(db: DbReader, today: CalendarDate): Promise<PayerByHand[]> {
  const plans = new Map((await listPlans(db, today)).map(({ id, name }) => [id, name]));
  const users = await usersView(db)
    .where(isActiveAccountSql)
    .orderBy('lastname')
    .orderBy('firstname')
    .orderBy('id')
    .execute();
  const held = Map.groupBy(await listSubscriptionsWithStatus(db, today), ({ user_id }) => user_id);
  const planOf = (one: { plan_id: Id; paid_until: CalendarDate } | undefined) =>
    one
      ? { plan_id: one.plan_id, plan: plans.get(one.plan_id) ?? '', paid_until: one.paid_until }
      : ({ plan_id: '', plan: '', paid_until: '' } as const);
  const withAccount = users.flatMap(({ id, firstname, lastname, email }): PayerByHand[] => {
    const all = held.get(id) ?? [];
    const name = `${firstname} ${lastname}`.trim() || email;
    const own = all.filter(({ sub_for }) => sub_for === 'SELF');
    const [last] = own.toSorted((a, b) => (a.paid_until < b.paid_until ? 1 : -1));
    const others = all.filter(({ sub_for, status }) => sub_for === 'OTHER' && status !== 'pending');
    return [
      { id, kind: 'account', name, email, payer: '', user_id: id, ...planOf(last) },
      ...others.map((one) => ({
        ...{ id: one.id, kind: 'paid_for' as const, name: one.name, email, payer: name, user_id: id },
        ...planOf(one),
      })),
    ];
  });
  const onPaper = (await paperMembers(db)).map(
    (row): PayerByHand => ({
      ...{ id: row.id, kind: 'paper', name: row.name, email: row.email, payer: '', user_id: '' },
      ...planOf(wasEverPaid(row) ? row : undefined),
    }),
  );
  return [...withAccount, ...onPaper];
}
