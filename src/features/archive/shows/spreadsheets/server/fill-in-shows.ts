import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import {
  changeImportedRowState,
  type ImportedRow,
  listImportedRowStates,
} from '#platform/server/imports/undo-import.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { type NewCredit, SHOW_TEXT_FIELDS, type ShowTextField } from '../../fields.ts';
import { refinesRun } from '../../partial-dates.ts';
import { type ChosenNamesakes, findOrCreatePeople } from '../../people/server/index.ts';
import { buildNameKey, createSimilarNameFinder } from '../../people/similar-names.ts';
import { formatRun, type RunFields } from '../../run.ts';
import type { MatchedShow } from './import/match-existing.ts';

/**
 * Details that an archive has for a show and the site lacks. Existing details aren't changed, except that a date
 * becomes more exact.
 */
export interface MissingDetails {
  id: Id;
  version: number;
  /** The title and dates of the show. */
  name: string;
  texts: Partial<Record<ShowTextField, string>>;
  credits: NewCredit[];
  /** The roles for the show's credits that have none. */
  roles: { id: Id; role: string }[];
  /** The dates to fill in, which are more exact than the show's; undefined if there are none. */
  dates?: RunFields;
}

/** The kinds of missing details that the user has chosen to fill in. */
export interface RequestedFillIns {
  /** True to fill in empty texts, missing credits, and roles for credits without one. */
  details: boolean;
  dates: boolean;
}

/** Returns the requested parts of missing details, without the shows that then lack nothing. */
export const selectRequestedFillIns = (
  missing: readonly MissingDetails[],
  { details, dates }: RequestedFillIns,
): MissingDetails[] =>
  missing
    .map(({ dates: exact, ...rest }) => ({
      ...(details ? rest : { ...rest, texts: {}, credits: [], roles: [] }),
      ...(dates && exact && { dates: exact }),
    }))
    .filter((ofShow) => lacksDetails(ofShow) || ofShow.dates);

/** Returns true if a show lacks texts, credits or roles. */
export const lacksDetails = ({ texts, credits, roles }: MissingDetails): boolean =>
  Object.keys(texts).length + credits.length + roles.length > 0;

/** The kind of a recorded row that was filled in; its state is a `FilledRowState`. */
export const filledInShowRowKind = 'show details';

/**
 * The parts of a show that an import filled in, without the values, so that an erasure has to remove names only in one
 * place. `roles` and `dates` are missing if none were filled in, and in records of earlier releases.
 */
export interface FilledRowState {
  /** The show's version right after the import. */
  version: number;
  fields: ShowTextField[];
  credits: Id[];
  /** The credits that were given a role. */
  roles?: Id[];
  /** The show's dates before the import. */
  dates?: RunFields;
}

interface ExistingCredit {
  id: Id;
  show_id: Id;
  person_id: Id;
  kind: 'cast' | 'crew';
  role: string;
  ord: number;
  name: string;
  printed_as: string;
}

/**
 * Finds the details that could be filled in: texts that are empty on the site, credits that a show lacks, roles for
 * credits without one, and dates that the archive knows more exactly.
 */
export async function findMissingDetails(db: DbReader, matched: readonly MatchedShow[]): Promise<MissingDetails[]> {
  // A row that may be a different show fills in nothing
  const certain = matched.filter(({ difference }) => difference === undefined);
  const ids = [...new Set(certain.map(({ id }) => id))];
  const shows = new Map((await listShows(db, ids)).map((show) => [show.id, show]));
  const credits = Map.groupBy(await listCredits(db, ids), ({ show_id }) => show_id);
  const missing: MissingDetails[] = [];
  const done = new Set<Id>();
  for (const { show, id } of certain) {
    await yieldToEventLoop();
    const here = shows.get(id);
    if (!here || done.has(id)) continue;
    done.add(id);
    const texts = Object.fromEntries(
      SHOW_TEXT_FIELDS.flatMap((field) => (here[field] === '' && show[field] !== '' ? [[field, show[field]]] : [])),
    );
    const name = `${here.title}, ${formatRun(here)}`;
    const ofShow: MissingDetails = {
      ...{ id, version: here.version, name, texts },
      ...matchCredits(show.credits, credits.get(id) ?? []),
    };
    if (refinesRun(show, here)) ofShow.dates = pickRunDates(show);
    if (lacksDetails(ofShow) || ofShow.dates) missing.push(ofShow);
  }
  return missing;
}

const pickRunDates = ({ first_date, first_date_precision, date, date_precision }: RunFields): RunFields => ({
  first_date,
  first_date_precision,
  date,
  date_precision,
});

/**
 * Returns the credits that a show lacks, and roles for its credits without one. A person with a similar name in the
 * same role counts as the same person.
 */
function matchCredits(
  wanted: readonly NewCredit[],
  here: readonly ExistingCredit[],
): Pick<MissingDetails, 'credits' | 'roles'> {
  const named = here.flatMap((credit) =>
    listNameKeys(credit.kind, credit.name, credit.printed_as).map((key) => ({ key, ...credit })),
  );
  const byName = Map.groupBy(named, ({ key }) => key);
  const byRole = Map.groupBy(here, ({ kind, role }) => `${kind} ${buildNameKey(role)}`);
  const finders = new Map<string, (name: string) => string[]>();
  const findSimilar = (key: string, name: string) => {
    const finder = finders.get(key) ?? createSimilarNameFinder((byRole.get(key) ?? []).map((credit) => credit.name));
    finders.set(key, finder);
    return finder(name);
  };
  const given = new Map<Id, string>();
  const credits = wanted.filter(({ person, as, kind, role }) => {
    const inRole = buildNameKey(role);
    const theirs = listNameKeys(kind, person, as).flatMap((key) => byName.get(key) ?? []);
    if (theirs.some((credit) => inRole === '' || buildNameKey(credit.role) === inRole)) return false;
    const free = theirs.find((credit) => credit.role === '' && !given.has(credit.id));
    if (free) given.set(free.id, role);
    return !free && findSimilar(`${kind} ${inRole}`, person).length === 0;
  });
  return { credits, roles: [...given].map(([id, role]) => ({ id, role })) };
}

/** Lists the keys of a person's names in the cast or the crew. */
const listNameKeys = (kind: NewCredit['kind'], ...names: string[]) => [
  ...new Set(names.filter((name) => name !== '').map((name) => `${kind} ${buildNameKey(name)}`)),
];

/**
 * Fills in the planned details of shows that nobody has saved since the plan was made.
 * @returns the rows to record, so that the changes can be undone, and the number of people created
 */
export async function fillInShows(
  tx: DbTransaction,
  planned: readonly MissingDetails[],
  { now, by, chosen }: { now: Instant; by: Id | null; chosen?: ChosenNamesakes | undefined },
): Promise<{ filled: ImportedRow[]; persons: number }> {
  const { creditedTo, createdCount } = await findOrCreatePeople(
    tx,
    planned.flatMap(({ credits }) => credits.map(({ person }) => person)),
    now,
    { chosen },
  );
  const credits = Map.groupBy(
    await listCredits(
      tx,
      planned.map(({ id }) => id),
    ),
    ({ show_id }) => show_id,
  );
  const states: { id: Id; state: FilledRowState }[] = [];
  const runs = new Map(
    (
      await listShows(
        tx,
        planned.flatMap(({ id, dates }) => (dates ? [id] : [])),
      )
    ).map((show) => [show.id, pickRunDates(show)]),
  );
  for (const { id, version, texts, credits: wanted, roles, dates } of planned) {
    const { numUpdatedRows } = await tx
      .updateTable('show')
      .set({ ...texts, ...dates, version: version + 1, updated_at: now, updated_by: by })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) continue;
    const here = credits.get(id) ?? [];
    const keyOf = (person: Id, kind: string, role: string) => `${person} ${kind} ${buildNameKey(role)}`;
    const known = new Set(here.map(({ person_id, kind, role }) => keyOf(person_id, kind, role)));
    const rows = placeCredits(wanted, here).flatMap(({ credit, ord, place }) => {
      const { person_id, merged_from, printed_as } = creditedTo(credit.person);
      const { kind, role } = credit;
      // Skips people who already have this credit on the site under another name
      if (known.has(keyOf(person_id, kind, role))) return [];
      const printed = { printed_as: credit.as || printed_as, set_by: by };
      return [{ id: newId(), show_id: id, person_id, merged_from, kind, role, ord, place, ...printed }];
    });
    await runInBatches(rows, (batch) => tx.insertInto('credit').values(batch).execute());
    for (const { id, role } of roles) {
      await yieldToEventLoop();
      await tx.updateTable('credit').set({ role }).where('id', '=', id).execute();
    }
    const fields = Object.keys(texts) as ShowTextField[];
    const before = dates && runs.get(id);
    const state: FilledRowState = { version: version + 1, fields, credits: rows.map((row) => row.id) };
    if (roles.length > 0) state.roles = roles.map(({ id }) => id);
    if (before) state.dates = before;
    states.push({ id, state });
  }
  const filled = states.map(({ id, state }) => ({
    kind: filledInShowRowKind,
    row_id: id,
    state: JSON.stringify(state),
  }));
  return { filled, persons: createdCount };
}

/** Gives new credits their position: next to others in the same role, or else below the existing credits. */
function placeCredits(wanted: readonly NewCredit[], here: readonly ExistingCredit[]) {
  const places = new Map<string, number>();
  const orders = new Map<string, number>();
  const last = { cast: 0, crew: 0 };
  for (const { kind, role, ord } of here) {
    last[kind] = Math.max(last[kind], ord);
    const key = `${kind} ${buildNameKey(role)}`;
    if (!orders.has(key)) orders.set(key, ord);
    places.set(key, (places.get(key) ?? 0) + 1);
  }
  return wanted.map((credit) => {
    const key = `${credit.kind} ${buildNameKey(credit.role)}`;
    const ord = orders.get(key) ?? last[credit.kind] + Math.max(credit.order, 0);
    orders.set(key, ord);
    const place = places.get(key) ?? 0;
    places.set(key, place + 1);
    return { credit, ord, place };
  });
}

/** Undoes fill-ins: empties the texts and roles again, deletes the credits, and restores the dates. */
export async function undoFillIns(
  tx: DbTransaction,
  rows: readonly { row_id: Id; state: string }[],
  now: Instant,
): Promise<void> {
  const ids = rows.map(({ row_id }) => row_id);
  const recorded = Map.groupBy(await listImportedRowStates(tx, ids), ({ row_id }) => row_id);
  for (const { row_id: id, state } of rows) {
    const { version, fields, credits, roles = [], dates } = JSON.parse(state) as FilledRowState;
    const emptied = Object.fromEntries(fields.map((field) => [field, '']));
    await tx
      .updateTable('show')
      .set({ ...emptied, ...dates, version: version + 1, updated_at: now, updated_by: null })
      .where('id', '=', id)
      .execute();
    await runInBatches(credits, (batch) => tx.deleteFrom('credit').where('id', 'in', batch).execute());
    await runInBatches(roles, (batch) => tx.updateTable('credit').set({ role: '' }).where('id', 'in', batch).execute());
    await raiseEarlierVersions(tx, recorded.get(id) ?? [], version);
  }
}

/** The number of version steps from before a fill-in to after its undo. */
const versionsOfUndo = 2;

/**
 * After a fill-in is undone, raises the versions that earlier imports recorded for the show, so that those imports can
 * still be undone. All versions are raised by the same number, so that an edit between two imports remains visible as a
 * gap.
 */
async function raiseEarlierVersions(tx: DbTransaction, recorded: readonly ImportedRow[], before: number) {
  const earlier = recorded
    .map((row) => ({ ...row, version: parseVersion(row) }))
    .filter(({ version }) => version < before)
    // Sorts the highest version first, so that a raised state is never mistaken for one that is still to be raised
    .sort((a, b) => b.version - a.version);
  for (const { kind, row_id, state, version } of earlier) {
    const raised = version + versionsOfUndo;
    const to =
      kind === filledInShowRowKind
        ? JSON.stringify({ ...(JSON.parse(state) as FilledRowState), version: raised })
        : String(raised);
    await changeImportedRowState(tx, { kind, row_id, from: state, to });
  }
}

const parseVersion = ({ kind, state }: ImportedRow): number =>
  kind === filledInShowRowKind ? (JSON.parse(state) as FilledRowState).version : Number(state);

async function listShows(db: DbReader, ids: readonly Id[]) {
  const read = (batch: readonly Id[]) =>
    db
      .selectFrom('show')
      .select(['id', 'version', 'date', 'date_precision', 'first_date', 'first_date_precision', ...SHOW_TEXT_FIELDS])
      .where('id', 'in', batch)
      .where('archived_at', 'is', null)
      .execute();
  const shows: Awaited<ReturnType<typeof read>> = [];
  await runInBatches(ids, async (batch) => void shows.push(...(await read(batch))));
  return shows;
}

async function listCredits(db: DbReader, ids: readonly Id[]): Promise<ExistingCredit[]> {
  const credits: ExistingCredit[] = [];
  await runInBatches(ids, async (batch) => {
    const rows = await db
      .selectFrom('credit')
      .innerJoin('person', 'person.id', 'credit.person_id')
      .select(['credit.id', 'credit.show_id', 'credit.person_id', 'credit.kind', 'credit.role', 'credit.ord'])
      .select(['credit.printed_as', 'person.name'])
      .where('credit.show_id', 'in', batch)
      .execute();
    credits.push(...rows);
    await yieldToEventLoop();
  });
  return credits;
}
