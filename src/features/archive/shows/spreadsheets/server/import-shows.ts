import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import {
  type Database,
  type DbReader,
  type DbTransaction,
  findPublicRevision,
  runInBatches,
  write,
} from '#platform/server/database/index.ts';
import { findRowUseReasons, type RowUse } from '#platform/server/feature/deletion.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { formatRejectedRows, type RejectedSheetRow } from '#platform/server/formats/read-sheet.ts';
import { createFileTooLargeError, SheetError } from '#platform/server/formats/sheet.ts';
import { listRowsWithSkippedCells, readImportFile } from '#platform/server/imports/import-reader.ts';
import {
  addImportedRows,
  type ImportedRow,
  type ImportUndo,
  recordImport,
} from '#platform/server/imports/undo-import.ts';
import type { CellNote, ImportQuestion } from '#platform/shared/calls/imports.ts';
import { formatDate, type Instant } from '#platform/shared/dates/dates.ts';
import { runToCompletion } from '#platform/shared/run-to-completion.ts';
import { toSortKey } from '#platform/shared/text/sort-key.ts';
import type { NewShow } from '../../fields.ts';
import { type ChosenNamesakes, findPeopleByName, listCurrentNames } from '../../people/server/index.ts';
import { createShows } from '../../server/save-show.ts';
import {
  type FilledRowState,
  filledInShowRowKind,
  fillInShows,
  findMissingDetails,
  type MissingDetails,
  type RequestedFillIns,
  selectRequestedFillIns,
  undoFillIns,
} from './fill-in-shows.ts';
import { archiveKind } from './import/archive-kind.ts';
import {
  listExistingShows,
  type MatchedShow,
  type MatchOptions,
  matchExistingShows,
  setImportKeys,
} from './import/match-existing.ts';
import type { ShowImportReport } from './import/report.ts';
import { collectRemarks, findNamesakeQuestions } from './remarks.ts';

type Counts = Pick<ShowImportReport, 'shows' | 'here' | 'cancelled' | 'archived' | 'titles' | 'persons' | 'credits'>;

/** The result of recording the shows of an archive. */
type Recorded = Counts & {
  /** The shows that the import adds. */
  fresh: NewShow[];
  /** The names of the people whom the import adds. */
  newPeople: string[];
  /** The details that existing shows lack and the file has. */
  missing: MissingDetails[];
  /** The details that are to be filled in. */
  planned: MissingDetails[];
  /** The number of existing shows that were filled in or, in a dry run, would be. */
  filled: number;
  /** Rows with the title and date of an existing show, but another season, venue or director. */
  different: MatchedShow[];
  /** All rows that match existing shows. */
  matched: MatchedShow[];
  /** Questions about which of several people with the same name is meant in new credits. */
  namesakes: ImportQuestion[];
};

const maxTitles = 200;

/** The number of shows in one write. It is limited, so that others can save in between. */
const atOnce = 150;
/** The pause before the next write, in milliseconds. Another process that waits to write tries again after 25 ms. */
const betweenWrites = 30;

/**
 * Imports an archive of shows from a spreadsheet. Each show is imported completely or not at all. Existing shows stay
 * unchanged, except that a show created on the site gets an import key if it matches a row. Importing a file again
 * therefore changes nothing, or adds the rest after an interruption. Rejected rows, and rows with a skipped cell, are
 * written to a file next to the spreadsheet (`rejectedFile`). A dry run gives the same counts, but writes neither shows
 * nor that file.
 *
 * @throws SheetError if the file as a whole can't be used; nothing has changed
 */
export async function importShowsFromFile(
  db: Database,
  file: string,
  { dryRun, now }: { dryRun: boolean; now: Instant },
): Promise<ShowImportReport> {
  const names = (await listCurrentNames(db.read)).map(({ name }) => name);
  const archive = await readImportFile(await readArchiveFile(file), archiveKind, { names });
  const { columns, rows, refused, unused, summary } = archive;
  const existing = await listExistingShows(db.read);
  const shows = rows.map(({ row }) => row);
  const {
    fresh,
    missing,
    different,
    matched,
    namesakes,
    filled: _,
    planned: __,
    ...recorded
  } = await recordImportedShows(db, shows, { dryRun, now, file: basename(file) });
  const rejected = [...refused, ...listRowsWithSkippedCells(archive, refused)];
  const headings = columns.map(({ heading }) => heading);
  const isWritten = !dryRun && (await writeRejectedRows(file, headings, rejected));
  const remarks = await collectRemarks(archive, {
    ...{ fresh: new Set(fresh), missing, different, matched, existing, namesakes },
    // The command can't ask the user these questions, so existing shows stay unchanged
    answers: new Set(),
  });
  return {
    ...{ dryRun, rows: rows.length + refused.length, ...recorded, refused, unused },
    notes: [...remarks.notes, ...noteUnchangedShows(matched, rows)],
    questions: remarks.questions,
    ...(summary ?? { near: 0, nearNames: [] }),
    file: basename(file),
    rejectedFile: isWritten && rejected.length > 0 ? rejectedFilePath(file) : '',
  };
}

/**
 * Notes the rows of shows whose dates on the site are less exact. Only the website, not the command, offers to change
 * such dates.
 */
function noteUnchangedShows(
  matched: readonly MatchedShow[],
  rows: readonly { line: number; row: NewShow }[],
): CellNote[] {
  const lines = new Map(rows.map(({ line, row }) => [row, line]));
  return matched.flatMap(({ show, isRefined }) => {
    const line = lines.get(show);
    const reason = 'this show is already in the archive with a less exact date, which isn’t changed';
    return isRefined && line !== undefined ? [{ line, column: 'title', kind: 'check', reason }] : [];
  });
}

/** The options for recording an archive. */
export interface RecordImportOptions extends MatchOptions {
  dryRun: boolean;
  now: Instant;
  file: string;
  /** The user who imports the archive; null on the command line. */
  by?: Id | null;
  /** The parts of existing shows to fill in. */
  fillsIn?: RequestedFillIns;
  /** The people whom a user has chosen among namesakes. */
  chosen?: ChosenNamesakes;
  /** Runs in the write that records the import. It doesn't run if no show is added or filled in. */
  also?: (tx: DbTransaction) => Promise<void>;
}

/**
 * Records the new shows of an archive, and fills in existing ones as far as requested. The writes are of limited size, so
 * that other writes don't wait for the whole archive. A dry run only reads.
 */
export async function recordImportedShows(
  db: Database,
  shows: NewShow[],
  {
    dryRun,
    now,
    file,
    by = null,
    fillsIn = { details: false, dates: false },
    chosen,
    also,
    ...matching
  }: RecordImportOptions,
): Promise<Recorded> {
  let revision = await db.revision();
  const { fresh, matched, links } = await matchExistingShows(db.read, shows, matching);
  const missing = await findMissingDetails(db.read, matched);
  const planned = selectRequestedFillIns(missing, fillsIn);
  const newPeople = await findNewPeople(db.read, [...fresh, ...planned]);
  const namesakes = await findNamesakeQuestions(db.read, [...fresh, ...planned], chosen);
  const known = {
    newPeople,
    namesakes,
    missing,
    planned,
    matched,
    filled: planned.length,
    different: matched.filter(({ difference }) => difference),
  };
  if (dryRun) return { ...buildCounts(fresh, matched.length), ...known, persons: newPeople.length };
  const recorded = { ...buildCounts([], matched.length), ...known, filled: 0 };
  if (fresh.length === 0 && links.length === 0 && planned.length === 0) return recorded;

  const importId = newId();
  let isRecorded = false;
  /**
   * Records these rows, and with the first of them the import.
   * @returns true if the import is recorded once the transaction is committed
   */
  const recordRows = async (tx: DbTransaction, rows: readonly ImportedRow[]): Promise<boolean> => {
    if (rows.length === 0) return isRecorded;
    if (!isRecorded) {
      const record = { id: importId, kind: showImportKind, subject: '', file, imported_by: by, imported_at: now };
      await recordImport(tx, record);
      await also?.(tx);
    }
    await addImportedRows(tx, importId, rows);
    return true;
  };
  for (let start = 0; start === 0 || start < fresh.length; start += atOnce) {
    if (start > 0) await pause(betweenWrites);
    const some = fresh.slice(start, start + atOnce);
    const done = await write(db, async (tx) => {
      const before = await findPublicRevision(tx);
      // Somebody may have saved one of these shows in the meantime
      const still =
        before === revision
          ? { fresh: some, links: [] }
          : await matchExistingShows(tx, some, { ...matching, dates: 'add' });
      await setImportKeys(tx, start === 0 ? [...links, ...still.links] : still.links);
      const created = still.fresh.map((show) => ({ ...show, id: newId() }));
      const { persons } = await createShows(tx, created, { now, by, chosen });
      const rows = created.map(({ id }) => ({ kind: 'show', row_id: id, state: '1' }));
      return { before, persons, fresh: still.fresh, isRecorded: await recordRows(tx, rows) };
    });
    isRecorded = done.isRecorded;
    revision = done.before + 1;
    const more = buildCounts(done.fresh, some.length - done.fresh.length);
    recorded.titles = [...recorded.titles, ...more.titles].slice(0, maxTitles);
    recorded.persons += done.persons;
    recorded.fresh.push(...done.fresh);
    for (const count of ['shows', 'here', 'cancelled', 'archived', 'credits'] as const) recorded[count] += more[count];
  }
  for (let start = 0; start < planned.length; start += atOnce) {
    await pause(betweenWrites);
    const some = planned.slice(start, start + atOnce);
    const done = await write(db, async (tx) => {
      const { filled, persons } = await fillInShows(tx, some, { now, by, chosen });
      return { filled: filled.length, persons, isRecorded: await recordRows(tx, filled) };
    });
    isRecorded = done.isRecorded;
    recorded.filled += done.filled;
    recorded.persons += done.persons;
  }
  return recorded;
}

/** Counts new shows and their credits for a report. The number of new people is 0 here; the caller adds it. */
const buildCounts = (fresh: NewShow[], here: number): Counts & { fresh: NewShow[] } => ({
  fresh,
  shows: fresh.length,
  here,
  cancelled: fresh.filter((show) => show.cancelled).length,
  archived: fresh.filter((show) => show.archived).length,
  persons: 0,
  credits: fresh.reduce((sum, show) => sum + show.credits.length, 0),
  titles: fresh
    .slice(0, maxTitles)
    .map(
      ({ title, date, date_precision, archived }) =>
        `${title}, ${formatDate(date, date_precision)}${archived ? ', archived' : ''}`,
    ),
});

/** Lists, from A to Z, the names of the people whom the import would create. */
async function findNewPeople(db: DbReader, shows: readonly Pick<NewShow, 'credits'>[]): Promise<string[]> {
  const { fresh } = await findPeopleByName(
    db,
    shows.flatMap(({ credits }) => credits.map(({ person }) => person)),
  );
  const keyed: { name: string; key: string }[] = [];
  for (const name of fresh.values()) {
    await yieldToEventLoop();
    keyed.push({ name, key: toSortKey(name) });
  }
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ name }) => name);
}

/**
 * Reads the bytes of a file to import, up to the maximum size of an archive.
 * @throws SheetError if there is no such file, or it can't be read
 */
export async function readArchiveFile(file: string): Promise<Uint8Array> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new SheetError(`${file} is not a file. Name the spreadsheet to import.`);
    if (found.size > archiveKind.maxBytes) throw createFileTooLargeError(archiveKind);
    return await readFile(file);
  } catch (error) {
    if (error instanceof SheetError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new SheetError(`There is no file ${file}.`);
    throw new SheetError(`Can’t read ${file} (${code}). Check its permissions and try again.`);
  }
}

/** Returns the file for the rejected rows of `FILE.csv` and `FILE.xlsx`: `FILE.rejected.csv`. */
export const rejectedFilePath = (file: string) => `${file.replace(/\.(csv|xlsx)$/i, '')}.rejected.csv`;

/**
 * Writes the rejected rows to a file, each after its line, column and reason, so that they can be corrected there and
 * imported again. If there are no rejected rows, deletes an older file.
 * @returns false if the file can't be written, which doesn't invalidate the import
 */
export async function writeRejectedRows(
  file: string,
  names: readonly string[],
  refused: readonly RejectedSheetRow[],
): Promise<boolean> {
  const target = rejectedFilePath(file);
  const unfinished = `${target}.part`;
  try {
    if (refused.length === 0) {
      await rm(target, { force: true });
      return true;
    }
    await writeFile(unfinished, runToCompletion(formatRejectedRows(names, refused)));
    await rename(unfinished, target);
    return true;
  } catch {
    await rm(unfinished, { force: true }).catch(() => undefined);
    return false;
  }
}

/** The kind under which imports of shows are recorded. */
const showImportKind = 'shows';

/**
 * Creates the handler that undoes imports of shows. New shows that nobody has changed, archived or used since are
 * deleted. What was filled in is reversed in shows that nobody has changed since. People whom the import added are
 * deleted, unless something still refers to them.
 */
export function createShowImportUndo({
  all,
  clock,
}: Pick<Services, 'all' | 'clock'>): Omit<ImportUndo, 'access' | 'findUserName'> {
  const uses = all('rowUses');
  return {
    kind: showImportKind,
    action: 'show.import_undone',
    async inspect(db, rows) {
      const ids = rows.map(({ row_id }) => row_id);
      const shows = new Map((await findShowsById(db, ids)).map((show) => [show.id, show]));
      const used = await findRowUseReasons(db, uses, 'show', ids);
      return rows.flatMap((row) => {
        const show = shows.get(row.row_id);
        if (!show) return { row, name: 'A show', kept: 'it is no longer here' };
        const name = `${show.title}, ${formatDate(show.date, show.date_precision)}`;
        if (row.kind === filledInShowRowKind) {
          const { version } = JSON.parse(row.state) as FilledRowState;
          const kept = show.version === version ? '' : 'it has been changed since';
          return { row, name: `${name} (what was filled in)`, kept };
        }
        const isChanged = String(show.version) !== row.state;
        // Archiving doesn't count as an edit, so it is checked separately
        const kept = isChanged
          ? 'it has been changed since'
          : show.archived_at !== null
            ? 'it has been archived since'
            : (used.get(show.id) ?? '');
        return { row, name, kept };
      });
    },
    async undo(tx, rows, importedAt) {
      const [filled, created] = [true, false].map((isFilled) =>
        rows.filter(({ kind }) => (kind === filledInShowRowKind) === isFilled),
      );
      await undoFillIns(tx, filled ?? [], clock().toISOString());
      await runInBatches(
        (created ?? []).map(({ row_id }) => row_id),
        (batch) => tx.deleteFrom('show').where('id', 'in', batch).execute(),
      );
      await deleteUnusedPeople(tx, importedAt, uses);
    },
  };
}

async function findShowsById(db: DbReader, ids: readonly Id[]) {
  const select = (batch: readonly Id[]) =>
    db
      .selectFrom('show')
      .select(['id', 'title', 'date', 'date_precision', 'version', 'archived_at'])
      .where('id', 'in', batch)
      .execute();
  const shows: Awaited<ReturnType<typeof select>> = [];
  await runInBatches(ids, async (batch) => {
    shows.push(...(await select(batch)));
  });
  return shows;
}

/** Deletes the people that an import created, unless anything still refers to them. */
async function deleteUnusedPeople(tx: DbTransaction, madeAt: Instant, uses: readonly RowUse[]): Promise<void> {
  const made = await tx.selectFrom('person').select('id').where('created_at', '=', madeAt).execute();
  const ids = made.map(({ id }) => id);
  const used = await findRowUseReasons(tx, uses, 'person', ids);
  await runInBatches(
    ids.filter((id) => !used.has(id)),
    (batch) => tx.deleteFrom('person').where('id', 'in', batch).execute(),
  );
}
