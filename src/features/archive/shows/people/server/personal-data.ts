import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { buildNameKey } from '../similar-names.ts';
import { listPersonIdsOfUser } from './store.ts';

/** Credits remain when an account is deleted, under the names that the account's owner chose. */
export const creditPersonalData: PersonalData = {
  name: 'credits',
  tables: ['person', 'person_merge', 'user_person', 'credit'],
  about: async (db, { id }) => {
    const persons = await listPersonIdsOfUser(db, id);
    if (persons.length === 0) return { names: [], shows: [] };
    return {
      names: await db
        .selectFrom('person')
        .select(['name', 'credit_style', 'credit_style_by'])
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
    const shown = { name: shownName, name_key: buildNameKey(shownName), credit_style: 'new_only' as const };
    for (const person of await listPersonIdsOfUser(tx, id)) {
      await tx.updateTable('person').set(shown).where('id', '=', person).execute();
      await tx.updateTable('credit').set({ printed_as: '' }).where('person_id', '=', person).execute();
    }
  },
};
