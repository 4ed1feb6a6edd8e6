import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, updateVersionedRow } from '#platform/server/database/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import type { MembershipPlan, PlanForm } from '../../contract.ts';
import { getRenewalDate, getSubscriptionPrice } from '../../renewal.ts';
import type { SubscriptionPlanTable } from './tables.ts';

const toPlan = ({ description, enabled, ...row }: SubscriptionPlanTable, today: CalendarDate): MembershipPlan => ({
  id: row.id,
  name: row.name,
  amount: row.amount,
  period: row.period,
  enabled: enabled === 1,
  desc: description,
  renewal_month: row.renewal_month,
  first_part: row.first_part,
  gift_aid: row.gift_aid === 1,
  first_amount: getSubscriptionPrice(row, today),
  renews_on: getRenewalDate(today, row.renewal_month),
  version: row.version,
});

/** Lists all plans with their prices on `today`: those open to new members first, then by name. */
export async function listPlans(db: DbReader, today: CalendarDate): Promise<MembershipPlan[]> {
  const rows = await db
    .selectFrom('subscription_plan')
    .selectAll()
    .orderBy('enabled', 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => toPlan(row, today));
}

const toColumns = ({ levelName, desc, amount, period, renewal_month, first_part, gift_aid }: PlanForm) => ({
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
      ...{ id, first_part: 'full', gift_aid: 0, ...toColumns(plan) },
      ...{ enabled: 1, version: 1, created_at: now, updated_at: now },
    })
    .execute();
}

/** Changes a plan. Returns its new version; undefined if `version` is outdated, or there is no such plan. */
export const changePlan = (
  tx: DbTransaction,
  plan: PlanForm,
  { id, version, now, by }: { id: Id; version: number; now: Instant; by: Id },
): Promise<number | undefined> =>
  updateVersionedRow(
    tx
      .updateTable('subscription_plan')
      .set({ ...toColumns(plan), updated_at: now })
      .where('id', '=', id),
    version,
    { by },
  );

/** Opens a plan to new members, or closes it. */
export async function setPlanEnabled(
  tx: DbTransaction,
  { id, enabled, now }: { id: Id; enabled: boolean; now: Instant },
): Promise<void> {
  await tx
    .updateTable('subscription_plan')
    .set({ enabled: enabled ? 1 : 0, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Finds the fields of a plan that the audit log names, and the user who saved it last. */
export const findPlanForAudit = (db: DbReader, id: Id) =>
  db
    .selectFrom('subscription_plan')
    .select(['name as levelName', 'amount', 'renewal_month', 'updated_by'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Returns true if anybody has or had the plan, with or without an account. Such a plan can't be deleted. */
export async function hasPlanBeenUsed(db: DbReader, id: Id): Promise<boolean> {
  for (const table of ['subscription', 'paper_member', 'paper_member_year'] as const) {
    if (await db.selectFrom(table).select('id').where('plan_id', '=', id).limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/**
 * Deletes a plan permanently. The database refuses to delete a plan that anybody has or had. Returns false if there is
 * no such plan.
 */
export async function deletePlan(tx: DbTransaction, id: Id): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('subscription_plan').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
