/** The texts and dates of a show that anybody can correct, under the names on its page. */
export const showFields = {
  title: 'The title',
  subtitle: 'The subtitle',
  author: 'The author',
  first_date: 'The first performance',
  date: 'The last performance',
  venue: 'Where it was',
  company: 'The company',
  season: 'The season',
  genre: 'The genre',
  show_type: 'The type of show',
} as const;
export type ShowField = keyof typeof showFields;

/** What can be wrong on a show's page, and on a person's. */
export const correctableOfShow = {
  ...showFields,
  credit: 'A name or a part',
  missing: 'Somebody is missing',
  not_in_it: 'Somebody wasn’t in it',
  other: 'Something else',
} as const;
export const correctableOfPerson = { name: 'How the name is spelt', other: 'Something else' } as const;

export type ShowWhat = keyof typeof correctableOfShow;
export type PersonWhat = keyof typeof correctableOfPerson;
export type What = ShowWhat | PersonWhat;
export type About = 'show' | 'person';

export const correctableOf = (about: About): Readonly<Record<string, string>> =>
  about === 'show' ? correctableOfShow : correctableOfPerson;

/** Its name on the admins' screen. */
export const whatInWords = (what: What): string => ({ ...correctableOfShow, ...correctableOfPerson })[what];

export const isShowField = (what: string): what is ShowField => Object.hasOwn(showFields, what);

/** Whether it is about one existing credit. */
export const namesCredit = (what: What): boolean => what === 'credit' || what === 'not_in_it';

/** The value that a visitor proposes. */
export interface Suggestion {
  what: What;
  /** The value, or the name, as it should be. */
  right: string;
  /** What the person played or did. */
  role: string;
}

/** Whether it names a field and a value, so that it can be applied with one click. */
export const isApplicable = ({ what }: Pick<Suggestion, 'what'>): boolean => what !== 'other';

/** A credit on one line. */
export const creditInWords = ({ role, name }: { role: string; name: string }): string =>
  `${role || 'Company'}: ${name}`;

/** What the field would become. `credit` is the one that it is about, as it is now. */
export function toBeInWords({ what, right, role }: Suggestion, credit?: { role: string; name: string }): string {
  if (what === 'not_in_it') return 'No longer in this show';
  if (what === 'missing') return creditInWords({ role, name: right });
  if (what === 'credit')
    return creditInWords({ role: role || (credit?.role ?? ''), name: right || (credit?.name ?? '') });
  return right;
}

/** The most characters of each part. */
export const longest = { right: 1000, role: 200, note: 2000, name: 100, email: 254 } as const;
