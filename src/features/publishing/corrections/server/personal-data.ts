import { listPersonIdsOfUser } from '#features/archive/shows/people/server/index.ts';
import { listCreditIdsOfPeople } from '#features/archive/shows/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import {
  buildEmailLikePattern,
  createMentionPattern,
  type DataSubject,
  type PersonalData,
} from '#platform/server/feature/personal-data.ts';

async function listCorrectionsSentBy(db: DbReader, email: string) {
  const sent = await db
    .selectFrom('correction')
    .select(['id', 'what', 'right', 'role', 'note', 'name', 'email', 'state', 'received_at'])
    .where('email', '<>', '')
    .where(({ fn }) => fn<string>('lower', ['email']), 'like', buildEmailLikePattern(email))
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  return sent.filter((correction) => correction.email.toLowerCase() === email.toLowerCase());
}

/**
 * Lists corrections of names and credits, by any sender, that mention the person. Applying or undoing one of them could
 * restore the erased name.
 */
async function listCorrectionsMentioning(db: DbReader, { id, names }: Pick<DataSubject, 'id' | 'names'>) {
  const persons = await listPersonIdsOfUser(db, id);
  const credits = await listCreditIdsOfPeople(db, persons);
  const named = createMentionPattern({ email: '', names });
  const sent = await db
    .selectFrom('correction')
    .select(['id', 'person_id', 'credit_id', 'right', 'was', 'note', 'undo'])
    .where(({ eb, or }) => or([eb('person_id', 'is not', null), eb('what', 'in', ofCredits)]))
    .execute();
  return sent.filter(
    ({ person_id, credit_id, right, was, note, undo }) =>
      (person_id !== null && persons.includes(person_id)) ||
      credits.includes(credit_id) ||
      [...persons, ...credits].some((id) => undo.includes(id)) ||
      [right, was, note, undo].join('\n').search(named) >= 0,
  );
}

const ofCredits = ['credit', 'missing', 'not_in_it'] as const;

/**
 * Corrections sent from the member's email address. Erasure removes the sender from them. If the member's name is to
 * disappear, it also deletes the corrections of names and credits, by any sender, that mention the member.
 */
export const correctionPersonalData: PersonalData = {
  name: 'corrections',
  tables: ['correction'],
  about: async (db, { email }) =>
    (await listCorrectionsSentBy(db, email)).map(({ id: _, ...correction }) => correction),
  erase: async (tx, { id, email, name, names }, { shownName }) => {
    if (shownName !== name) {
      for (const { id: correction } of await listCorrectionsMentioning(tx, { id, names })) {
        await tx.deleteFrom('correction').where('id', '=', correction).execute();
      }
    }
    for (const { id: sent } of await listCorrectionsSentBy(tx, email)) {
      await tx.updateTable('correction').set({ name: '', email: '' }).where('id', '=', sent).execute();
    }
    for (const own of names) {
      await tx.updateTable('correction').set({ decided_by: shownName }).where('decided_by', '=', own).execute();
    }
  },
};
