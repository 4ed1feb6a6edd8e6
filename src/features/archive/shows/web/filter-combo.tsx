import { useDeferredValue, useMemo, useState } from 'react';
import { getYear } from '#platform/shared/dates/dates.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { Combobox } from '#platform/web/ui/fields/combobox.tsx';
import type { ShowListContent } from '../contract.ts';
import { MAX_FILTER_ITEMS, type ShowFilterKind } from '../list-state.ts';
import type { ShowListState } from './use-show-list.ts';

/** The props of a filter, closed or open. */
export interface FilterPickerProps {
  list: ShowListState;
  page: ShowListContent;
  kind: ShowFilterKind;
  label: string;
  /** The control's text while nothing is chosen. */
  any: string;
  /** The options; null for members, who are known only after the whole list has loaded. */
  offered: readonly string[] | null;
}

/** An option of the filter by member. */
interface MemberOption {
  id: string;
  text: string;
  /**
   * The number and years of the person's shows in the list; set only for people with the same names, to tell them
   * apart.
   */
  note?: string;
  /** All of the person's names, folded. */
  key: string;
}

/** A filter with a text field, which lists the first 200 options that contain the typed text. Several can be chosen. */
export function FilterCombobox({
  list,
  page,
  kind,
  any,
  offered,
  labelledBy,
}: FilterPickerProps & { labelledBy: string }) {
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(foldText(typed));
  const chosen = list.choices[kind];
  const items = useMemo(() => (offered === null ? listMemberOptions(page) : offered.map(toOption)), [offered, page]);
  const matching = useMemo(() => items.filter(({ key }) => key.includes(sought)), [items, sought]);
  const shown = useMemo(
    () => matching.slice(0, MAX_FILTER_ITEMS).map((item) => ({ ...item, isChosen: chosen.includes(item.id) })),
    [matching, chosen],
  );
  const unseen = matching.length - shown.length;
  return (
    <Combobox
      several
      browsable
      autoFocus
      aria-labelledby={labelledBy}
      placeholder={chosen.length > 0 ? `${chosen.length} selected` : any}
      typed={typed}
      onType={setTyped}
      options={shown}
      onChoose={({ id, isChosen }) => {
        list.dispatch({ do: isChosen ? 'remove' : 'add', kind, value: id });
        setTyped('');
      }}
      onLeave={() => setTyped('')}
      emptyMessage={offered === null && page.first_view ? 'Loading names…' : 'Nothing found. Try fewer letters.'}
      more={unseen > 0 && `And ${unseen} more: type part of the name.`}
    />
  );
}

const toOption = (name: string): MemberOption => ({ id: name, text: name, key: foldText(name) });

/** Lists the people of a whole list of shows as filter options, sorted by name. */
export function listMemberOptions({ members, shows }: Pick<ShowListContent, 'members' | 'shows'>): MemberOption[] {
  const options = Object.entries(members).map(([id, { name, also_known_as }]) => ({
    id,
    text: also_known_as.length === 0 ? name : `${name}, also known as ${also_known_as.join(', ')}`,
    key: foldText([name, ...also_known_as].join(' ')),
  }));
  const years = new Map(shows.map(({ id, date }) => [id, getYear(date)]));
  const formatShowsOf = (id: string) =>
    formatShows((members[id]?.shows ?? []).flatMap((show) => years.get(show) ?? []));
  return [...Map.groupBy(options, ({ text }) => foldText(text)).values()]
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
