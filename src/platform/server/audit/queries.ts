import type { Instant } from '#platform/shared/dates/dates.ts';
import type { Id } from '../crypto/ids.ts';
import type { DbReader } from '../database/index.ts';
import type { AuditAction } from '../feature/audit-actions.ts';
import type { AuditTable } from './record.ts';
import { accountSignInFailuresAction } from './refused-sign-ins.ts';

// Only the whole log shows the counts of refused sign-ins to an account. In a list about the user, the attempts of
// strangers would crowd out the account's own entries
const selectEntriesAbout = (db: DbReader, subject: Id, action: AuditAction | undefined) => {
  const entries = db
    .selectFrom('audit')
    .where('subject', '=', subject)
    .where('action', '<>', accountSignInFailuresAction);
  return action === undefined ? entries : entries.where('action', '=', action);
};

/** Counts the entries that `listAuditEntriesAbout` would list without a limit. */
export async function countAuditEntriesAbout(
  db: DbReader,
  subject: Id,
  { action }: { action?: AuditAction | undefined } = {},
): Promise<number> {
  const { total } = await selectEntriesAbout(db, subject, action)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Lists the entries with a subject, such as a show or a user, newest first, of one action or of all. The counts of
 * refused sign-ins to an account are left out.
 */
export async function listAuditEntriesAbout(
  db: DbReader,
  subject: Id,
  { action, count }: { action?: AuditAction | undefined; count: number },
) {
  return selectEntriesAbout(db, subject, action).selectAll().orderBy('at', 'desc').orderBy('id').limit(count).execute();
}

/** Filters that select entries. A missing filter matches everything. */
export interface AuditFilter {
  /** The names of actors, as recorded. Pass only a few, because each needs a query. */
  actors?: readonly string[] | undefined;
  /** The ids of subjects. Pass only a few, because each needs a query. */
  subjects?: readonly string[] | undefined;
  action?: string | undefined;
  /** The first instant of the period. */
  from?: Instant | undefined;
  /** The first instant after the period. */
  until?: Instant | undefined;
}

/** An entry's position in the log. */
export type AuditCursor = Pick<AuditTable, 'at' | 'id'>;

/**
 * Lists at most `count` entries after a position in the log, towards older or newer ones, nearest first. Without a
 * position, the list starts with the newest or the oldest entry. Each query follows one index; only combined filters
 * may have to skip entries.
 */
export async function listAuditPage(
  db: DbReader,
  sought: AuditFilter,
  { towards, place, count }: { towards: 'older' | 'newer'; place?: AuditCursor | undefined; count: number },
): Promise<AuditTable[]> {
  const older = towards === 'older';
  const ask = async ({ actor, subject }: { actor?: string; subject?: string }) => {
    let entries = db.selectFrom('audit').selectAll();
    if (actor !== undefined) entries = entries.where('actor_name', '=', actor);
    if (subject !== undefined) {
      entries = entries.where('subject', '=', subject);
      if (sought.actors) entries = entries.where('actor_name', 'in', sought.actors);
    }
    if (sought.action !== undefined) entries = entries.where('action', '=', sought.action);
    if (sought.from !== undefined) entries = entries.where('at', '>=', sought.from);
    if (sought.until !== undefined) entries = entries.where('at', '<', sought.until);
    if (place) {
      const { at, id } = place;
      entries = entries.where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), older ? '<' : '>', tuple(at, id)));
    }
    const order = older ? 'desc' : 'asc';
    return entries.orderBy('at', order).orderBy('id', order).limit(count).execute();
  };
  const each = sought.subjects?.map((subject) => ({ subject })) ?? sought.actors?.map((actor) => ({ actor })) ?? [{}];
  const found = (await Promise.all(each.map(ask))).flat();
  const key = ({ at, id }: AuditCursor) => `${at} ${id}`;
  return found.sort((a, b) => (key(a) < key(b) === older ? 1 : -1)).slice(0, count);
}

/** Lists the distinct values of a column in order, with one lookup in its index for each. */
export async function listAuditColumnValues(db: DbReader, column: 'actor_name' | 'action'): Promise<string[]> {
  const rows = await db
    .withRecursive('found(value)', (asking) =>
      asking
        .selectFrom('audit')
        .select(({ fn }) => fn.min<string | null>(column).as('value'))
        .unionAll(
          asking
            .selectFrom('found')
            .select((found) =>
              found
                .selectFrom('audit')
                .select(({ fn }) => fn.min<string | null>(column).as('value'))
                .whereRef(column, '>', 'found.value')
                .as('value'),
            )
            .where('found.value', 'is not', null),
        ),
    )
    .selectFrom('found')
    .select('value')
    .where('value', 'is not', null)
    .execute();
  return rows.flatMap(({ value }) => (value === null ? [] : [value]));
}

/** Counts how often somebody has performed an action since the given time. */
export async function countActionsOfActor(
  db: DbReader,
  { actorId, action, after }: { actorId: Id; action: AuditAction; after: Instant },
): Promise<number> {
  const { acts } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll().as('acts'))
    .where('actor_id', '=', actorId)
    .where('action', '=', action)
    .where('at', '>', after)
    .executeTakeFirstOrThrow();
  return Number(acts);
}

/** Lists every entry for an action on a subject, oldest first. */
export const listActionsOnSubject = (db: DbReader, subject: Id, action: AuditAction) =>
  db
    .selectFrom('audit')
    .select(['at', 'actor_name', 'detail'])
    .where('subject', '=', subject)
    .where('action', '=', action)
    .orderBy('at')
    .orderBy('id')
    .execute();

/** Selects the ids of all subjects on which an actor has performed an action, as a subquery. */
export const selectSubjectIdsOfActor = (db: DbReader, actorId: Id, action: AuditAction) =>
  db.selectFrom('audit').select('subject').where('actor_id', '=', actorId).where('action', '=', action);

/** Returns true if anybody but this user has acted under a name. */
export async function hasOtherActorNamed(db: DbReader, name: string, notId: Id): Promise<boolean> {
  const logged = db.selectFrom('audit').select('id').where('actor_name', '=', name).where('actor_id', '<>', notId);
  return (await logged.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * The action by which the site knows when the last backup was made. Backups made before upgrades don't record the
 * action, because they must not change the database of the earlier version.
 */
export const backupMadeAction = 'backup.made';

/** The action that every off-site copy records. Its detail is the size and the place of the copy. */
export const offsiteCopyAction = 'backup.copied';

/** Finds the newest entry of an action; undefined if there is none. */
export async function findLastEntryOfAction(db: DbReader, action: AuditAction): Promise<AuditTable | undefined> {
  const [entry] = await listAuditPage(db, { action }, { towards: 'older', count: 1 });
  return entry;
}

/** Finds the time of the last recorded backup; undefined if there is none. */
export const findLastBackupTime = async (db: DbReader): Promise<Instant | undefined> =>
  (await findLastEntryOfAction(db, backupMadeAction))?.at;

/** Finds the time of the first recorded backup; undefined if there is none. */
export async function findFirstBackupTime(db: DbReader): Promise<Instant | undefined> {
  const [entry] = await listAuditPage(db, { action: backupMadeAction }, { towards: 'newer', count: 1 });
  return entry?.at;
}
