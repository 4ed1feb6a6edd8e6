import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, updateVersionedRow } from '#platform/server/database/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import type { MembershipPlan, PlanForm } from '../contract.ts';
import { firstAmount, getRenewalDate } from '../period.ts';
import type { SubscriptionPlanTable } from './tables.ts';

const planOf = ({ description, enabled, ...row }: SubscriptionPlanTable, today: CalendarDate): MembershipPlan => ({
  id: row.id,
  name: row.name,
  amount: row.amount,
  period: row.period,
  enabled: enabled === 1,
  desc: description,
  renewal_month: row.renewal_month,
  first_part: row.first_part,
  gift_aid: row.gift_aid === 1,
  first_amount: firstAmount(row, today),
  renews_on: getRenewalDate(today, row.renewal_month),
  version: row.version,
});

/** Lists every plan as of `today`, those open to new members first, by name. */
export async function listPlans(db: DbReader, today: CalendarDate): Promise<MembershipPlan[]> {
  const rows = await db
    .selectFrom('subscription_plan')
    .selectAll()
    .orderBy('enabled', 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => planOf(row, today));
}

const columns = ({ levelName, desc, amount, period, renewal_month, first_part, gift_aid }: PlanForm) => ({
  name: levelName,
  description: desc,
  amount,
  period,
  renewal_month,
  ...(first_part ? { first_part } : {}),
  ...(gift_aid ? { gift_aid: gift_aid === '1' ? (1 as const) : (0 as const) } : {}),
});

export async function createPlan(
  tx: DbTransaction,
  plan: PlanForm,
  { id, now }: { id: Id; now: Instant },
): Promise<void> {
  await tx
    .insertInto('subscription_plan')
    .values({
      ...{ id, first_part: 'full', gift_aid: 0, ...columns(plan) },
      ...{ enabled: 1, version: 1, created_at: now, updated_at: now },
    })
    .execute();
}

/** Returns its new version; undefined when somebody else has saved it since that one, or there is no such plan. */
export const changePlan = (
  tx: DbTransaction,
  plan: PlanForm,
  { id, version, now, by }: { id: Id; version: number; now: Instant; by: Id },
): Promise<number | undefined> =>
  updateVersionedRow(
    tx
      .updateTable('subscription_plan')
      .set({ ...columns(plan), updated_at: now })
      .where('id', '=', id),
    version,
    { by },
  );

/** Opens a plan to new members, or closes it. Returns false if there is no such plan. */
export async function setPlanEnabled(
  tx: DbTransaction,
  { id, enabled, now }: { id: Id; enabled: boolean; now: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscription_plan')
    .set({ enabled: enabled ? 1 : 0, updated_at: now })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds a plan. The audit log uses it for a deleted one, and to name who saved it last. */
export const findPlan = (db: DbReader, id: Id) =>
  db
    .selectFrom('subscription_plan')
    .select(['name as levelName', 'amount', 'renewal_month', 'updated_by'])
    .where('id', '=', id)
    .executeTakeFirst();

/**
 * Deletes a plan permanently. Subscriptions refer to its row, so the database refuses while there are any: check
 * `plansHeld` first. Returns false if it doesn't exist.
 */
export async function deletePlan(tx: DbTransaction, id: Id): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('subscription_plan').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Returns true if anybody holds the plan or ever did: then it can't be deleted. */
    plansHeld: readonly ((db: DbReader, planId: Id) => Promise<boolean>)[];
  }
}
