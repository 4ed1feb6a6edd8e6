/** The texts and dates of a show that visitors can correct, with their labels in the form. */
export const correctableFieldLabels = {
  title: 'The title',
  subtitle: 'The subtitle',
  author: 'The author',
  first_date: 'The first performance',
  date: 'The last performance',
  venue: 'The venue',
  company: 'The company',
  season: 'The season',
  genre: 'The genre',
  show_type: 'The type of show',
} as const;
export type CorrectableField = keyof typeof correctableFieldLabels;

/** The kinds of corrections to a show, with their labels in the form. */
export const showCorrectionKindLabels = {
  ...correctableFieldLabels,
  credit: 'A name or role',
  missing: 'Someone is missing',
  not_in_it: 'Someone wasn’t in this show',
  other: 'Something else',
} as const;
export const personCorrectionKindLabels = { name: 'How the name is spelt', other: 'Something else' } as const;

export type CorrectionKind = keyof typeof showCorrectionKindLabels | keyof typeof personCorrectionKindLabels;
/** The states of a correction, as the list and the spreadsheet name them. */
export const correctionStateLabels = { open: 'Open', applied: 'Applied', refused: 'Rejected' } as const;

export type CorrectionSubjectType = 'show' | 'person';

export const getCorrectionKindLabels = (about: CorrectionSubjectType): Readonly<Record<string, string>> =>
  about === 'show' ? showCorrectionKindLabels : personCorrectionKindLabels;

/** Returns the kind's name for admins. */
export const formatCorrectionKind = (what: CorrectionKind): string =>
  ({ ...showCorrectionKindLabels, ...personCorrectionKindLabels })[what];

export const isCorrectableField = (what: string): what is CorrectableField =>
  Object.hasOwn(correctableFieldLabels, what);

/** Returns true if the correction is about one existing credit. */
export const isAboutExistingCredit = (what: CorrectionKind): boolean => what === 'credit' || what === 'not_in_it';

/** The value that a visitor proposes. */
interface Suggestion {
  what: CorrectionKind;
  /** The correct value or name. */
  right: string;
  /** The person's role in the cast or crew. */
  role: string;
}

/** Formats a credit on one line. */
export const formatCredit = ({ role, name }: { role: string; name: string }): string => `${role || 'Company'}: ${name}`;

/**
 * Formats the value that a correction proposes. `credit` is the credit that the correction is about, in its present
 * state; undefined if there is none, or it is gone.
 */
export function formatProposedValue(
  { what, right, role }: Suggestion,
  credit?: { role: string; name: string },
): string {
  if (what === 'not_in_it') return 'Not in this show';
  if (what === 'missing') return formatCredit({ role, name: right });
  if (what !== 'credit') return right;
  if (credit) return formatCredit({ role: role || credit.role, name: right || credit.name });
  return [role, right].filter(Boolean).join(': ');
}

/** The maximum length of each field, in characters. */
export const maxCorrectionLengths = { right: 1000, role: 200, note: 2000, name: 100, email: 254 } as const;
