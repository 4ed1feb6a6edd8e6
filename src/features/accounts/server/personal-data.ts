import type { PersonalData } from '../../../platform/server/personal-data.ts';
import { nameKey } from '../../people/names.ts';
import { deviceInWords } from '../sessions.ts';

/** The account itself. Its row, sessions and permissions go together. */
export const accountData: PersonalData = {
  name: 'account',
  about: async (db, { id }) => {
    const user = await db
      .selectFrom('user')
      .select([
        'email',
        'firstname',
        'lastname',
        'phone_number',
        'e_con_name',
        'e_con_phone',
        'role',
        'status',
        'told_of_posts',
        'created_at',
        'updated_at',
      ])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!user) return {};
    const { e_con_name, e_con_phone, told_of_posts, ...rest } = user;
    return {
      id,
      ...rest,
      told_of_posts: told_of_posts === 1,
      emergency_contact: { name: e_con_name, number: e_con_phone },
      permissions_changed_by_an_admin: await db
        .selectFrom('user_item')
        .select(['item', 'allowed'])
        .where('user_id', '=', id)
        .orderBy('item')
        .execute(),
    };
  },
};

export const sessionData: PersonalData = {
  name: 'devices_signed_in',
  about: async (db, { id }) => {
    const sessions = await db
      .selectFrom('session')
      .select(['device', 'address', 'created_at', 'last_used_at', 'expires_at'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute();
    return sessions.map((session) => ({ ...session, in_words: deviceInWords(session.device) }));
  },
};

/** Credits stay when an account goes; under which name, its owner chose. */
export const creditData: PersonalData = {
  name: 'credits',
  about: (db, { id }) =>
    db
      .selectFrom('user_person')
      .innerJoin('person', 'person.id', 'user_person.person_id')
      .innerJoin('credit', 'credit.person_id', 'person.id')
      .innerJoin('show', 'show.id', 'credit.show_id')
      .select(['person.name', 'show.title as show', 'show.date', 'credit.kind', 'credit.role', 'credit.printed_as'])
      .where('user_person.user_id', '=', id)
      .orderBy('show.date')
      .orderBy('credit.id')
      .execute(),
  erase: async (tx, { id, name }, { shownName }) => {
    if (shownName === name) return;
    const persons = await tx.selectFrom('user_person').select('person_id').where('user_id', '=', id).execute();
    for (const { person_id } of persons) {
      const shown = { name: shownName, name_key: nameKey(shownName), credit_style: 'new_only' as const };
      await tx.updateTable('person').set(shown).where('id', '=', person_id).execute();
      await tx.updateTable('credit').set({ printed_as: '' }).where('person_id', '=', person_id).execute();
    }
  },
};
