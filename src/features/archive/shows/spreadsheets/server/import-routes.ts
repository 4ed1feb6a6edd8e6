import { findUserName, mayUse } from '#features/society/accounts/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import type { Database } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import {
  createImportReader,
  listSkippedCells,
  reportImport,
  unusableResponse,
} from '#platform/server/imports/import-reader.ts';
import { registerImportUndo } from '#platform/server/imports/undo-import.ts';
import type { ImportQuestion } from '#platform/shared/calls/imports.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { type ImportPreview, importShows, listShowImports, undoShowImport } from '../../edit-contract.ts';
import type { NewShow } from '../../incoming-show.ts';
import { listCurrentNames } from '../../people/server/index.ts';
import { formatRun } from '../../run.ts';
import { type FillIn, hasDetails } from './fill-in-shows.ts';
import { type ArchiveContext, archiveKind, type SimilarNames } from './import/archive-kind.ts';
import { listExistingShows, type MatchedShow } from './import/match-existing.ts';
import { noteNearTitles } from './import/near-titles.ts';
import { recordNewShows } from './import-shows.ts';
import { createShowImportUndo } from './undo-show-import.ts';

/** The maximum numbers shown, because longer lists would be unreadable on a screen. */
const mostShown = 200;
const mostRowsShown = 2_000;
const mostPeopleShown = 1_000;

/** Reads an archive in a separate process. Ten thousand rows take 2 s on an idle machine. */
const readArchive = createImportReader<NewShow, ArchiveContext, SimilarNames>(
  new URL('./import/read-archive-process.ts', import.meta.url),
  { as: 'process', taskTimeoutMs: minute, maxHeapMb: 768 },
);

/** Registers the calls that import an archive of shows, and preview the import. */
export function registerImportShowsRoutes(platform: Platform, services: Services): void {
  const { call, db } = platform;
  const access = mayUse('shows_write');
  const uploads = { most: 1, bytes: archiveKind.maxBytes };
  call(importShows, { access, uploads }, importArchive(db));
  const calls = { list: listShowImports, undo: undoShowImport };
  registerImportUndo(platform, calls, { access, findUserName, ...createShowImportUndo(services) });
}

const importArchive =
  (db: Database): CallHandler<typeof importShows> =>
  async (request) => {
    const { body, files, now, visitor } = request;
    const [file] = files;
    if (!file) return refuse(400, 'Choose the spreadsheet to import.', { file: 'Choose the spreadsheet to import.' });
    const dryRun = body.dry_run === '1';
    const here = (await listCurrentNames(db.read)).map(({ name }) => name);
    const task = {
      source: { path: file.arrival.path },
      context: { here },
      chosen: body.columns,
      answers: body.answers,
    };
    const archive = await readArchive(task, visitor.id);
    if ('unusable' in archive) return unusableResponse(archive);
    const { refused, unused, notes, questions, summary: { near, nearNames } = { near: 0, nearNames: [] } } = archive;
    const entry = { ...auditContextFrom(request, 'show.imported') };
    const shows = archive.rows.map(({ row }) => row);
    const existing = await listExistingShows(db.read);
    const answers = new Set(body.answers);
    const recorded = await recordNewShows(db, shows, {
      fillsIn: { details: answers.has('existing=fill'), dates: answers.has('dates=refine') },
      others: answers.has('others=add') ? 'add' : 'same',
      dates: answers.has('dates=add') ? 'add' : 'same',
      dryRun,
      now,
      by: visitor.id,
      file: file.name,
      also: (tx) => recordAudit(tx, { ...entry, detail: file.name }),
    });
    const {
      cancelled: _,
      archived: __,
      fresh,
      newPeople,
      fillIns,
      planned,
      matched: ___,
      different,
      ...counts
    } = recorded;
    const isNew = new Set(fresh);
    const column = archive.columns.find((one) => one.column === 'title')?.heading ?? 'title';
    const nearTitles = await noteNearTitles(archive.rows, { fresh: isNew, existing, column });
    const filledIds = new Set(planned.map(({ id }) => id));
    const ids = new Map(recorded.matched.map(({ show, id }) => [show, id]));
    const report: ImportPreview = {
      ...{
        dryRun,
        ...counts,
        new_people: newPeople.slice(0, mostPeopleShown),
        near,
        nearNames: nearNames.slice(0, mostShown),
        unused,
        refused: refused.length,
      },
      refusals: refused.slice(0, mostShown).map(({ line, column, reason }) => ({ line, column, reason })),
      rows: archive.rows.slice(0, mostRowsShown).map(({ line, row }) => ({
        ...{ line, title: row.title, date: formatRun(row) },
        to: isNew.has(row) ? 'new' : filledIds.has(ids.get(row) ?? '') ? 'filled' : 'known',
      })),
      ...{
        notes: [...nearTitles, ...notes].slice(0, mostShown),
        questions: [...questions, ...askAboutExisting(fillIns, different, answers)],
      },
      // Once corrected, a skipped cell can be filled in by another import
      ...(await reportImport(archive, [...refused, ...listSkippedCells(archive, refused)])),
    };
    return ok(dryRun ? 'Preview only: nothing has been changed yet.' : 'Shows imported.', { report });
  };

const mostExamples = 3;

/** Asks about rows that match existing shows, because a person has to decide about each change of a show. */
function askAboutExisting(
  fillIns: readonly FillIn[],
  different: readonly MatchedShow[],
  answers: ReadonlySet<string>,
): ImportQuestion[] {
  const questions: ImportQuestion[] = [];
  if (different.length > 0 || answers.has('others=add')) {
    questions.push({
      key: 'others',
      question: 'These rows have the title and date of a show in the archive, but another season, venue or director.',
      examples: different
        .slice(0, mostExamples)
        .map(({ show, difference }) => `${show.title}, ${formatRun(show)}, another ${difference}`),
      options: [
        { value: 'same', label: 'They are the same shows: leave them unchanged' },
        { value: 'add', label: 'They are other shows: add them' },
      ],
      answer: answers.has('others=add') ? 'add' : 'same',
    });
  }
  const lessExact = fillIns.flatMap(({ name, dates }) => (dates ? [`${name} → ${formatRun(dates)}`] : []));
  if (lessExact.length > 0 || answers.has('dates=add')) {
    questions.push({
      key: 'dates',
      question: 'Your file has a more exact date for these shows in the archive.',
      examples: lessExact.slice(0, mostExamples),
      options: [
        { value: 'same', label: 'They are the same shows: leave their dates unchanged' },
        { value: 'refine', label: 'They are the same shows: change their dates' },
        { value: 'add', label: 'They are other shows: add them' },
      ],
      answer: ['refine', 'add'].find((answer) => answers.has(`dates=${answer}`)) ?? 'same',
    });
  }
  const incomplete = fillIns.filter(hasDetails);
  if (incomplete.length > 0) {
    questions.push({
      key: 'existing',
      question:
        incomplete.length === 1
          ? 'A show in the archive lacks something that your file has.'
          : `${incomplete.length.toLocaleString('en-GB')} shows in the archive lack something that your file has.`,
      examples: incomplete.slice(0, mostExamples).map(describeFillIn),
      options: [
        { value: 'keep', label: 'Leave them unchanged' },
        { value: 'fill', label: 'Fill in what is missing; nothing is overwritten' },
      ],
      answer: answers.has('existing=fill') ? 'fill' : 'keep',
    });
  }
  return questions;
}

/** Describes the details that would be filled in: "Hay Fever, 1987: venue, 5 credits, 2 roles". */
function describeFillIn({ name, texts, credits, roles }: FillIn): string {
  const fields = Object.keys(texts).map((field) =>
    field === 'text_blob' ? 'description' : field.replaceAll('_', ' '),
  );
  const people = credits.length === 0 ? [] : [credits.length === 1 ? 'one credit' : `${credits.length} credits`];
  const parts = roles.length === 0 ? [] : [roles.length === 1 ? 'one role' : `${roles.length} roles`];
  return `${name}: ${[...fields, ...people, ...parts].join(', ')}`;
}
