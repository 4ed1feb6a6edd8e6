import { personPath, showPathForManagers } from '#features/archive/shows/paths.ts';
import {
  createPerformanceDateLister,
  guardDirectingCredit,
  listPrintedCredits,
  listPublicCredits,
  type PerformanceDateLister,
} from '#features/archive/shows/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { type AuditAction, createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { HttpError, refuse } from '#platform/server/http/errors/http-error.ts';
import type { Visitor } from '#platform/server/http/request/visitor.ts';
import { createCsvResponse, formatCsvDateTime } from '#platform/server/http/response/csv-response.ts';
import type { FreshResponse } from '#platform/server/http/response/response-cache.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import {
  listTableQueryKeys,
  parseTableQuery,
  ROWS_PER_PAGE,
  resolveTablePage,
  type TableRequest,
} from '#platform/shared/tables/table.ts';
import { foldText } from '#platform/shared/text/text.ts';
import {
  applyCorrection,
  type CorrectionsContent,
  type ListedCorrection,
  rejectCorrection,
  undoCorrection,
} from '../contract.ts';
import {
  correctionStateLabels,
  formatCorrectionKind,
  formatProposedValue,
  isAboutExistingCredit,
} from '../correction-kinds.ts';
import { correctionsPath, correctionsTable } from '../corrections-table.ts';
import {
  applyCorrectionToArchive,
  type Correction,
  findCreditOfCorrection,
  findCurrentArchiveValue,
  findRoleToRestore,
  revertCorrection,
} from './apply-correction.ts';
import { findCorrection, listCorrections, updateCorrectionState } from './store.ts';

const access = mayUse('admin');
const query = listTableQueryKeys(correctionsTable);
type Row = Awaited<ReturnType<typeof listCorrections>>[number];

/**
 * Registers the list of visitors' corrections, as a page and a CSV file, and the calls with which admins decide on
 * them.
 */
export function registerCorrectionAdminRoutes(registry: RouteRegistry, services: Pick<Services, 'all'>): void {
  const { page, resource } = registry;
  page(correctionsPath, { type: 'corrections', access, query }, buildCorrectionsPage);
  resource(`${correctionsPath}.csv`, { access, query }, exportCorrections);

  registerCorrectionCalls(registry, { db: registry.db, performedOn: createPerformanceDateLister(services) });
}

async function buildCorrectionsPage(visit: PageRequest): Promise<CorrectionsContent> {
  const { tableRequest, rows } = await findRequestedCorrections(visit);
  const { from, table } = resolveTablePage(tableRequest, rows.length);
  const corrections: ListedCorrection[] = [];
  for (const row of rows.slice(from, from + ROWS_PER_PAGE)) corrections.push(await toListedCorrection(visit.db, row));
  return { type: 'corrections', title: 'Archive corrections', table, corrections };
}

async function exportCorrections(visit: PageRequest): Promise<FreshResponse> {
  const lines = [
    ['received', 'about', 'field', 'currently says', 'should say', 'source', 'name', 'email', 'state', 'decided by'],
  ];
  for (const row of (await findRequestedCorrections(visit)).rows) {
    // A spreadsheet may be passed on, so it has everyone's name in the form that they chose
    const { received, subject, what, now, to_be, note, name, email, state, decided_by } = await toListedCorrection(
      visit.db,
      row,
      listPublicCredits,
    );
    lines.push([
      formatCsvDateTime(received),
      subject,
      formatCorrectionKind(what),
      now,
      to_be,
      note,
      name,
      email,
      correctionStateLabels[state].toLowerCase(),
      decided_by,
    ]);
  }
  return createCsvResponse('archive-corrections.csv', lines);
}

const getSubjectName = ({ show_title, person_name }: Row) => show_title ?? person_name ?? '';

async function findRequestedCorrections({
  db,
  query,
}: Pick<PageRequest, 'db' | 'query'>): Promise<{ tableRequest: TableRequest; rows: Row[] }> {
  const tableRequest = parseTableQuery(correctionsTable, query);
  const { state } = tableRequest.filters;
  const suspect = state === 'suspect';
  const wanted = state === '' || suspect ? 'open' : state;
  const rows = (await listCorrections(db, { state: wanted, suspect })).filter((row) => {
    const key = foldText(
      [getSubjectName(row), formatCorrectionKind(row.what), row.right, row.role, row.was, row.note, row.name].join(' '),
    );
    return tableRequest.words.every((word) => key.includes(word));
  });
  // The rows are sorted by time, newest first
  if (tableRequest.by === 'about')
    rows.sort((a, b) => (foldText(getSubjectName(a)) < foldText(getSubjectName(b)) ? -1 : 1));
  const forwards = tableRequest.by === 'about' ? !tableRequest.descending : tableRequest.descending;
  return { tableRequest, rows: forwards ? rows : rows.toReversed() };
}

/** Returns the path of the correction's subject. */
function getSubjectPath({ show_id, show_title, archived_at, person_id, person_name }: Row): string {
  if (show_id === null) return personPath(person_id ?? '', person_name ?? '');
  return showPathForManagers({ id: show_id, title: show_title ?? '', archived_at });
}

async function toListedCorrection(
  db: PageRequest['db'],
  row: Row,
  creditsIn = listPrintedCredits,
): Promise<ListedCorrection> {
  const { id, what, note, name, email, state, suspect, was, received_at, decided_by } = row;
  const credit = await findCreditOfCorrection(db, row, creditsIn);
  const link = getSubjectPath(row);
  return {
    id,
    about: row.show_id === null ? 'person' : 'show',
    subject: getSubjectName(row),
    link,
    what,
    now: await findCurrentArchiveValue(db, row, creditsIn),
    to_be: formatProposedValue(row, credit),
    was,
    note,
    name,
    email,
    state,
    suspect: suspect === 1,
    // An admin has to enter free text into the archive by hand
    applicable: what !== 'other' && (!isAboutExistingCredit(what) || credit !== undefined),
    received: received_at,
    decided_by,
  };
}

const alreadyDecidedMessage = 'Someone has already dealt with this correction. Please reload the list.';

const load = ({ db, params }: PageRequest) => findCorrection(db, params.id ?? '');

async function createAuditEntry(request: CallRequest<unknown, Correction>, action: AuditAction) {
  const { what, was, show_id, person_id } = request.subject;
  const proposed = formatProposedValue(request.subject, await findCreditOfCorrection(request.db, request.subject));
  const detail = `${formatCorrectionKind(what)}: ${[was, proposed].filter(Boolean).join(' → ')}`;
  return { ...createAuditContext(request, action), subject: show_id ?? person_id ?? '', detail: detail.slice(0, 500) };
}

const createDecision = ({ visitor, now }: CallRequest<unknown, Correction>) => ({
  decided_at: now,
  decided_by: visitor.name,
});

/** @throws HttpError 409 if somebody else has decided on the correction in the meantime */
async function saveDecision(
  tx: DbTransaction,
  decision: Parameters<typeof updateCorrectionState>[1],
  entry: Parameters<typeof recordAudit>[1],
): Promise<void> {
  if (!(await updateCorrectionState(tx, decision))) refuse(409, alreadyDecidedMessage);
  await recordAudit(tx, entry);
}

type Context = Pick<RouteRegistry, 'db'> & { performedOn: PerformanceDateLister };

function registerCorrectionCalls({ call }: RouteRegistry, context: Context): void {
  call(applyCorrection, { access, load }, apply(context));
  call(rejectCorrection, { access, load }, reject(context));
  call(undoCorrection, { access, load }, undo(context));
}

const apply =
  ({ db, performedOn }: Context): CallHandler<typeof applyCorrection, Correction> =>
  async (request) => {
    const { subject, body, now, today, visitor } = request;
    const [entry, newCredit] = [await createAuditEntry(request, 'correction.applied'), newId()];
    const isChanged = await write(db, async (tx) => {
      await guardCredits(tx, visitor, subject);
      const says = await findCurrentArchiveValue(tx, subject);
      // No version is needed: a correction changes one field, which can't conflict with a save of other fields
      if (says !== body.now) {
        refuse(
          409,
          'The archive has changed since you opened this list. Please reload, check what the archive says now and decide again.',
        );
      }
      const right =
        says !== '' && says === formatProposedValue(subject, await findCreditOfCorrection(tx, subject))
          ? undefined
          : await applyOrExplain(tx, subject, { now, newCredit, today, visitor, performedOn });
      const undo = right ? JSON.stringify(right) : '';
      await saveDecision(
        tx,
        { id: subject.id, from: 'open', state: 'applied', undo, ...createDecision(request) },
        entry,
      );
      return right !== undefined;
    });
    return ok(isChanged ? 'Corrected. The page has been updated.' : 'Marked as corrected.');
  };

const reject =
  ({ db }: Context): CallHandler<typeof rejectCorrection, Correction> =>
  async (request) => {
    const entry = await createAuditEntry(request, 'correction.refused');
    const refused = { id: request.subject.id, from: 'open', state: 'refused', undo: '' } as const;
    await write(db, (tx) => saveDecision(tx, { ...refused, ...createDecision(request) }, entry));
    return ok('Rejected. Nothing in the archive has changed.');
  };

const undo =
  ({ db, performedOn }: Context): CallHandler<typeof undoCorrection, Correction> =>
  async (request) => {
    const { subject, now, today, visitor } = request;
    const entry = await createAuditEntry(request, 'correction.decision_undone');
    await write(db, async (tx) => {
      await guardCredits(tx, visitor, subject);
      await revertCorrection(tx, subject, { now, today, visitor, performedOn });
      if (subject.state === 'open') refuse(409, alreadyDecidedMessage);
      const open = { state: 'open', undo: '', decided_at: null, decided_by: '' } as const;
      await saveDecision(tx, { id: subject.id, from: subject.state, ...open }, entry);
    });
    return ok('Undone. The correction is open again and the archive is as it was before.');
  };

/**
 * Refuses to apply or undo a correction that would give, change or remove the credit of a director or producer, if the
 * visitor may not decide that.
 */
async function guardCredits(tx: DbReader, visitor: Visitor, correction: Correction) {
  const { role, cast_or_crew, what } = correction;
  if (what === 'missing') return guardDirectingCredit(visitor, { kind: cast_or_crew, role });
  if (!isAboutExistingCredit(what)) return;
  const credit = await findCreditOfCorrection(tx, correction);
  const restored = findRoleToRestore(correction);
  const kind = credit?.kind ?? restored?.kind;
  if (kind === undefined) return;
  for (const each of [credit?.role ?? '', role, restored?.role ?? ''])
    guardDirectingCredit(visitor, { kind, role: each });
}

/** Applies a correction. If the archive refuses the value, responds with the reason. */
async function applyOrExplain(
  tx: DbTransaction,
  correction: Correction,
  how: Parameters<typeof applyCorrectionToArchive>[2],
) {
  try {
    return await applyCorrectionToArchive(tx, correction, how);
  } catch (fault) {
    if (!(fault instanceof HttpError) || !fault.fields) throw fault;
    return refuse(fault.code, `It can’t be applied: ${Object.values(fault.fields).join(' ')}`);
  }
}
