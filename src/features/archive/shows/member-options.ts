import { getYear } from '#platform/shared/dates/dates.ts';
import { fold } from '#platform/shared/text/text.ts';
import type { ShowListContent } from './contract.ts';

/** An option of the filter by member. */
export interface MemberOption {
  id: string;
  text: string;
  /** The number and years of the person's shows in the list, which tell them from others with the same name. */
  note?: string;
  /** All of the person's names, folded. */
  key: string;
}

/** Lists the people in a whole list of shows by name. */
export function listMemberOptions({ members, shows }: Pick<ShowListContent, 'members' | 'shows'>): MemberOption[] {
  const options = Object.entries(members).map(([id, { name, also_known_as }]) => ({
    id,
    text: also_known_as.length === 0 ? name : `${name}, also known as ${also_known_as.join(', ')}`,
    key: fold([name, ...also_known_as].join(' ')),
  }));
  const years = new Map(shows.map(({ id, date }) => [id, getYear(date)]));
  const formatShowsOf = (id: string) =>
    formatShows((members[id]?.shows ?? []).flatMap((show) => years.get(show) ?? []));
  return [...Map.groupBy(options, ({ text }) => fold(text)).values()]
    .flatMap((same): MemberOption[] =>
      same.length === 1 ? same : same.map((option) => ({ ...option, note: formatShowsOf(option.id) })),
    )
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id < b.id ? -1 : 1));
}

/** Formats the number and the years of some shows: "2 shows, 1987 to 1991". */
function formatShows(years: readonly number[]): string {
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return `${years.length === 1 ? '1 show' : `${years.length} shows`}, ${first === last ? last : `${first} to ${last}`}`;
}
