import { type Id, newId } from '#platform/server/crypto/ids.ts';
import {
  type DbReader,
  type DbTransaction,
  incrementedVersion,
  runInBatches,
  updateVersionedRow,
} from '#platform/server/database/index.ts';
import { fold } from '#platform/shared/text/text.ts';
import { bumpPlanVersions } from './seating-plan.ts';
import type { TicketTypeTable } from './tables.ts';

/** Finds a ticket type with facts about its performance. */
export const findTicketType = (db: DbReader, id: Id) =>
  db
    .selectFrom('ticket_type')
    .innerJoin('performance', 'performance.id', 'ticket_type.performance_id')
    .selectAll('ticket_type')
    .select(['performance.show_id', 'performance.cancelled_at'])
    .where('ticket_type.id', '=', id)
    .executeTakeFirst();

/** Finds the ids of the ticket types of these performances. */
export async function findTicketTypeIds(db: DbReader, performances: readonly Id[]): Promise<Set<Id>> {
  const rows = await db.selectFrom('ticket_type').select('id').where('performance_id', 'in', performances).execute();
  return new Set(rows.map(({ id }) => id));
}

export type TicketTypeFields = Pick<
  TicketTypeTable,
  'name' | 'about' | 'pence' | 'most' | 'hidden' | 'needs_paying_ticket'
>;

/**
 * Sets prices of a performance, in pence by the names of ticket types.
 * @returns the names of unknown types. If there are any, the caller must throw, so that the transaction is rolled back
 */
export async function setPrices(
  tx: DbTransaction,
  performance: Id,
  { pence, by }: { pence: ReadonlyMap<string, number>; by?: Id },
): Promise<string[]> {
  const types = await tx
    .selectFrom('ticket_type')
    .select(['id', 'name', 'pence'])
    .where('performance_id', '=', performance)
    .execute();
  for (const type of types) {
    const price = pence.get(type.name);
    if (price === undefined || price === type.pence) continue;
    const set = { pence: price, version: incrementedVersion, updated_by: by ?? null };
    await tx.updateTable('ticket_type').set(set).where('id', '=', type.id).execute();
  }
  return [...pence.keys()].filter((name) => !types.some((type) => type.name === name));
}

/** The maximum number of ticket types of a performance. More would make forms hard to read. */
export const maxTicketTypes = 20;

/**
 * Adds a ticket type to the performances that have none of that name.
 * @returns the performances that have one, which stay unchanged, and the number of performances that would have too
 * many types. If there are any of the latter, the caller must throw, so that the transaction is rolled back
 */
export async function createTicketTypes(
  tx: DbTransaction,
  { performances, by }: { performances: readonly Id[]; by: Id },
  fields: TicketTypeFields,
): Promise<{ named: Id[]; full: number }> {
  const name_key = fold(fields.name);
  const named: Id[] = [];
  let full = 0;
  for (const performance_id of performances) {
    const types = await tx
      .selectFrom('ticket_type')
      .select(['name_key', 'ord'])
      .where('performance_id', '=', performance_id)
      .execute();
    if (types.some((type) => type.name_key === name_key)) named.push(performance_id);
    else if (types.length >= maxTicketTypes) full += 1;
    else {
      const ord = Math.max(0, ...types.map((type) => type.ord)) + 1;
      await tx
        .insertInto('ticket_type')
        .values({ id: newId(), performance_id, ...fields, name_key, ord, version: 1, updated_by: by })
        .execute();
    }
  }
  await bumpPlanVersions(
    tx,
    performances.filter((id) => !named.includes(id)),
    { savedBy: by },
  );
  return { named, full };
}

/**
 * Changes a ticket type, and the types with the same name at the performances `at`.
 * @returns the new version. If nothing was changed, `clash` (a type with the new name exists) or `overtaken` (the type
 * has changed since `version` or was deleted)
 */
export async function changeTicketTypes(
  tx: DbTransaction,
  { id, version, called, at, by }: { id: Id; version: number; called: string; at: readonly Id[]; by: Id },
  fields: TicketTypeFields,
): Promise<number | 'clash' | 'overtaken'> {
  const name_key = fold(fields.name);
  const named = (key: string) =>
    tx.selectFrom('ticket_type').select('id').where('performance_id', 'in', at).where('name_key', '=', key).execute();
  if (name_key !== called && (await named(name_key)).length > 0) return 'clash';
  const others = (await named(called)).filter((other) => other.id !== id).map((other) => other.id);
  const changed = { ...fields, name_key };
  const one = tx.updateTable('ticket_type').set(changed).where('id', '=', id);
  const saved = await updateVersionedRow(one, version, { by });
  if (!saved) return 'overtaken';
  await runInBatches(others, (batch) =>
    tx
      .updateTable('ticket_type')
      .set({ ...changed, version: incrementedVersion, updated_by: by })
      .where('id', 'in', batch)
      .execute(),
  );
  await bumpPlanVersions(tx, at, { savedBy: by });
  return saved;
}

/** Deletes the ticket types with the name `called` from these performances. */
export async function removeTicketTypes(
  tx: DbTransaction,
  { called, at, by }: { called: string; at: readonly Id[]; by: Id },
): Promise<void> {
  await bumpPlanVersions(tx, at, { savedBy: by });
  await tx.deleteFrom('ticket_type').where('performance_id', 'in', at).where('name_key', '=', called).execute();
}
