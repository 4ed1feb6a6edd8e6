import { isDay } from '#platform/shared/is-day.ts';
import { cleanText, fold } from '#platform/shared/text.ts';
import { theSite } from './action-names.ts';
import type { AuditQuery } from './contract.ts';

export const auditPath = '/members/admin/audit';

/** The query keys of the log. */
export const auditKeys = ['who', 'action', 'thing', 'about', 'from', 'until'] as const;

/** Parses the log's filters from the query string; invalid values are ignored. */
export function readAuditQuery(query: URLSearchParams): AuditQuery {
  const read = (key: string) => cleanText(query.get(key) ?? '').trim();
  const date = (key: string) => (isDay(read(key)) ? read(key) : '');
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
export function auditAddress(
  auditQuery: Partial<AuditQuery>,
  place: { older?: string; newer?: string; length?: 'long' | '' } = {},
): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...auditQuery, ...place })) if (value) query.set(key, value);
  return query.size > 0 ? `${auditPath}?${query}` : auditPath;
}

/** The most people or subjects that are looked for at once. */
export const mostNames = 25;

/** Returns the exact matches by name or, if there are none, every item whose name contains all the typed words. */
export function meantBy<Named>(all: readonly Named[], typed: string, nameOf: (one: Named) => string): Named[] {
  const name = fold(typed);
  const words = name.split(' ');
  const keys = all.map((one) => ({ one, key: fold(nameOf(one)) }));
  const exact = keys.filter(({ key }) => key === name);
  const meant = exact.length > 0 ? exact : keys.filter(({ key }) => words.every((word) => key.includes(word)));
  return meant.map(({ one }) => one);
}

/** The recorded names that a typed one means. The program itself is recorded under no name. */
export const namesMeant = (names: readonly string[], who: string): string[] =>
  meantBy(names, who, (name) => (name === '' ? theSite : name));
