import { basename } from 'node:path';
import { type Database, type Writing, write } from '../../../platform/server/database/index.ts';
import type { Id } from '../../../platform/server/ids.ts';
import type { Instant } from '../../../platform/shared/dates.ts';
import { nameKey, nearNames } from '../../people/names.ts';
import { allNames } from '../../people/server/index.ts';
import type { NewShow } from '../production.ts';
import { recordShows } from '../server/store.ts';
import { keepRefusals, readArchiveFile, rejectedFile } from './archive-file.ts';
import { sortNewcomers } from './newcomers.ts';
import { type Archive, cellOf, type Refusal, readArchive } from './read-csv.ts';
import { RowFault, showFromRow } from './row.ts';
import { linkToArchive, showsHere } from './store.ts';

export interface ImportReport {
  /** The file's name, without its folder. */
  file: string;
  dryRun: boolean;
  /** Rows with anything in them, refused ones included. */
  rows: number;
  /** Shows that are new. */
  shows: number;
  /** Shows that were here already, and were left as they are. */
  here: number;
  /** How many of the new shows were cancelled. */
  cancelled: number;
  /** People that are new. */
  persons: number;
  credits: number;
  refused: Refusal[];
  /** Where the refused rows are kept; "" when there are none, on a dry run, or if the folder may not be written to. */
  rejectedFile: string;
  /** Headings whose columns were not used. */
  unused: string[];
  /** Names in the file that are near another one, in the file or here. */
  nearNames: [string, string][];
}

type Recorded = Pick<ImportReport, 'shows' | 'here' | 'cancelled' | 'persons' | 'credits'>;

/** Carries the figures of a dry run out of the transaction that they undo. */
class DryRun extends Error {
  readonly recorded: Recorded;

  constructor(recorded: Recorded) {
    super('A dry run is rolled back.');
    this.recorded = recorded;
  }
}

/**
 * Imports an archive of shows from a CSV file, all of it or nothing. Shows that are here already are left as they are,
 * so that importing a file again changes nothing. Refused rows are kept beside the file (`rejectedFile`); a dry run
 * counts as if it had been done, and writes neither shows nor that file.
 * @throws ArchiveFault when the file can't be used as a whole; nothing has changed
 */
export async function importShows(
  db: Database,
  file: string,
  { dryRun, now }: { dryRun: boolean; now: Instant },
): Promise<ImportReport> {
  const { archive, report } = await importBytes(db, await readArchiveFile(file), { dryRun, now });
  const kept = !dryRun && (await keepRefusals(file, archive.headings, report.refused));
  return {
    ...report,
    file: basename(file),
    rejectedFile: kept && report.refused.length > 0 ? rejectedFile(file) : '',
  };
}

/**
 * The same for what somebody sent (`by`): nothing is kept beside it. `also` is done in the same transaction as the import.
 * @throws ArchiveFault when it can't be used as a whole; nothing has changed
 */
export async function importBytes(
  db: Database,
  bytes: Uint8Array,
  { dryRun, now, by, also }: { dryRun: boolean; now: Instant; by?: Id; also?: (tx: Writing) => Promise<void> },
): Promise<{ archive: Archive; report: ImportReport }> {
  const archive = readArchive(bytes);
  const { shows, refused } = readShows(archive);
  const near = nearNamesOf(shows, await allNames(db.read));
  const recorded = await recordNew(db, shows, { dryRun, now, by: by ?? null, also });
  const { unused } = archive.headings;
  const rows = shows.length + refused.length;
  return {
    archive,
    report: { file: '', dryRun, rows, ...recorded, refused, rejectedFile: '', unused, nearNames: near },
  };
}

/** The shows of an archive, and the rows that are none, in the order of the file. */
export function readShows({ headings, rows, refused }: Archive): { shows: NewShow[]; refused: Refusal[] } {
  const shows: NewShow[] = [];
  const refusals = [...refused];
  const lines = new Map<string | null, number>();
  for (const row of rows) {
    try {
      const show = showFromRow((column) => cellOf(headings, row, column));
      const earlier = lines.get(show.import_key);
      if (earlier !== undefined) throw new RowFault('title', `line ${earlier} has the same show`);
      lines.set(show.import_key, row.line);
      shows.push(show);
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      const column = headings.names[headings.places.get(error.column) ?? -1] ?? error.column;
      refusals.push({ ...row, column, reason: error.message });
    }
  }
  return { shows, refused: refusals.sort((a, b) => a.line - b.line) };
}

async function recordNew(
  db: Database,
  shows: NewShow[],
  {
    dryRun,
    now,
    by,
    also,
  }: { dryRun: boolean; now: Instant; by: Id | null; also: ((tx: Writing) => Promise<void>) | undefined },
): Promise<Recorded> {
  // Asked once before: a write would tell the site that its pages have changed, even if nothing is written.
  const before = sortNewcomers(shows, await showsHere(db.read));
  if (before.fresh.length === 0 && before.links.length === 0) return figures(before.here);

  const record = async (tx: Writing) => {
    const { fresh, here, links } = sortNewcomers(shows, await showsHere(tx));
    await linkToArchive(tx, links);
    const counts = await recordShows(tx, fresh, { now, by });
    const recorded = { ...counts, here, cancelled: fresh.filter((show) => show.cancelled).length };
    if (dryRun) throw new DryRun(recorded);
    await also?.(tx);
    return recorded;
  };
  try {
    return await write(db, record);
  } catch (error) {
    if (error instanceof DryRun) return error.recorded;
    throw error;
  }
}

const figures = (here: number): Recorded => ({ shows: 0, here, cancelled: 0, persons: 0, credits: 0 });

function nearNamesOf(shows: NewShow[], here: { name: string }[]): [string, string][] {
  const names = shows.flatMap((show) => show.credits.map((credit) => credit.person));
  const inFile = new Set(names.map(nameKey));
  const pairs = nearNames([...here.map((person) => person.name), ...names]);
  return pairs.filter((pair) => pair.some((name) => inFile.has(nameKey(name))));
}
