import { personsView } from '#features/archive/shows/people/server/index.ts';
import { showsView } from '#features/archive/shows/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { type AdminTodoSource, formatCount } from '#platform/server/feature/feature.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { correctionsPath } from '../corrections-table.ts';
import type { CorrectionTable } from './tables.ts';

/**
 * Adds a correction. Does nothing if the same correction is open already, unless this sender adds a note, a name or an
 * email address to it.
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

/** Lists the corrections in a state with their subjects, newest first: those that look like spam, or the others. */
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
 * Removes senders' names and email addresses from corrections received before `before`, and deletes those that look
 * like spam.
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

/** Corrections from visitors that nobody has decided on yet, without those that look like spam. */
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
