import { useDeferredValue, useMemo, useState } from 'react';
import { fold } from '#platform/shared/text/text.ts';
import { Combobox } from '#platform/web/ui/fields/combobox.tsx';
import type { ShowListContent } from '../contract.ts';
import { type FilterKind, MAX_FILTER_ITEMS } from '../list-state.ts';
import { listMemberOptions, type MemberOption } from '../member-options.ts';
import type { ShowListState } from './use-show-list.ts';

/** The props of a filter, closed or open. */
export interface PickerProps {
  list: ShowListState;
  page: ShowListContent;
  kind: FilterKind;
  label: string;
  /** The control's text while nothing is chosen. */
  any: string;
  /** The options; null for members, which are known only after the whole list has loaded. */
  offered: readonly string[] | null;
}

/** A filter with a text field, which lists the first 200 options that contain the typed text. Several can be chosen. */
export function FilterCombobox({ list, page, kind, any, offered, labelledBy }: PickerProps & { labelledBy: string }) {
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(fold(typed));
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
      more={unseen > 0 && `And ${unseen} more: type part of the name to find them.`}
    />
  );
}

const toOption = (name: string): MemberOption => ({ id: name, text: name, key: fold(name) });
