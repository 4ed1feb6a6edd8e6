import type { Reading } from '../../../platform/server/database/index.ts';
import type { Id } from '../../../platform/server/ids.ts';
import type { PersonalData } from '../../../platform/server/personal-data.ts';
import { nameKey } from '../names.ts';
import { keptOf, merges } from './store.ts';

/** The persons that a user is, with all who were merged into them. */
async function personsOf(db: Reading, userId: Id): Promise<Id[]> {
  const linked = await db.selectFrom('user_person').select('person_id').where('user_id', '=', userId).execute();
  const merged = await merges(db);
  const own = new Set(linked.map(({ person_id }) => keptOf(merged, person_id)));
  const before = [...merged.keys()].filter((id) => own.has(keptOf(merged, id)));
  return [...new Set([...own, ...before])].sort();
}

/** Credits stay when an account goes; under which name, its owner chose. */
export const creditData: PersonalData = {
  name: 'credits',
  tables: ['person', 'person_merge', 'user_person', 'credit'],
  about: async (db, { id }) => {
    const persons = await personsOf(db, id);
    if (persons.length === 0) return { names: [], shows: [] };
    return {
      names: await db
        .selectFrom('person')
        .select(['name', 'credit_style'])
        .where('id', 'in', persons)
        .orderBy('name')
        .orderBy('id')
        .execute(),
      shows: await db
        .selectFrom('credit')
        .innerJoin('person', 'person.id', 'credit.person_id')
        .innerJoin('show', 'show.id', 'credit.show_id')
        .select(['person.name', 'show.title as show', 'show.date', 'credit.kind', 'credit.role', 'credit.printed_as'])
        .where('credit.person_id', 'in', persons)
        .orderBy('show.date')
        .orderBy('credit.id')
        .execute(),
    };
  },
  erase: async (tx, { id, name, names }, { shownName }) => {
    for (const own of names) {
      await tx.updateTable('person_merge').set({ merged_by: shownName }).where('merged_by', '=', own).execute();
    }
    if (shownName === name) return;
    const shown = { name: shownName, name_key: nameKey(shownName), credit_style: 'new_only' as const };
    for (const person of await personsOf(tx, id)) {
      await tx.updateTable('person').set(shown).where('id', '=', person).execute();
      await tx.updateTable('credit').set({ printed_as: '' }).where('person_id', '=', person).execute();
    }
  },
};
