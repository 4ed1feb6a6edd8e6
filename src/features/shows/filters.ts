import { type CalendarDate, yearOf } from '#platform/shared/dates.ts';
import type { ListOptions } from './contract.ts';
import type { Choices } from './list-state.ts';

/** What filters look at in a show. */
export interface Filterable {
  date: CalendarDate;
  season: string;
  genre: string;
  show_type: string;
  company: string;
  venue: string;
}

/** One chosen member: the shows they were in, by number in the list. */
export type TookPart = ReadonlySet<number>;

/**
 * Whether a show, by its number in the list, passes the filters. Within genre, season, show type, company and venue any
 * of the chosen will do. All of the chosen members must have taken part: who picks two people wants to know when they
 * played together. A show belongs to the year of its last performance.
 */
export function filter(choices: Choices, members: readonly TookPart[]): (show: Filterable, number: number) => boolean {
  const chosen = FIELDS.filter(([kind]) => choices[kind].length > 0);
  const { from, to } = choices;
  const isWithin = (year: number) => (from ?? year) <= year && (to ?? year) >= year;
  return (show, number) =>
    chosen.every(([kind, field]) => choices[kind].includes(show[field])) &&
    ((from === null && to === null) || isWithin(yearOf(show.date))) &&
    members.every((tookPart) => tookPart.has(number));
}

/** What is chosen of each kind, and what a show says of it. */
export const FIELDS = [
  ['genres', 'genre'],
  ['seasons', 'season'],
  ['showTypes', 'show_type'],
  ['companies', 'company'],
  ['venues', 'venue'],
] as const;

/** Years outside the list's own become the nearest of its own. */
export function withinYears(choices: Choices, { earliestYear, latestYear }: ListOptions): Choices {
  if (latestYear === 0) return choices;
  const clamp = (year: number | null) => year && Math.min(Math.max(year, earliestYear), latestYear);
  return { ...choices, from: clamp(choices.from), to: clamp(choices.to) };
}
