import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import {
  type AuditCursor,
  type AuditFilter,
  actionsByFormerName,
  createAuditActionFormatter,
  listAuditColumnValues,
  listAuditPage,
} from '#platform/server/audit/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { createCsvResponse, formatCsvDateTime } from '#platform/server/http/response/csv-response.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { addDays } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset, toInstant } from '#platform/shared/dates/local-time.ts';
import { ROWS_PER_LONG_PAGE, ROWS_PER_PAGE } from '#platform/shared/tables/table.ts';
import {
  auditLogPath,
  auditQueryKeys,
  findItemsByTypedName,
  matchActorNames,
  maxMatchedNames,
  parseAuditQuery,
  systemActorName,
} from '../audit-query.ts';
import type { AuditEntry, AuditLog, AuditQuery } from '../contract.ts';

type AuditLabels = ReturnType<typeof createAuditLookups>;

/**
 * Creates the functions that name the log's actions and subjects, and find subjects by name. Features contribute the
 * actions' labels and the subjects.
 */
export function createAuditLookups(all: Services['all']) {
  const label = createAuditActionFormatter(all('auditActions'));
  const subjectFinders = all('auditSubjects');
  const findNames = async (db: DbReader, ids?: readonly string[]) => {
    const found = [];
    for (const find of subjectFinders) found.push(...(await find(db, ids)));
    return found;
  };

  return {
    /** Returns an action's label with a capital: "Changed a blog post". */
    actionLabel: (action: string) => label(action).replace(/^./, (letter) => letter.toUpperCase()),

    /** Finds the current names of the subjects with these ids. The map leaves out subjects that have none. */
    findSubjectNames: async (db: DbReader, ids: readonly string[]): Promise<Map<string, string>> => {
      const distinct = [...new Set(ids)].filter((id) => id !== '');
      if (distinct.length === 0) return new Map();
      return new Map((await findNames(db, distinct)).map(({ id, name }) => [id, name]));
    },

    /** Finds the ids of subjects by name; see `findItemsByTypedName`. */
    findSubjectIds: async (db: DbReader, typed: string): Promise<string[]> =>
      findItemsByTypedName(await findNames(db), typed, ({ name }) => name).map(({ id }) => id),
  };
}

/**
 * Reads the filters from the query string. An old bookmark may contain the sentence that an earlier version stored as
 * the action; it is replaced with the action's code.
 */
function parseAuditQueryWithFormerActions(query: URLSearchParams): AuditQuery {
  const auditQuery = parseAuditQuery(query);
  return { ...auditQuery, action: actionsByFormerName.get(auditQuery.action) ?? auditQuery.action };
}

type ResolvedFilters = { filter: AuditFilter; note: '' } | { filter: null; note: string };

/**
 * Resolves the filters to ids, names and instants. If one of them can't be applied, `filter` is null and `note` says
 * why.
 */
async function resolveFilters(
  db: DbReader,
  auditQuery: AuditQuery,
  { timeZone, labels }: { timeZone: string; labels: AuditLabels },
): Promise<ResolvedFilters> {
  const actors =
    auditQuery.who === '' ? undefined : matchActorNames(await listAuditColumnValues(db, 'actor_name'), auditQuery.who);
  const subjects =
    auditQuery.about !== ''
      ? [auditQuery.about]
      : auditQuery.thing === ''
        ? undefined
        : await labels.findSubjectIds(db, auditQuery.thing);
  if (subjects?.length === 0) return { filter: null, note: `Nothing here is called “${auditQuery.thing}”.` };
  if (subjects && subjects.length > maxMatchedNames) {
    return {
      filter: null,
      note: `${subjects.length} names match “${auditQuery.thing}”. Type more of the name.`,
    };
  }
  if (actors?.length === 0) return { filter: null, note: `Nobody called “${auditQuery.who}” has done anything here.` };
  if (actors && actors.length > maxMatchedNames) {
    return {
      filter: null,
      note: `${actors.length} people match “${auditQuery.who}”. Type more of the name.`,
    };
  }
  return {
    note: '',
    filter: {
      actors,
      action: auditQuery.action || undefined,
      subjects,
      from: auditQuery.from ? toInstant(`${auditQuery.from}T00:00`, timeZone) : undefined,
      until: auditQuery.until ? toInstant(`${addDays(auditQuery.until, 1)}T00:00`, timeZone) : undefined,
    },
  };
}

const cursorPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~([A-Za-z0-9_-]{15,16})$/;

/** Parses a cursor; undefined if it is missing or invalid. */
function parseCursor(text: string | null): AuditCursor | undefined {
  const [, at, id] = cursorPattern.exec(text ?? '') ?? [];
  return at && id ? { at, id } : undefined;
}

const formatCursor = (cursor: AuditCursor | undefined) => (cursor ? `${cursor.at}~${cursor.id}` : '');

/**
 * Finds a page of the log, newest first, with the cursors of the next newer and the next older page; "" if there is
 * none.
 */
async function findAuditPage(
  db: DbReader,
  filter: AuditFilter,
  { older, newer, size }: { older?: AuditCursor | undefined; newer?: AuditCursor | undefined; size: number },
) {
  const count = size + 1;
  if (newer) {
    const found = await listAuditPage(db, filter, { towards: 'newer', place: newer, count });
    if (found.length === count) {
      const rows = found.slice(0, size).reverse();
      return { rows, newer: formatCursor(rows[0]), older: formatCursor(rows.at(-1)) };
    }
    // If all newer entries fit on one page, they are on the first page of the log, which is returned below
  }
  const place = newer ? undefined : older;
  const found = await listAuditPage(db, filter, { towards: 'older', place, count });
  const rows = found.slice(0, size);
  return {
    rows,
    newer: place ? formatCursor(rows[0] ?? place) : '',
    older: found.length === count ? formatCursor(rows.at(-1)) : '',
  };
}

/** Converts rows of the log to entries, with the actions' labels and the subjects' current names. */
async function toAuditEntries(
  db: DbReader,
  rows: Awaited<ReturnType<typeof listAuditPage>>,
  { timeZone, labels }: { timeZone: string; labels: AuditLabels },
): Promise<AuditEntry[]> {
  const subjectNames = await labels.findSubjectNames(
    db,
    rows.map(({ subject }) => subject),
  );
  return rows.map(({ id, at, actor_name, action, subject, detail, address }) => ({
    id,
    at: formatIsoWithOffset(at, timeZone),
    who: actor_name || systemActorName,
    what: labels.actionLabel(action),
    action,
    detail,
    about: subject,
    about_name: subjectNames.get(subject) ?? '',
    address,
  }));
}

const access = mayUse('admin');

export function registerAuditLogPages({ page, resource }: RouteRegistry, labels: AuditLabels): void {
  page(auditLogPath, { type: 'audit_log', access, query: [...auditQueryKeys, 'older', 'newer', 'length'] }, (visit) =>
    buildAuditLogPage(visit, labels),
  );

  resource(`${auditLogPath}.csv`, { access, query: auditQueryKeys }, async ({ db, query }) => {
    const { timeZone } = await readSettings(db);
    const { filter } = await resolveFilters(db, parseAuditQueryWithFormerActions(query), { timeZone, labels });
    return createCsvResponse('audit-log.csv', createCsvLines(db, filter, { timeZone, labels }));
  });
}

async function buildAuditLogPage({ db, query }: PageRequest, labels: AuditLabels): Promise<AuditLog> {
  const { timeZone } = await readSettings(db);
  const auditQuery = parseAuditQueryWithFormerActions(query);
  const { filter, note } = await resolveFilters(db, auditQuery, { timeZone, labels });
  const position = { older: parseCursor(query.get('older')), newer: parseCursor(query.get('newer')) };
  const isLong = query.get('length') === 'long';
  const size = isLong ? ROWS_PER_LONG_PAGE : ROWS_PER_PAGE;
  const { rows, older, newer } = filter
    ? await findAuditPage(db, filter, { ...position, size })
    : { rows: [], older: '', newer: '' };
  const actions = (await listAuditColumnValues(db, 'action')).map((action) => ({
    action,
    words: labels.actionLabel(action),
  }));
  return {
    type: 'audit_log',
    title: 'Audit log',
    asked: auditQuery,
    actions: actions.sort((a, b) => (a.words < b.words ? -1 : 1)),
    about_name: (await labels.findSubjectNames(db, [auditQuery.about])).get(auditQuery.about) ?? '',
    note,
    entries: await toAuditEntries(db, rows, { timeZone, labels }),
    is_long: isLong,
    older,
    newer,
  };
}

const columns = ['when', 'who', 'what', 'detail', 'about', 'about (id)', 'from'];
const rowsPerQuery = 1000;

/**
 * Yields the headings, then every matching entry; only the headings if `filter` is null. Reads the entries in batches,
 * because there may be very many.
 */
async function* createCsvLines(
  db: DbReader,
  filter: AuditFilter | null,
  options: { timeZone: string; labels: AuditLabels },
): AsyncGenerator<string[]> {
  yield columns;
  if (!filter) return;
  let place: AuditCursor | undefined;
  do {
    const rows = await listAuditPage(db, filter, { towards: 'older', place, count: rowsPerQuery });
    for (const entry of await toAuditEntries(db, rows, options)) {
      yield [
        formatCsvDateTime(entry.at, 'second'),
        entry.who,
        entry.what,
        entry.detail,
        entry.about_name,
        entry.about,
        entry.address,
      ];
    }
    place = rows.length === rowsPerQuery ? rows.at(-1) : undefined;
  } while (place);
}
