import { cleanText, fold } from '#platform/shared/text.ts';
import { theSite } from './action-names.ts';
import type { Asked } from './contract.ts';

export const auditPath = '/members/admin/audit';

/** What an address may say of the log. */
export const auditKeys = ['who', 'action', 'thing', 'about', 'from', 'until'] as const;

const day = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string) => day.test(text) && (new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false);

/** What an address asks of the log; what can't be read is left out. */
export function askedOf(query: URLSearchParams): Asked {
  const said = (key: string) => cleanText(query.get(key) ?? '').trim();
  const date = (key: string) => (isDay(said(key)) ? said(key) : '');
  return {
    who: said('who'),
    action: said('action'),
    thing: said('thing'),
    about: said('about'),
    from: date('from'),
    until: date('until'),
  };
}

/** The address that asks for this, and for the stretch that begins at a place. */
export function auditAddress(asked: Partial<Asked>, place: { older?: string; newer?: string } = {}): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...asked, ...place })) if (value) query.set(key, value);
  return query.size > 0 ? `${auditPath}?${query}` : auditPath;
}

/** So many people or things at most are looked for at once. */
export const mostNames = 25;

/**
 * What is meant by a name as typed: all that are called exactly that, else all that have every word of it in their
 * name.
 */
export function meantBy<Named>(all: readonly Named[], typed: string, nameOf: (one: Named) => string): Named[] {
  const name = fold(typed);
  const words = name.split(' ');
  const keys = all.map((one) => ({ one, key: fold(nameOf(one)) }));
  const exact = keys.filter(({ key }) => key === name);
  const meant = exact.length > 0 ? exact : keys.filter(({ key }) => words.every((word) => key.includes(word)));
  return meant.map(({ one }) => one);
}

/** The names, of all that were ever noted, which what is typed means. The program itself is noted under no name. */
export const namesMeant = (names: readonly string[], who: string): string[] =>
  meantBy(names, who, (name) => (name === '' ? theSite : name));
