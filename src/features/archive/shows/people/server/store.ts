import { type SelectQueryBuilder, sql } from 'kysely';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import {
  type DbReader,
  type DbTransaction,
  incrementedVersion,
  runInBatches,
  type Tables,
} from '#platform/server/database/index.ts';
import type { FindAuditSubjects } from '#platform/server/feature/audit-actions.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import { isOnSite } from '../../paths.ts';
import { newestFirstSql } from '../../server/sql/show-order.ts';
import { buildNameKey } from '../similar-names.ts';

/** Finds a person by id, even one who was merged into another. */
export const findPerson = (db: DbReader, id: string) =>
  db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst();

/** Lists the people who were merged into a person, latest first. */
export const listMergedPeople = (db: DbReader, current: string) =>
  db
    .selectFrom('person_merge')
    .innerJoin('person', 'person.id', 'person_merge.person_id')
    .select(['person.id', 'person.name', 'person_merge.merged_at as at', 'person_merge.merged_by as by'])
    .where('person_merge.kept_id', '=', current)
    .orderBy('person_merge.merged_at', 'desc')
    .orderBy('person.id')
    .execute();

/** Lists a person's credits, including those in archived shows, newest show first. */
export const listPersonCredits = (db: DbReader, person: string) =>
  db
    .selectFrom('credit')
    .innerJoin('show', 'show.id', 'credit.show_id')
    .select(['show.id as show', 'show.title', 'show.date', 'show.date_precision', 'show.archived_at'])
    .select(['credit.role', 'credit.printed_as'])
    .where('credit.person_id', '=', person)
    .orderBy(newestFirstSql)
    .orderBy('credit.ord')
    .orderBy('credit.id')
    .execute();

/** Lists a person's roles for the person's page on the site, show by show, in billing order. */
export const listPersonRoles = (db: DbReader, personId: string) =>
  db
    .selectFrom('credit')
    .select(['show_id', 'kind', 'role', 'printed_as'])
    .where('person_id', '=', personId)
    .orderBy('show_id')
    .orderBy('ord')
    .orderBy('role')
    .orderBy('id')
    .execute();

/**
 * Returns true if a person has a credit in a show that isn't archived. For a merged person, checks the remaining
 * person.
 */
export async function isCreditedOnSite(db: DbReader, id: string): Promise<boolean> {
  const shows = await db
    .selectFrom('credit')
    .innerJoin('show', 'show.id', 'credit.show_id')
    .select('show.archived_at')
    .distinct()
    .where('credit.person_id', '=', resolveCurrentPersonId(await loadMerges(db), id))
    .execute();
  return shows.some(isOnSite);
}

/** Lists everyone by name, without persons who were merged into others. */
export const listCurrentNames = (db: DbReader) =>
  db
    .selectFrom('person')
    .leftJoin('person_merge', 'person_merge.person_id', 'person.id')
    .select(['person.id', 'person.name', 'person.name_key'])
    .where('person_merge.kept_id', 'is', null)
    .orderBy('person.name_key')
    .orderBy('person.id')
    .execute();

/** Lists all names, including the names of merged people. */
export const listAllNames = (db: DbReader) =>
  db.selectFrom('person').select(['id', 'name', 'name_key']).orderBy('name_key').orderBy('id').execute();

export const findPersonNames = (db: DbReader, ids: readonly string[]) =>
  db.selectFrom('person').select(['id', 'name', 'name_key']).where('id', 'in', ids).execute();

export const countShowsByPerson = (db: DbReader) =>
  db
    .selectFrom('credit')
    .select(({ fn }) => ['person_id', fn.count('show_id').distinct().as('shows')])
    .groupBy('person_id')
    .execute();

export async function listPersonCreationDates(
  db: DbReader,
  people: readonly Id[],
): Promise<{ id: Id; created_at: Instant }[]> {
  const found: { id: Id; created_at: Instant }[] = [];
  await runInBatches(people, async (batch) => {
    found.push(...(await db.selectFrom('person').select(['id', 'created_at']).where('id', 'in', batch).execute()));
  });
  return found;
}

/**
 * Finds the dates of each person's first and last shows, and the title of the last; people without credits are left
 * out. Archived and cancelled shows count.
 */
export async function findCareers(db: DbReader, people: readonly Id[]) {
  const careers = new Map<Id, { first: CalendarDate; last: CalendarDate; title: string }>();
  await runInBatches([...new Set(people)], async (batch) => {
    const rows = await db
      .selectFrom('credit')
      .innerJoin('show', 'show.id', 'credit.show_id')
      .select(['credit.person_id', 'show.date', 'show.title'])
      .distinct()
      .where('credit.person_id', 'in', batch)
      .orderBy('show.date')
      .orderBy('show.title')
      .execute();
    for (const { person_id, date, title } of rows) {
      careers.set(person_id, { first: careers.get(person_id)?.first ?? date, last: date, title });
    }
  });
  return careers;
}

/**
 * Maps each merged person's id to the id of the person into whom they were merged. That person may have been merged in
 * turn; see `resolveCurrentPersonId`.
 */
export async function loadMerges(db: DbReader): Promise<Map<string, string>> {
  const rows = await db.selectFrom('person_merge').select(['person_id', 'kept_id']).execute();
  return new Map(rows.map((row) => [row.person_id, row.kept_id]));
}

/** Returns a person's present id, after any number of merges. */
export function resolveCurrentPersonId(merged: ReadonlyMap<string, string>, id: string): string {
  let current = id;
  for (let next = merged.get(current); next !== undefined; next = merged.get(current)) current = next;
  return current;
}

/** Returns the present id of each of these persons. */
export async function resolveCurrentPersonIds(db: DbReader, ids: readonly string[]): Promise<Map<string, string>> {
  const merged = await loadMerges(db);
  return new Map(ids.map((id) => [id, resolveCurrentPersonId(merged, id)]));
}

/** Finds the present id and name of each of these persons, without persons who don't exist. */
export async function findCurrentPersons(db: DbReader, ids: readonly string[]) {
  const current = await resolveCurrentPersonIds(db, [...new Set(ids)]);
  const found = new Map<string, { id: string; name: string }>();
  await runInBatches([...new Set(current.values())], async (batch) => {
    const rows = await db.selectFrom('person').select(['id', 'name']).where('id', 'in', batch).execute();
    for (const row of rows) found.set(row.id, row);
  });
  return new Map(
    [...current].flatMap(([id, now]) => {
      const person = found.get(now);
      return person ? [[id, person] as const] : [];
    }),
  );
}

/** Lists the ids of a user's persons and of everyone merged into them. */
export async function listPersonIdsOfUser(db: DbReader, userId: string): Promise<string[]> {
  const linked = await db.selectFrom('user_person').select('person_id').where('user_id', '=', userId).execute();
  const merged = await loadMerges(db);
  const own = new Set(linked.map(({ person_id }) => resolveCurrentPersonId(merged, person_id)));
  const before = [...merged.keys()].filter((id) => own.has(resolveCurrentPersonId(merged, id)));
  return [...new Set([...own, ...before])].sort();
}

/** Lists a person's id and the ids of everyone merged into them. */
export async function listIdsOfPerson(db: DbReader, id: string): Promise<string[]> {
  const merged = await loadMerges(db);
  return [id, ...[...merged.keys()].filter((other) => resolveCurrentPersonId(merged, other) === id)];
}

/**
 * Finds the person who remains after a merged person's merge, and after any further merges; undefined if the person
 * hasn't been merged.
 */
export async function findMergeTarget(db: DbReader, id: string) {
  const current = resolveCurrentPersonId(await loadMerges(db), id);
  return current === id ? undefined : findPerson(db, current);
}

/**
 * Requires that a person hasn't been merged, because changes to a merged person wouldn't be visible.
 *
 * @throws HttpError 409 if the person has been merged
 */
export async function requireUnmergedPerson(
  tx: DbTransaction,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const current = await findMergeTarget(tx, id);
  if (current)
    refuse(409, `${name} has been merged with another entry, ${current.name}. Edit that one, or separate them first.`);
}

/** The person to whom a printed credit belongs. */
export interface CreditedPerson {
  person_id: string;
  /** The original person of the printed name, if they were merged into `person_id`; otherwise null. */
  merged_from: string | null;
  /** The name as printed, if it differs from the present name of `person_id`; otherwise "". */
  printed_as: string;
}

/** Returns the person to whom a stored credit belongs now, after any merges or unmerges since. */
export async function resolveCreditedPerson(
  db: DbReader,
  { person_id, merged_from, printed_as }: CreditedPerson,
): Promise<CreditedPerson> {
  const id = merged_from ?? person_id;
  const current = resolveCurrentPersonId(await loadMerges(db), id);
  const name = (await findPerson(db, id))?.name ?? '';
  if (current !== id) return { person_id: current, merged_from: id, printed_as: printed_as || name };
  return { person_id: id, merged_from: null, printed_as: printed_as === name ? '' : printed_as };
}

interface FoundNames {
  /** Existing people, by name key. */
  credited: ReadonlyMap<string, CreditedPerson>;
  /** Names that no existing person has, by name key. */
  fresh: ReadonlyMap<string, string>;
}

/** Maps the id of the person whom `findPeopleByName` would use to the id of the chosen person with the same name. */
export type ChosenNamesakes = ReadonlyMap<Id, Id>;

/**
 * Decides between several people with the same name: takes the chosen person, otherwise somebody in the show `showId`.
 */
interface NamesakeRule {
  chosen?: ChosenNamesakes | undefined;
  showId?: Id;
}

/**
 * Finds the people with these names. Equal names mean the same person, unless the rule tells two people apart. A name
 * that was printed for only one person also means that person.
 */
export async function findPeopleByName(
  db: DbReader,
  names: readonly string[],
  { chosen, showId }: NamesakeRule = {},
): Promise<FoundNames> {
  const wanted = new Map<string, string>();
  for (const name of names) {
    const key = buildNameKey(name);
    if (!wanted.has(key)) wanted.set(key, name);
    await yieldToEventLoop();
  }
  const merged = await loadMerges(db);
  const known = new Map<string, { id: string; name: string }>();
  const inShow = showId === undefined ? new Set<Id>() : await listCreditedIds(db, showId);
  await runInBatches([...wanted.keys()], async (batch) => {
    const rows = await db
      .selectFrom('person')
      .select(['id', 'name', 'name_key'])
      .where('name_key', 'in', batch)
      .orderBy('name_key')
      .orderBy('id')
      .execute();
    for (const [key, namesakes] of Map.groupBy(rows, ({ name_key }) => name_key)) {
      // Of several people with the same name, one in this show is used, otherwise the first unmerged one, otherwise the
      // last merged one
      const current = namesakes.filter(({ id }) => !merged.has(id));
      const usual = current.find(({ id }) => inShow.has(id)) ?? current[0] ?? namesakes.at(-1);
      const person = namesakes.find(({ id }) => usual && id === chosen?.get(usual.id)) ?? usual;
      if (person) known.set(key, person);
    }
  });
  const fresh = new Map([...wanted].filter(([key]) => !known.has(key)));
  const credited = new Map<string, CreditedPerson>();
  for (const [key, { id, name }] of known) {
    const current = resolveCurrentPersonId(merged, id);
    const moved = current !== id;
    credited.set(key, { person_id: current, merged_from: moved ? id : null, printed_as: moved ? name : '' });
    await yieldToEventLoop();
  }
  for (const [name, person_id] of await findPeopleByPrintedName(db, [...fresh.values()])) {
    fresh.delete(buildNameKey(name));
    credited.set(buildNameKey(name), { person_id, merged_from: null, printed_as: name });
  }
  return { credited, fresh };
}

async function listCreditedIds(db: DbReader, showId: Id): Promise<Set<Id>> {
  const rows = await db.selectFrom('credit').select('person_id').distinct().where('show_id', '=', showId).execute();
  return new Set(rows.map(({ person_id }) => person_id));
}

/** Maps printed names to people, leaving out names that were printed for nobody or for several people. */
async function findPeopleByPrintedName(db: DbReader, names: readonly string[]): Promise<Map<string, string>> {
  const people = new Map<string, Set<string>>();
  await runInBatches(names, async (batch) => {
    const rows = await db
      .selectFrom('credit')
      .select(['printed_as', 'person_id'])
      .distinct()
      .where('printed_as', 'in', batch)
      // This condition must be written exactly as in the index, or the index isn't used
      .where('printed_as', '<>', sql.lit(''))
      .execute();
    for (const { printed_as, person_id } of rows) {
      people.set(printed_as, (people.get(printed_as) ?? new Set()).add(person_id));
    }
  });
  return new Map([...people].flatMap(([name, of]) => (of.size === 1 ? [...of].map((id) => [name, id] as const) : [])));
}

/** Finds the people with these names, and creates missing people. */
export async function findOrCreatePeople(
  tx: DbTransaction,
  names: readonly string[],
  now: Instant,
  namesakes?: NamesakeRule,
): Promise<{ creditedTo: (name: string) => CreditedPerson; createdCount: number }> {
  const { credited, fresh } = await findPeopleByName(tx, names, namesakes);
  const rows = [...fresh].map(([name_key, name]) => ({
    id: newId(),
    name,
    name_key,
    credit_style: 'as_printed' as const,
    credit_style_by: 'nobody' as const,
    created_at: now,
  }));
  await runInBatches(rows, (batch) => tx.insertInto('person').values(batch).execute());
  const created = new Map(
    rows.map(({ name_key, id }) => [name_key, { person_id: id, merged_from: null, printed_as: '' }]),
  );
  return {
    creditedTo: (name) => {
      const key = buildNameKey(name);
      const creditedPerson = credited.get(key) ?? created.get(key);
      if (creditedPerson === undefined) throw new Error('A credit names a person who was not among the names given.');
      return creditedPerson;
    },
    createdCount: rows.length,
  };
}

/** Lists the ids of people whose credits show only their present name. */
export const listPersonIdsShowingNewNameOnly = async (db: DbReader): Promise<Set<string>> =>
  new Set(
    (await db.selectFrom('person').select('id').where('credit_style', '=', 'new_only').execute()).map(({ id }) => id),
  );

/** Builds a query of all persons, with the columns by which other features join them. */
export const personsView = (db: DbReader) => db.selectFrom('person').select(['id', 'name']);

/**
 * Lists the other printed names of these people in shows on the site, each once, except for people whose credits show only
 * their present name.
 */
export const listOtherPrintedNames = (db: DbReader, people: readonly Id[]) =>
  db
    .selectFrom('credit')
    .innerJoin('person', 'person.id', 'credit.person_id')
    .innerJoin('show', 'show.id', 'credit.show_id')
    .select(['person.id', 'credit.printed_as as name'])
    .distinct()
    .where('credit.printed_as', '!=', sql.lit(''))
    .where('credit.person_id', 'in', people)
    .whereRef('credit.printed_as', '!=', 'person.name')
    .where('person.credit_style', '!=', 'new_only')
    .where('show.archived_at', 'is', null)
    .orderBy('credit.printed_as')
    .orderBy('person.id')
    .execute();

export const findPersonAuditSubjects: FindAuditSubjects = (db, ids) => {
  const people = db.selectFrom('person').select(['id', 'name']);
  return (ids ? people.where('id', 'in', ids) : people).execute();
};

/**
 * Increases the versions of shows, so that a save that began earlier is refused. `by` is recorded as the user who last
 * saved the show; null for other changes, such as a merge of people.
 */
export async function incrementShowVersions(
  tx: DbTransaction,
  shows: readonly Id[] | SelectQueryBuilder<Tables, 'credit', { show_id: Id }>,
  { now, by = null }: { now: Instant; by?: Id | null },
): Promise<void> {
  await tx
    .updateTable('show')
    .set({ updated_at: now, version: incrementedVersion, updated_by: by })
    .where('id', 'in', shows)
    .execute();
}
