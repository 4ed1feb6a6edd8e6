import { cleanText, fold } from '../../platform/shared/text.ts';
import type { Asked } from './contract.ts';
import { theSite } from './words.ts';

export const auditPath = '/members/admin/audit';

/** What an address may say of the log. */
export const auditKeys = ['who', 'action', 'about', 'from', 'until'] as const;

const day = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string) => day.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** What an address asks of the log; what can't be read is left out. */
export function askedOf(query: URLSearchParams): Asked {
  const said = (key: string) => cleanText(query.get(key) ?? '').trim();
  const date = (key: string) => (isDay(said(key)) ? said(key) : '');
  return { who: said('who'), action: said('action'), about: said('about'), from: date('from'), until: date('until') };
}

/** The address that asks for this, and for the stretch that begins at a place. */
export function auditAddress(asked: Partial<Asked>, place: { older?: string; newer?: string } = {}): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...asked, ...place })) if (value) query.set(key, value);
  return query.size > 0 ? `${auditPath}?${query}` : auditPath;
}

/** So many people at most are looked for at once. */
export const mostNames = 25;

/**
 * The names, of all that were ever noted, which what is typed means: the one that is exactly that, else each that has
 * every word of it. The program itself is noted under no name.
 */
export function namesMeant(names: readonly string[], who: string): string[] {
  const typed = fold(who);
  const keys = names.map((name) => ({ name, key: fold(name === '' ? theSite : name) }));
  const exact = keys.filter(({ key }) => key === typed);
  const words = typed.split(' ');
  const meant = exact.length > 0 ? exact : keys.filter(({ key }) => words.every((word) => key.includes(word)));
  return meant.map(({ name }) => name);
}
