// Parses archives in a separate process, so that a malicious spreadsheet can't exhaust the server's CPU or memory.
import { readFile } from 'node:fs/promises';
import { handleWorkerTasks } from '#platform/server/background/handle-worker-tasks.ts';
import { SheetError } from '#platform/server/formats/sheet.ts';
import { parseArchive } from './import/parse-archive.ts';

/** More than this is unreadable on a screen. */
const mostTold = 200;
/** The number of shows sent at once, so that parsing one piece delays nobody. */
const piece = 100;

export interface ReadArchiveRequest {
  /** The file's path. */
  path: string;
  /** The names of people who exist already. */
  here: { name: string }[];
}

/** The content of the file, or the reason it can't be used. */
export type ReadArchiveResult =
  | { refused: string }
  | {
      /** Its shows as JSON, in several pieces. */
      shows: string[];
      refusedRows: number;
      refusals: { line: number; column: string; reason: string }[];
      near: number;
      nearNames: [string, string][];
      unused: string[];
    };

handleWorkerTasks(async ({ path, here }: ReadArchiveRequest): Promise<ReadArchiveResult> => {
  try {
    const { headings, shows, refused, nearNames } = await parseArchive(await readFile(path), here);
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
    if (fault instanceof SheetError) return { refused: fault.message };
    throw fault;
  }
});
