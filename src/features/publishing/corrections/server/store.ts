import { listPersonIdsOfUser, personsView } from '#features/archive/shows/people/server/index.ts';
import { listCreditIdsOfPeople, showsView } from '#features/archive/shows/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { type AdminTodoSource, formatCount } from '#platform/server/feature/feature.ts';
import {
  buildEmailLikePattern,
  createMentionPattern,
  type DataSubject,
  type PersonalData,
} from '#platform/server/feature/personal-data.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { correctionsPath } from '../corrections-table.ts';
import type { CorrectionTable } from './tables.ts';

/**
 * Adds a correction. Does nothing if the same correction is open already, with the same note, name and email address as
 * far as this sender gives any.
 */
export async function recordCorrection(tx: DbTransaction, correction: CorrectionTable): Promise<void> {
  const { show_id, person_id, what, credit_id, right, role, cast_or_crew, suspect } = correction;
  let same = tx
    .selectFrom('correction')
    .select('id')
    .where('state', '=', 'open')
    .where(show_id === null ? 'person_id' : 'show_id', '=', show_id ?? person_id)
    .where('what', '=', what)
    .where('credit_id', '=', credit_id)
    .where('right', '=', right)
    .where('role', '=', role)
    .where('cast_or_crew', '=', cast_or_crew)
    .where('suspect', '=', suspect);
  for (const field of ['note', 'name', 'email'] as const) {
    if (correction[field] !== '') same = same.where(field, '=', correction[field]);
  }
  if (!(await same.executeTakeFirst())) await tx.insertInto('correction').values(correction).execute();
}

export const findCorrection = (db: DbReader, id: Id) =>
  db.selectFrom('correction').selectAll().where('id', '=', id).executeTakeFirst();

type State = CorrectionTable['state'];

/**
 * Lists corrections with their subjects, newest first. `suspect` chooses between corrections that look like spam and
 * the others. With the state `any`, lists those in every state.
 */
export async function listCorrections(db: DbReader, { state, suspect }: { state: State | 'any'; suspect: boolean }) {
  const rows = db
    .selectFrom('correction')
    .leftJoin(showsView(db).as('show'), 'show.id', 'correction.show_id')
    .leftJoin(personsView(db).as('person'), 'person.id', 'correction.person_id')
    .selectAll('correction')
    .select(['show.title as show_title', 'show.archived_at', 'person.name as person_name'])
    .where('correction.suspect', '=', suspect ? 1 : 0)
    .orderBy('correction.received_at', 'desc')
    .orderBy('correction.id');
  return (state === 'any' ? rows : rows.where('correction.state', '=', state)).execute();
}

/** Moves a correction from one state to another. Returns false if another admin has moved it already. */
export async function updateCorrectionState(
  tx: DbTransaction,
  {
    id,
    from,
    ...decision
  }: { id: Id; from: State } & Pick<CorrectionTable, 'state' | 'decided_at' | 'decided_by' | 'undo'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('correction')
    .set(decision)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts the open corrections that don't look like spam. */
export async function countOpenCorrections(db: DbReader): Promise<number> {
  const { total } = await db
    .selectFrom('correction')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('state', '=', 'open')
    .where('suspect', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Removes senders' names and email addresses from corrections received before `before`, and deletes those of them that
 * look like spam.
 */
export async function deleteExpiredCorrectionData(tx: DbTransaction, before: Instant): Promise<void> {
  await tx
    .updateTable('correction')
    .set({ name: '', email: '' })
    .where('received_at', '<', before)
    .where((row) => row.or([row('name', '<>', ''), row('email', '<>', '')]))
    .execute();
  await tx.deleteFrom('correction').where('suspect', '=', 1).where('received_at', '<', before).execute();
}

/** Visitors' corrections that nobody has decided on yet, without those that look like spam. */
export const openCorrectionsTodo: AdminTodoSource = {
  tool: correctionsPath,
  waiting: async ({ db }) => {
    const open = await countOpenCorrections(db);
    if (open === 0) return [];
    return [
      { words: `${formatCount(open, 'correction waits', 'corrections wait')} to be checked`, link: correctionsPath },
    ];
  },
};

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
 * Lists corrections to people and credits, by any sender, that mention the person. Applying or undoing one of them
 * could restore the erased name.
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
 * Corrections sent from the member's email address. Erasure removes the sender from them, and replaces the member's
 * name in corrections that the member decided on. If the member's name is to disappear, it also deletes the corrections
 * to people and credits, by any sender, that mention the member.
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
