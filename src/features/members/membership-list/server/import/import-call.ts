import { listPlans } from '#features/money/subscriptions/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/contract.ts';
import { findUserName, mayUse } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type FormPostPages, ok } from '#platform/server/http/routes/call.ts';
import {
  buildImportReport,
  buildUnusableImportResponse,
  combineRejectedRows,
  createImportReader,
} from '#platform/server/imports/import-reader.ts';
import {
  addImportedRows,
  type ImportedRow,
  recordImport,
  registerImportUndoCalls,
} from '#platform/server/imports/undo-import.ts';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { memoisePersonNameKey } from '#platform/shared/text/person-name.ts';
import { importMemberList, listMemberImports, type MemberImportReport, undoMemberImport } from '../../contract.ts';
import type { MemberImportOutcome } from '../../import-outcomes.ts';
import {
  applyDuplicateChoices,
  type DuplicateChoice,
  findListDuplicates,
  listUnclearPlanNames,
  parsePlanChoices,
} from '../../import-questions.ts';
import { isPaidUntilFarAhead, type PaperListContext, type ParsedPaperListRow } from '../../paper-list.ts';
import { buildMemberImportPage } from '../pages.ts';
import {
  formatMemberImportOutcome,
  importMemberRow,
  loadMemberImportOutcomes,
  memberImportRecordKind,
  memberImportUndo,
} from './import-list.ts';
import { memberListKind } from './member-list-kind.ts';

const readList = createImportReader<ParsedPaperListRow, PaperListContext>(
  new URL('./read-list-thread.ts', import.meta.url),
  {
    as: 'thread',
    taskTimeoutMs: 20_000,
    maxHeapMb: 256,
  },
);

/** The number of rows in one write. It is limited, so that others can save in between. */
const rowsPerWrite = 100;

/**
 * Returns the outcome under which a report counts a row. A row whose person moves from the paper list to their account
 * counts as `account`, although the payment is already known, because the import changes something.
 */
const getReportedOutcome = (outcome: MemberImportOutcome): MemberImportOutcome['to'] =>
  outcome.to === 'known' && outcome.was !== undefined ? 'account' : outcome.to;

/** Parses the visitor's choices about the list's duplicates, by key. */
const parseDuplicateChoices = (people: readonly string[]): Map<string, DuplicateChoice> =>
  new Map(
    people.flatMap((text) => {
      const [choice, ...key] = text.split(' ');
      return choice === 'one' || choice === 'several' ? [[key.join(' '), choice] as const] : [];
    }),
  );

/**
 * Registers the calls that import a list of members, list the imports and undo one. A dry run of an import only describes
 * the outcome for each row.
 */
export function registerMemberImportCalls(registry: RouteRegistry): void {
  const { call } = registry;
  const context = { db: registry.db };
  const access = mayUse('membership');
  const uploads = { maxFiles: 1, maxBytes: memberListKind.maxBytes };
  const form: FormPostPages<ResponseOf<typeof importMemberList>> = {
    done: async (_, { msg, ...result }, visit) => ({
      ...(await buildMemberImportPage(visit)),
      answer: { code: 200, msg },
      ...('report' in result && { report: result.report }),
    }),
    again: async (answer, _, visit) => ({ ...(await buildMemberImportPage(visit)), answer }),
  };
  call(importMemberList, { access, uploads, form }, importMembers(context));
  const calls = { list: listMemberImports, undo: undoMemberImport };
  registerImportUndoCalls(registry, calls, { access, findUserName, ...memberImportUndo });
}

type Context = Pick<RouteRegistry, 'db'>;

const importMembers =
  ({ db }: Context): CallHandler<typeof importMemberList> =>
  async (request) => {
    const { body, files, now, today, visitor } = request;
    const [file] = files;
    const missing = 'Choose the spreadsheet to import, or paste its rows.';
    if (!file && body.pasted === '') return refuse(400, missing, { file: missing });
    const plans = (await listPlans(db.read, today)).map(({ id, name, amount, renewal_month }) => ({
      ...{ id, name, amount, renewal_month },
    }));
    if (plans.length === 0) {
      refuse(
        409,
        'There are no subscription plans yet. An admin needs to add them in Admin Settings before you can import a list.',
      );
    }
    const source = file ? { path: file.arrival.path } : { text: body.pasted };
    const planChoices = parsePlanChoices(body.plans);
    const context = { plans, today, planChoices };
    const list = await readList({ source, context, chosen: body.columns, answers: body.answers }, visitor.id);
    if ('unusable' in list) return buildUnusableImportResponse(list);
    const parsed = list.rows.map(({ row }) => row);
    const skipped = parsed.flatMap((one) => ('skipped' in one ? [{ line: one.line, text: one.skipped }] : []));
    const people = parsed.flatMap((one) => ('row' in one ? [one] : []));
    const notes = Map.groupBy(list.notes, ({ line }) => line);
    const keyed = people.map(({ row }) => ({ ...row, email_key: normaliseEmail(row.email) }));
    const nameKey = memoisePersonNameKey();
    for (const { name } of keyed) {
      nameKey(name);
      await yieldToEventLoop();
    }
    const duplicates = findListDuplicates(keyed, nameKey);
    const choices = parseDuplicateChoices(body.people);
    const distinct = applyDuplicateChoices(keyed, duplicates, choices);
    const farAhead = keyed.filter(({ paid_until }) => isPaidUntilFarAhead(paid_until, today));
    const skippedLines = new Set(body.far_ahead === 'skip' ? farAhead.map(({ line }) => line) : []);
    const rows = distinct.filter(({ line }) => !skippedLines.has(line));
    const refused = combineRejectedRows(
      list,
      [...skippedLines].map((line) => ({ line, column: 'until', reason: 'the date is far ahead' })),
    );
    const undecided = {
      people: duplicates.some(({ key }) => !choices.has(key)),
      dates: farAhead.length > 0 && body.far_ahead === '',
    };
    const needsDecision = body.dry_run === '0' && body.asks === '1' && (undecided.people || undecided.dates);
    const decided = await loadMemberImportOutcomes(db.read, rows, { today, nameKey });
    const report: MemberImportReport = {
      dry_run: body.dry_run === '1' || needsDecision,
      duplicates: duplicates.map((one) => ({ ...one, chosen: choices.get(one.key) ?? '' })),
      rows: decided.map(({ row, outcome }) => ({
        ...{
          line: row.line,
          name: row.name,
          to: getReportedOutcome(outcome),
          words: formatMemberImportOutcome({ row, outcome }),
        },
        remarks: (notes.get(row.line) ?? []).map(({ reason }) => reason),
      })),
      skipped,
      plan_names: listUnclearPlanNames(list, { plans, planChoices, skipped: new Set(skipped.map(({ line }) => line)) }),
      plans: plans.map(({ id, name }) => ({ id, name })),
      far_ahead: {
        rows: farAhead.map(({ line, name, paid_until }) => ({ line, name, paid_until })),
        chosen: body.far_ahead,
      },
      refused: refused.map(({ line, column, reason }) => ({ line, column, reason })),
      unused: list.unused,
      questions: list.questions,
      ...(await buildImportReport(list, refused)),
    };
    if (needsDecision) {
      const question = undecided.people
        ? 'First choose which rows are one person, under “One person or several?”.'
        : 'First choose what to do with dates that are far ahead, under “Are these dates right?”.';
      return ok(`Nothing has been imported yet. ${question}`, { report });
    }
    if (report.dry_run) return ok('Nothing has been changed yet. This is what would happen to each row.', { report });
    const entry = { ...createAuditContext(request, 'membership.imported'), detail: file?.name ?? 'pasted rows' };
    const importId = newId();
    let isRecorded = false;
    for (let from = 0; from < rows.length; from += rowsPerWrite) {
      const batchLines = new Set(rows.slice(from, from + rowsPerWrite).map(({ line }) => line));
      isRecorded = await write(db, async (tx) => {
        const imported: ImportedRow[] = [];
        // The outcomes are determined again, because another list may have been imported, or an account created, since
        // the list was read
        for (const one of await loadMemberImportOutcomes(tx, rows, { today, nameKey })) {
          if (batchLines.has(one.row.line)) imported.push(...(await importMemberRow(tx, one, { today, now })));
          await yieldToEventLoop();
        }
        if (imported.length === 0) return isRecorded;
        if (!isRecorded) {
          const record = { id: importId, kind: memberImportRecordKind, subject: '', file: entry.detail };
          await recordImport(tx, { ...record, imported_by: visitor.id, imported_at: now });
          await recordAudit(tx, entry);
        }
        await addImportedRows(tx, importId, imported);
        return true;
      });
    }
    return ok(isRecorded ? 'List imported.' : 'Nothing was imported.', { report });
  };
