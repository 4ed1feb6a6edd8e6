import { isCalendarDate } from '#platform/shared/dates/is-calendar-date.ts';
import { cleanQueryText, foldText } from '#platform/shared/text/text.ts';
import type { AuditQuery } from './contract.ts';

/** The name that stands for the program itself as an actor; the database stores "". */
export const systemActorName = 'The site itself';

export const auditLogPath = '/members/admin/audit';

/** The query parameters of the log's filters. */
export const auditQueryKeys = ['who', 'action', 'thing', 'about', 'from', 'until'] as const;

/** Parses the log's filters from the query string; invalid values are ignored. */
export function parseAuditQuery(query: URLSearchParams): AuditQuery {
  const read = (key: string) => cleanQueryText(query.get(key) ?? '').trim();
  const date = (key: string) => (isCalendarDate(read(key)) ? read(key) : '');
  const thing = read('thing');
  return {
    who: read('who'),
    action: read('action'),
    thing,
    // The form also sends the id of a subject without a name. If a name has been typed, it takes precedence
    about: thing === '' ? read('about') : '',
    from: date('from'),
    until: date('until'),
  };
}

/**
 * Builds the link to the log with these filters, at a position in the log. With the length `long`, the linked page is
 * for printing.
 */
export function buildAuditLogHref(
  auditQuery: Partial<AuditQuery>,
  position: { older?: string; newer?: string; length?: 'long' | '' } = {},
): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...auditQuery, ...position })) if (value) query.set(key, value);
  return query.size > 0 ? `${auditLogPath}?${query}` : auditLogPath;
}

/** The maximum number of people or subjects that a filter may match. */
export const maxMatchedNames = 25;

/**
 * Returns the items with this name, whatever its case and accents. If there are none, returns every item whose name
 * contains all the typed words.
 */
export function findItemsByTypedName<Named>(
  all: readonly Named[],
  typed: string,
  getName: (item: Named) => string,
): Named[] {
  const name = foldText(typed);
  const words = name.split(' ');
  const keys = all.map((item) => ({ item, key: foldText(getName(item)) }));
  const exact = keys.filter(({ key }) => key === name);
  const matches = exact.length > 0 ? exact : keys.filter(({ key }) => words.every((word) => key.includes(word)));
  return matches.map(({ item }) => item);
}

/**
 * Returns the recorded names of actors that match a typed name. The program itself, which is recorded as "", matches as
 * `systemActorName`.
 */
export const matchActorNames = (names: readonly string[], who: string): string[] =>
  findItemsByTypedName(names, who, (name) => (name === '' ? systemActorName : name));
