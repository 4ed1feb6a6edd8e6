import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import {
  type Database,
  type DbReader,
  type DbTransaction,
  findPublicRevision,
  write,
} from '#platform/server/database/index.ts';
import { readImport } from '#platform/server/imports/import-kind.ts';
import { listSkippedCells } from '#platform/server/imports/import-reader.ts';
import { addImportedRows, recordImport } from '#platform/server/imports/undo-import.ts';
import { formatDate, type Instant } from '#platform/shared/dates/dates.ts';
import { toSortKey } from '#platform/shared/text/sort-key.ts';
import type { NewShow } from '../../incoming-show.ts';
import { findPeopleByName, listCurrentNames } from '../../people/server/index.ts';
import { createShows } from '../../server/create-shows.ts';
import { readArchiveFile, rejectedFilePath, writeRejectedRows } from './import/archive-file.ts';
import { archiveKind } from './import/archive-kind.ts';
import { listExistingShows, matchExistingShows, setImportKeys } from './import/match-existing.ts';
import type { ShowImportReport } from './import/report.ts';
import { showImportKind } from './undo-show-import.ts';

type Counts = Pick<ShowImportReport, 'shows' | 'here' | 'cancelled' | 'archived' | 'titles' | 'persons' | 'credits'>;

/** The result of recording the shows of an archive: `fresh` are the shows, and `newPeople` the people, that didn't exist. */
type Recorded = Counts & { fresh: NewShow[]; newPeople: string[] };

const mostTitles = 200;

/** The number of shows in one write, so that others can save in between. */
const atOnce = 150;
/** The pause before the next write, in milliseconds: another process that waits tries again after 25. */
const betweenWrites = 30;

/**
 * Imports an archive of shows from a spreadsheet, each show whole or not at all. Existing shows stay unchanged, so
 * importing a file again changes nothing, or adds the rest after an interruption. Rejected rows are written to a file
 * next to it (`rejectedFile`). A dry run gives the same counts, but writes neither shows nor that file.
 * @throws SheetError if the file as a whole can't be used; nothing has changed
 */
export async function importShows(
  db: Database,
  file: string,
  { dryRun, now }: { dryRun: boolean; now: Instant },
): Promise<ShowImportReport> {
  const here = (await listCurrentNames(db.read)).map(({ name }) => name);
  const { columns, rows, refused, unused, notes, questions, summary } = await readImport(
    await readArchiveFile(file),
    archiveKind,
    {
      here,
    },
  );
  const shows = rows.map(({ row }) => row);
  const {
    fresh: _,
    newPeople: __,
    ...recorded
  } = await recordNewShows(db, shows, { dryRun, now, file: basename(file) });
  const isWritten =
    !dryRun &&
    (await writeRejectedRows(
      file,
      columns.map(({ heading }) => heading),
      [...refused, ...listSkippedCells({ columns, rows, notes }, refused)],
    ));
  return {
    ...{ dryRun, rows: shows.length + refused.length, ...recorded, refused, unused, notes, questions },
    ...(summary ?? { near: 0, nearNames: [] }),
    file: basename(file),
    rejectedFile: isWritten && refused.length > 0 ? rejectedFilePath(file) : '',
  };
}

/**
 * Records the new shows of an archive on behalf of its sender (`by`), some hundred in each write, so that other writes
 * don't wait for all of them. `also` runs with the first write, if there is any. A dry run only reads.
 */
export async function recordNewShows(
  db: Database,
  shows: NewShow[],
  {
    dryRun,
    now,
    file,
    by = null,
    also,
  }: {
    dryRun: boolean;
    now: Instant;
    file: string;
    by?: Id | null;
    also?: (tx: DbTransaction) => Promise<void>;
  },
): Promise<Recorded> {
  let revision = await db.revision();
  const { fresh, here, links } = await matchExistingShows(shows, await listExistingShows(db.read));
  const newPeople = await findNewPeople(db.read, fresh);
  if (dryRun) return { ...figures(fresh, here), persons: newPeople.length, newPeople };
  if (fresh.length === 0 && links.length === 0) return figures([], here);

  const recorded = { ...figures([], here), newPeople };
  const importId = newId();
  for (let start = 0; start === 0 || start < fresh.length; start += atOnce) {
    if (start > 0) await pause(betweenWrites);
    const some = fresh.slice(start, start + atOnce);
    const done = await write(db, async (tx) => {
      const before = await findPublicRevision(tx);
      // Somebody may have saved one of these shows in the meantime
      const still =
        before === revision ? { fresh: some, links: [] } : await matchExistingShows(some, await listExistingShows(tx));
      await setImportKeys(tx, start === 0 ? [...links, ...still.links] : still.links);
      const created = still.fresh.map((show) => ({ ...show, id: newId() }));
      const { persons } = await createShows(tx, created, { now, by });
      if (start === 0) {
        const record = { id: importId, kind: showImportKind, subject: '', file, imported_by: by, imported_at: now };
        await recordImport(tx, record);
        await also?.(tx);
      }
      await addImportedRows(
        tx,
        importId,
        created.map(({ id }) => ({ kind: 'show', row_id: id, state: '1' })),
      );
      return { before, persons, fresh: still.fresh };
    });
    revision = done.before + 1;
    const more = figures(done.fresh, some.length - done.fresh.length);
    recorded.titles = [...recorded.titles, ...more.titles].slice(0, mostTitles);
    recorded.persons += done.persons;
    recorded.fresh.push(...done.fresh);
    for (const count of ['shows', 'here', 'cancelled', 'archived', 'credits'] as const) recorded[count] += more[count];
  }
  return recorded;
}

/** Returns the report on new shows, without the number of new people. */
const figures = (fresh: NewShow[], here: number): Recorded => ({
  fresh,
  newPeople: [],
  shows: fresh.length,
  here,
  cancelled: fresh.filter((show) => show.cancelled).length,
  archived: fresh.filter((show) => show.archived).length,
  persons: 0,
  credits: fresh.reduce((sum, show) => sum + show.credits.length, 0),
  titles: fresh
    .slice(0, mostTitles)
    .map(
      ({ title, date, date_precision, archived }) =>
        `${title}, ${formatDate(date, date_precision)}${archived ? ', archived' : ''}`,
    ),
});

/** Lists the names of the people who would be new. */
async function findNewPeople(db: DbReader, shows: readonly NewShow[]): Promise<string[]> {
  const { fresh } = await findPeopleByName(
    db,
    shows.flatMap(({ credits }) => credits.map(({ person }) => person)),
  );
  return [...fresh.values()].sort(compareNames);
}

const compareNames = (a: string, b: string) => (toSortKey(a) < toSortKey(b) ? -1 : 1);
