import { isCalendarDate } from '#platform/shared/dates/is-calendar-date.ts';
import { cleanText, fold } from '#platform/shared/text/text.ts';
import type { AuditQuery } from './contract.ts';

/** The name shown where the program itself did something. */
export const systemActorName = 'The site itself';

export const auditPath = '/members/admin/audit';

/** The query keys of the log. */
export const auditQueryKeys = ['who', 'action', 'thing', 'about', 'from', 'until'] as const;

/** Parses the log's filters from the query string; invalid values are ignored. */
export function parseAuditQuery(query: URLSearchParams): AuditQuery {
  const read = (key: string) => cleanText(query.get(key) ?? '').trim();
  const date = (key: string) => (isCalendarDate(read(key)) ? read(key) : '');
  return {
    who: read('who'),
    action: read('action'),
    thing: read('thing'),
    about: read('about'),
    from: date('from'),
    until: date('until'),
  };
}

/** The address of these filters, and of the page that begins at a position; `long` pages are printed. */
export function auditLogHref(
  auditQuery: Partial<AuditQuery>,
  place: { older?: string; newer?: string; length?: 'long' | '' } = {},
): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...auditQuery, ...place })) if (value) query.set(key, value);
  return query.size > 0 ? `${auditPath}?${query}` : auditPath;
}

/** The most people or subjects that are looked for at once. */
export const maxMatchedNames = 25;

/** Returns the exact matches by name or, if there are none, every item whose name contains all the typed words. */
export function matchByName<Named>(all: readonly Named[], typed: string, nameOf: (one: Named) => string): Named[] {
  const name = fold(typed);
  const words = name.split(' ');
  const keys = all.map((one) => ({ one, key: fold(nameOf(one)) }));
  const exact = keys.filter(({ key }) => key === name);
  const meant = exact.length > 0 ? exact : keys.filter(({ key }) => words.every((word) => key.includes(word)));
  return meant.map(({ one }) => one);
}

/** The recorded names that a typed one means. The program itself is recorded under no name. */
export const matchActorNames = (names: readonly string[], who: string): string[] =>
  matchByName(names, who, (name) => (name === '' ? systemActorName : name));
