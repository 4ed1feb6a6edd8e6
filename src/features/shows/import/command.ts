import { basename } from 'node:path';
import { type Database, type Writing, write } from '../../../platform/server/database/index.ts';
import type { Id } from '../../../platform/server/ids.ts';
import { dateInWords, type Instant } from '../../../platform/shared/dates.ts';
import { allNames } from '../../people/server/index.ts';
import type { NewShow } from '../production.ts';
import { recordShows } from '../server/store.ts';
import { keepRefusals, readArchiveFile, rejectedFile } from './archive-file.ts';
import { sortNewcomers } from './newcomers.ts';
import type { Refusal } from './read-csv.ts';
import { readShows } from './reading.ts';
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

interface Recorded extends Pick<ImportReport, 'shows' | 'here' | 'cancelled' | 'persons' | 'credits'> {
  /** The first of the new ones, as people know a show. */
  titles: string[];
}

const mostTitles = 200;

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
  const { headings, shows, refused, nearNames } = readShows(await readArchiveFile(file), await allNames(db.read));
  const recorded = await recordNew(db, shows, { dryRun, now });
  const kept = !dryRun && (await keepRefusals(file, headings, refused));
  const rows = shows.length + refused.length;
  return {
    ...{ dryRun, rows, ...recorded, refused, unused: headings.unused, nearNames },
    file: basename(file),
    rejectedFile: kept && refused.length > 0 ? rejectedFile(file) : '',
  };
}

/**
 * Records the shows of an archive that are not here yet, for who sent it (`by`). `also` is done in the same transaction,
 * where anything is new.
 */
export async function recordNew(
  db: Database,
  shows: NewShow[],
  {
    dryRun,
    now,
    by = null,
    also,
  }: { dryRun: boolean; now: Instant; by?: Id | null; also?: (tx: Writing) => Promise<void> },
): Promise<Recorded> {
  // Asked once before: a write would tell the site that its pages have changed, even if nothing is written.
  const before = sortNewcomers(shows, await showsHere(db.read));
  if (before.fresh.length === 0 && before.links.length === 0) return figures(before.here);

  const record = async (tx: Writing) => {
    const { fresh, here, links } = sortNewcomers(shows, await showsHere(tx));
    await linkToArchive(tx, links);
    const counts = await recordShows(tx, fresh, { now, by });
    const titles = fresh
      .slice(0, mostTitles)
      .map(({ title, date, date_precision }) => `${title}, ${dateInWords(date, date_precision)}`);
    const recorded = { ...counts, here, titles, cancelled: fresh.filter((show) => show.cancelled).length };
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

const figures = (here: number): Recorded => ({ shows: 0, here, cancelled: 0, persons: 0, credits: 0, titles: [] });
