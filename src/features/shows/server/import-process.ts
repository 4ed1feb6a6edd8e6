// An archive is read here: a spreadsheet written to take for ever or to fill the memory takes nothing with it but this.
import { readFile } from 'node:fs/promises';
import { answering } from '#platform/server/background/answering.ts';
import { ArchiveFault } from './import/fault.ts';
import { readShows } from './import/parse.ts';

/** More than this nobody reads on a screen. */
const mostTold = 200;
/** How many shows are handed over in one piece, so that taking one apart keeps nobody waiting. */
const piece = 100;

export interface ArchiveToRead {
  /** Where the file lies. */
  path: string;
  /** Who is here already. */
  here: { name: string }[];
}

/** What stands in it, or in words why it can't be used. */
export type ReadAside =
  | { refused: string }
  | {
      /** Its shows as JSON, some in each. */
      shows: string[];
      refusedRows: number;
      refusals: { line: number; column: string; reason: string }[];
      near: number;
      nearNames: [string, string][];
      unused: string[];
    };

answering(async ({ path, here }: ArchiveToRead): Promise<ReadAside> => {
  try {
    const { headings, shows, refused, nearNames } = readShows(await readFile(path), here);
    const pieces: string[] = [];
    for (let start = 0; start < shows.length; start += piece) {
      pieces.push(JSON.stringify(shows.slice(start, start + piece)));
    }
    return {
      shows: pieces,
      refusedRows: refused.length,
      refusals: refused.slice(0, mostTold).map(({ line, column, reason }) => ({ line, column, reason })),
      near: nearNames.length,
      nearNames: nearNames.slice(0, mostTold),
      unused: headings.unused,
    };
  } catch (fault) {
    if (fault instanceof ArchiveFault) return { refused: fault.message };
    throw fault;
  }
});
