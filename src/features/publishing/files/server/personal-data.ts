import type { PersonalData } from '#platform/server/feature/personal-data.ts';

/**
 * The files that a person deleted; uploads are in the audit log. Files belong to the society, so erasure only replaces
 * the person's name.
 */
export const filePersonalData: PersonalData = {
  name: 'files_deleted',
  tables: ['file_with_deleted'],
  about: async (db, { names }) =>
    names.length === 0
      ? []
      : db
          .selectFrom('file_with_deleted')
          .select(['name', 'deleted_at'])
          .where('deleted_by', 'in', names)
          .orderBy('deleted_at')
          .orderBy('id')
          .execute(),
  erase: async (tx, { names }, { shownName }) => {
    for (const own of names) {
      await tx.updateTable('file_with_deleted').set({ deleted_by: shownName }).where('deleted_by', '=', own).execute();
    }
  },
};
