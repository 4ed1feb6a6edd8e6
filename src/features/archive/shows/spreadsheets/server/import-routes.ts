import { findUserName, mayUse } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import type { Database } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import {
  buildImportReport,
  buildUnusableImportResponse,
  createImportReader,
  listRowsWithSkippedCells,
} from '#platform/server/imports/import-reader.ts';
import { registerImportUndoCalls } from '#platform/server/imports/undo-import.ts';
import type { CellNote } from '#platform/shared/calls/imports.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { importShows, listShowImports, type ShowImportResult, undoShowImport } from '../../edit-contract.ts';
import type { NewShow } from '../../fields.ts';
import { listCurrentNames } from '../../people/server/index.ts';
import { formatRun } from '../../run.ts';
import { archiveKind, type ExistingPeople, type SimilarNames } from './import/archive-kind.ts';
import { listExistingShows } from './import/match-existing.ts';
import { createShowImportUndo, recordImportedShows } from './import-shows.ts';
import { collectRemarks, parseChosenNamesakes } from './remarks.ts';

/** The maximum numbers of entries in the report's lists, because longer lists would be unreadable on a screen. */
const maxShown = 200;
const maxRowsShown = 2_000;
const maxPeopleShown = 1_000;

/** Reads an archive in a separate process. Ten thousand rows take 2 s on an idle machine. */
const readArchive = createImportReader<NewShow, ExistingPeople, SimilarNames>(
  new URL('./import/read-archive-process.ts', import.meta.url),
  { as: 'process', taskTimeoutMs: minute, maxHeapMb: 768 },
);

/** Registers the calls that import an archive of shows, preview the import, list the imports and undo them. */
export function registerImportShowsRoutes(registry: RouteRegistry, services: Services): void {
  const { call, db } = registry;
  const access = mayUse('shows_write');
  const uploads = { maxFiles: 1, maxBytes: archiveKind.maxBytes };
  call(importShows, { access, uploads }, importArchive(db));
  const calls = { list: listShowImports, undo: undoShowImport };
  registerImportUndoCalls(registry, calls, { access, findUserName, ...createShowImportUndo(services) });
}

/**
 * Renames the former key of the question about more exact dates, which pages opened before an upgrade still send. The
 * question about numeric dates has the same key, so only the answers `refine` and `add` are renamed.
 */
const renameFormerAnswer = (answer: string) => answer.replace(/^dates=(refine|add)$/, 'exact_dates=$1');

/** Returns the first remarks of each kind, and the number of remarks of each kind. */
function limitNotes(all: readonly CellNote[]): Pick<ShowImportResult, 'notes' | 'note_counts'> {
  const byKind = Map.groupBy(all, ({ kind }) => kind);
  const count = (kind: CellNote['kind']) => byKind.get(kind)?.length ?? 0;
  return {
    notes: [...byKind.values()].flatMap((notes) => notes.slice(0, maxShown)),
    note_counts: { skipped: count('skipped'), check: count('check'), read: count('read') },
  };
}

const importArchive =
  (db: Database): CallHandler<typeof importShows> =>
  async (request) => {
    const { body, files, now, visitor } = request;
    const [file] = files;
    if (!file) return refuse(400, 'Choose the spreadsheet to import.', { file: 'Choose the spreadsheet to import.' });
    const dryRun = body.dry_run === '1';
    const names = (await listCurrentNames(db.read)).map(({ name }) => name);
    const task = {
      source: { path: file.arrival.path },
      context: { names },
      chosen: body.columns,
      answers: body.answers,
    };
    const archive = await readArchive(task, visitor.id);
    if ('unusable' in archive) return buildUnusableImportResponse(archive);
    const { refused, unused, summary: { near, nearNames } = { near: 0, nearNames: [] } } = archive;
    const entry = { ...createAuditContext(request, 'show.imported') };
    const rows = archive.rows.map(({ row }) => row);
    const existing = await listExistingShows(db.read);
    const answers = new Set(body.answers.map(renameFormerAnswer));
    const recorded = await recordImportedShows(db, rows, {
      fillsIn: { details: answers.has('existing=fill'), dates: answers.has('exact_dates=refine') },
      others: answers.has('others=add') ? 'add' : 'same',
      dates: answers.has('exact_dates=add') ? 'add' : 'same',
      chosen: parseChosenNamesakes(answers),
      dryRun,
      now,
      by: visitor.id,
      file: file.name,
      also: (tx) => recordAudit(tx, { ...entry, detail: file.name }),
    });
    const { shows, here, filled, titles, persons, credits, missing, different } = recorded;
    const isNew = new Set(recorded.fresh);
    const remarks = await collectRemarks(archive, {
      fresh: isNew,
      missing,
      different,
      matched: recorded.matched,
      namesakes: recorded.namesakes,
      existing,
      answers,
    });
    const filledIds = new Set(recorded.planned.map(({ id }) => id));
    const ids = new Map(recorded.matched.map(({ show, id }) => [show, id]));
    const report: ShowImportResult = {
      ...{ dryRun, shows, here, filled, titles, persons, credits, near, unused },
      new_people: recorded.newPeople.slice(0, maxPeopleShown),
      nearNames: nearNames.slice(0, maxShown),
      refused: refused.length,
      refusals: refused.slice(0, maxShown).map(({ line, column, reason }) => ({ line, column, reason })),
      rows_total: archive.rows.length,
      rows: archive.rows.slice(0, maxRowsShown).map(({ line, row }) => ({
        ...{ line, title: row.title, date: formatRun(row) },
        to: isNew.has(row) ? 'new' : filledIds.has(ids.get(row) ?? '') ? 'filled' : 'known',
      })),
      ...limitNotes(remarks.notes),
      questions: remarks.questions,
      // Rows with a skipped cell are included, because another import can fill in the cell once it is corrected
      ...(await buildImportReport(archive, [...refused, ...listRowsWithSkippedCells(archive, refused)])),
    };
    const outcome = shows + filled > 0 ? 'Shows imported.' : 'Nothing was imported.';
    return ok(dryRun ? 'Preview only: nothing has been changed yet.' : outcome, { report });
  };
