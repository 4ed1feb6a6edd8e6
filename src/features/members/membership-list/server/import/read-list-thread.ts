// Reads a list of members in a thread of its own: a file made to take for ever holds up nobody else.
import { readFile } from 'node:fs/promises';
import { handleWorkerTasks } from '#platform/server/background/handle-worker-tasks.ts';
import { SheetError } from '#platform/server/formats/sheet.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import type { KnownPlan } from '../../paper-list.ts';
import { type ReadPaperList, readPaperList } from './read-list.ts';

export interface ReadListRequest {
  /** The file's path, or the pasted text. */
  list: { path: string } | { text: string };
  plans: KnownPlan[];
  today: CalendarDate;
}

/** The parsed list, or the reason it can't be used. */
export type ReadListResult = { unusable: string } | ReadPaperList;

handleWorkerTasks(async ({ list, plans, today }: ReadListRequest): Promise<ReadListResult> => {
  try {
    const bytes = 'path' in list ? await readFile(list.path) : Buffer.from(list.text);
    return await readPaperList(bytes, { plans, today });
  } catch (fault) {
    if (fault instanceof SheetError) return { unusable: fault.message };
    throw fault;
  }
});
