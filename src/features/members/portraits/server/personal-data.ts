import { listIdsOfPerson } from '#features/archive/shows/people/server/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { getRestorableCutoff } from '#platform/shared/trash.ts';
import { emptyConsentColumns } from '../consent.ts';
import { listPortraitSubjectsOfUser } from './access.ts';
import { buildPortraitUrl } from './store.ts';

/**
 * The portraits of a member, and of people without an account for whose membership the member pays, with the consents
 * to show these portraits; and the times of all portraits that the member uploaded, or whose consent the member
 * recorded.
 */
export const portraitPersonalData: PersonalData = {
  name: 'portraits',
  tables: ['portrait_with_deleted'],
  about: async (db, { id }) => {
    const portraits: object[] = [];
    for (const sitter of await listPortraitSubjectsOfUser(db, id)) {
      const rows = await db
        .selectFrom('portrait_with_deleted')
        .select(['id', 'created_at', 'consented_at', 'consent_wording', 'is_adult', 'guardian', 'deleted_at'])
        .where('person_id', 'in', await listIdsOfPerson(db, sitter.id))
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      portraits.push(
        ...rows.map(({ id: portrait, ...row }) => ({
          person: sitter.name,
          picture: buildPortraitUrl(portrait, 'large'),
          ...row,
        })),
      );
    }
    const recorded = await db
      .selectFrom('portrait_with_deleted')
      .select(['created_at', 'consented_at'])
      .where(({ eb, or }) => or([eb('uploaded_by', '=', id), eb('consent_recorded_by', '=', id)]))
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return { portraits, uploaded_or_recorded: recorded };
  },
  // Runs before the links to persons and the memberships of children are deleted, because the portraits are found
  // through these
  eraseFirst: async (tx, { id, names }, { at }) => {
    for (const { id: person, owner } of await listPortraitSubjectsOfUser(tx, id)) {
      const theirs = tx
        .updateTable('portrait_with_deleted')
        .set(emptyConsentColumns)
        .where('person_id', 'in', await listIdsOfPerson(tx, person));
      // The next nightly purge deletes the user's own portrait. A child's portrait is only hidden until somebody
      // consents again
      await (owner === id ? theirs.set({ deleted_at: getRestorableCutoff(at) }) : theirs).execute();
    }
    for (const guardian of names) {
      await tx.updateTable('portrait_with_deleted').set(emptyConsentColumns).where('guardian', '=', guardian).execute();
    }
    await tx.updateTable('portrait_with_deleted').set({ uploaded_by: null }).where('uploaded_by', '=', id).execute();
    await tx
      .updateTable('portrait_with_deleted')
      .set({ consent_recorded_by: null })
      .where('consent_recorded_by', '=', id)
      .execute();
  },
};
