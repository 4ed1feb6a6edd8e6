import type { Writing } from '../../../platform/server/database/index.ts';
import type { PersonalData } from '../../../platform/server/personal-data.ts';
import { personsOf } from '../../people/server/index.ts';

/** Puts another name in the place of one, in all that is said of pictures. */
async function rename(tx: Writing, from: string, to: string): Promise<void> {
  const media = await tx.selectFrom('media').select(['id', 'alt', 'credit', 'consent']).execute();
  for (const { id, alt, credit, consent } of media) {
    if (![alt, credit, consent].some((words) => words.includes(from))) continue;
    const words = {
      alt: alt.replaceAll(from, to),
      credit: credit.replaceAll(from, to),
      consent: consent.replaceAll(from, to),
    };
    await tx.updateTable('media').set(words).where('id', '=', id).execute();
  }
  const hung = await tx.selectFrom('show_media').select(['show_id', 'media_id', 'caption']).execute();
  for (const { show_id, media_id, caption } of hung) {
    if (!caption.includes(from)) continue;
    const renamed = tx.updateTable('show_media').set({ caption: caption.replaceAll(from, to) });
    await renamed.where('show_id', '=', show_id).where('media_id', '=', media_id).execute();
  }
}

/** The pictures somebody is tagged in, with what was agreed about them. Pictures are the society's, and stay. */
export const pictureData: PersonalData = {
  name: 'pictures',
  tables: ['media', 'show_media', 'media_person', 'album', 'album_media'],
  about: async (db, { id }) => {
    const persons = await personsOf(db, id);
    if (persons.length === 0) return [];
    return db
      .selectFrom('media_person')
      .innerJoin('media', 'media.id', 'media_person.media_id')
      .select(['media.filename', 'media.alt', 'media.credit', 'media.consent', 'media.created_at', 'media.id'])
      .distinct()
      .where('media_person.person_id', 'in', persons)
      .orderBy('media.created_at')
      .orderBy('media.id')
      .execute()
      .then((pictures) => pictures.map(({ id: _, ...picture }) => picture));
  },
  erase: async (tx, { name, names }, { shownName }) => {
    if (shownName === name) return;
    // A first name alone may be anybody's
    for (const own of names.filter((words) => words.includes(' '))) await rename(tx, own, shownName);
  },
};
