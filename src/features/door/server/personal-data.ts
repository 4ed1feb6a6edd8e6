import type { PersonalData } from '#platform/server/feature/personal-data.ts';

/** The arrivals that somebody marked at a door. The arrivals stay, without who marked them. */
export const doorData: PersonalData = {
  name: 'let in at the door',
  tables: ['door_mark'],
  about: (db, { id }) =>
    db
      .selectFrom('door_mark')
      .select(['at', 'came', 'device'])
      .where('user_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute(),
  erase: async (tx, { id }) => {
    await tx.updateTable('door_mark').set({ user_id: null, device: '' }).where('user_id', '=', id).execute();
  },
};
