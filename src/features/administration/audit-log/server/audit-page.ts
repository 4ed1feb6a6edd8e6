import {
  type AuditCursor,
  type AuditFilter,
  auditValues,
  createActionFormatter,
  formerActions,
  listAuditPage,
} from '#platform/server/audit/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { addDays } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset, toInstant } from '#platform/shared/dates/local-time.ts';
import { matchActorNames, matchByName, maxMatchedNames, parseAuditQuery, systemActorName } from '../audit-query.ts';
import type { AuditEntry, AuditQuery } from '../contract.ts';

export type AuditLabels = ReturnType<typeof createAuditLabels>;

/** Finds the labels of the log's actions and subjects, which features contribute. */
export function createAuditLabels(all: Services['all']) {
  const label = createActionFormatter(all('auditActions'));
  const kinds = all('auditSubjects');
  const everyName = async (db: DbReader, ids?: readonly string[]) => {
    const found = [];
    for (const named of kinds) found.push(...(await named(db, ids)));
    return found;
  };

  return {
    /** An action as a sentence begins: "Changed a blog post". */
    actionLabel: (action: string) => label(action).replace(/^./, (letter) => letter.toUpperCase()),

    /** Finds the present names of some of the log's subjects. */
    namesOf: async (db: DbReader, ids: readonly string[]): Promise<Map<string, string>> => {
      const wanted = [...new Set(ids)].filter((id) => id !== '');
      if (wanted.length === 0) return new Map();
      return new Map((await everyName(db, wanted)).map(({ id, name }) => [id, name]));
    },

    /** Finds the ids of subjects with exactly the typed name, or with all of its words in theirs. */
    idsCalled: async (db: DbReader, typed: string): Promise<string[]> =>
      matchByName(await everyName(db), typed, ({ name }) => name).map(({ id }) => id),
  };
}

/** The log's filters in an address; an action may have the name of an earlier version. */
export function readAuditQuery(query: URLSearchParams): AuditQuery {
  const auditQuery = parseAuditQuery(query);
  return { ...auditQuery, action: formerActions.get(auditQuery.action) ?? auditQuery.action };
}

export type ResolvedFilters = { sought: AuditFilter; note: '' } | { sought: null; note: string };

/** The filters as the log's query takes them; or why they can't be applied. */
export async function resolveFilters(
  db: DbReader,
  auditQuery: AuditQuery,
  { timeZone, names }: { timeZone: string; names: AuditLabels },
): Promise<ResolvedFilters> {
  const actors =
    auditQuery.who === '' ? undefined : matchActorNames(await auditValues(db, 'actor_name'), auditQuery.who);
  const subjects =
    auditQuery.about !== ''
      ? [auditQuery.about]
      : auditQuery.thing === ''
        ? undefined
        : await names.idsCalled(db, auditQuery.thing);
  if (subjects?.length === 0) return { sought: null, note: `Nothing here is called “${auditQuery.thing}”.` };
  if (subjects && subjects.length > maxMatchedNames) {
    return {
      sought: null,
      note: `${subjects.length} names match “${auditQuery.thing}”. Type more of the name.`,
    };
  }
  if (actors?.length === 0) return { sought: null, note: `Nobody called “${auditQuery.who}” has done anything here.` };
  if (actors && actors.length > maxMatchedNames) {
    return {
      sought: null,
      note: `${actors.length} people match “${auditQuery.who}”. Type more of the name.`,
    };
  }
  return {
    note: '',
    sought: {
      actors,
      action: auditQuery.action || undefined,
      subjects,
      from: auditQuery.from ? toInstant(`${auditQuery.from}T00:00`, timeZone) : undefined,
      until: auditQuery.until ? toInstant(`${addDays(auditQuery.until, 1)}T00:00`, timeZone) : undefined,
    },
  };
}

const placeWritten = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~([A-Za-z0-9_-]{15,16})$/;

/** The position in the log that an address names; undefined for none. */
export function parseCursor(written: string | null): AuditCursor | undefined {
  const [, at, id] = placeWritten.exec(written ?? '') ?? [];
  return at && id ? { at, id } : undefined;
}

const written = (place: AuditCursor | undefined) => (place ? `${place.at}~${place.id}` : '');

/** Finds the page of the log for an address, newest first, with the cursors of its neighbours. */
export async function findAuditPage(
  db: DbReader,
  sought: AuditFilter,
  { older, newer, size }: { older?: AuditCursor | undefined; newer?: AuditCursor | undefined; size: number },
) {
  const count = size + 1;
  if (newer) {
    const found = await listAuditPage(db, sought, { towards: 'newer', place: newer, count });
    if (found.length === count) {
      const rows = found.slice(0, size).reverse();
      return { rows, newer: written(rows[0]), older: written(rows.at(-1)) };
    }
    // The newest page in full, with entries that have come in since
  }
  const place = newer ? undefined : older;
  const found = await listAuditPage(db, sought, { towards: 'older', place, count });
  const rows = found.slice(0, size);
  return {
    rows,
    newer: place ? written(rows[0] ?? place) : '',
    older: found.length === count ? written(rows.at(-1)) : '',
  };
}

/** Describes rows of the log in words. */
export async function toAuditEntries(
  db: DbReader,
  rows: Awaited<ReturnType<typeof listAuditPage>>,
  { timeZone, names }: { timeZone: string; names: AuditLabels },
): Promise<AuditEntry[]> {
  const called = await names.namesOf(
    db,
    rows.map(({ subject }) => subject),
  );
  return rows.map(({ id, at, actor_name, action, subject, detail, address }) => ({
    id,
    at: formatIsoWithOffset(at, timeZone),
    who: actor_name || systemActorName,
    what: names.actionLabel(action),
    action,
    detail,
    about: subject,
    about_name: called.get(subject) ?? '',
    address,
  }));
}
