import { inBatches, type Reading, type Writing } from '../../../platform/server/database/index.ts';
import { newId } from '../../../platform/server/ids.ts';
import type { Instant } from '../../../platform/shared/dates.ts';
import { nameKey } from '../names.ts';

/** A credited name with how it is to be shown. */
export const findPerson = (db: Reading, id: string) =>
  db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst();

/** Everyone who has ever been credited, by name. */
export const allNames = (db: Reading) =>
  db.selectFrom('person').select(['id', 'name', 'name_key']).orderBy('name_key').orderBy('id').execute();

/** Finds the people of these names, and makes those who are new: the same name is the same person. */
export async function personsNamed(
  tx: Writing,
  names: readonly string[],
  now: Instant,
): Promise<{ idOf: (name: string) => string; made: number }> {
  const known = new Map((await allNames(tx)).map((person) => [person.name_key, person.id]));
  const fresh = new Map<string, string>();
  for (const name of names) if (!known.has(nameKey(name)) && !fresh.has(nameKey(name))) fresh.set(nameKey(name), name);

  const rows = [...fresh].map(([name_key, name]) => ({
    id: newId(),
    name,
    name_key,
    credit_style: 'as_printed' as const,
    created_at: now,
  }));
  await inBatches(rows, (batch) => tx.insertInto('person').values(batch).execute());
  for (const row of rows) known.set(row.name_key, row.id);
  return {
    idOf: (name) => {
      const id = known.get(nameKey(name));
      if (id === undefined) throw new Error('A credit names a person who was not among the names given.');
      return id;
    },
    made: rows.length,
  };
}
