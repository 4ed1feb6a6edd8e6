import { type FormEvent, useId, useState } from 'react';
import { showAlert } from '#platform/web/alerts/index.ts';
import { loadFailedMessage, useLazyModule } from '#platform/web/parts/lazy-module.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import fieldStyles from '#platform/web/ui/fields/field.module.css';
import { Field, Input, SearchInput, Select } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import type { ShowListContent } from '../contract.ts';
import {
  countActiveFilters,
  getDefaultShowSort,
  MAX_FILTER_ITEMS,
  SHOW_FILTER_KINDS,
  SHOW_FILTER_QUERY_KEYS,
  SHOW_SORTS,
  type ShowSort,
} from '../list-state.ts';
import { findMember } from '../show-list.ts';
import type { FilterPickerProps } from './filter-combo.tsx';
import styles from './show-list-controls.module.css';
import type { ShowListState } from './use-show-list.ts';

/** A filter by years between the earliest and the latest show. Renders nothing if all shows are of one year. */
function YearsFilter({ list: { choices, options, dispatch } }: { list: ShowListState }) {
  const { from, to } = choices;
  const { earliestYear, latestYear } = options;
  if (earliestYear === latestYear) return null;
  const limits = { earliestYear, latestYear };
  return (
    <fieldset className={styles.years}>
      <legend>Years</legend>
      <div>
        <Year
          name="from"
          label="From year"
          year={from}
          usual={earliestYear}
          {...limits}
          choose={(year) => dispatch({ do: 'years', from: year, to })}
        />
        <span>to</span>
        <Year
          name="to"
          label="To year"
          year={to}
          usual={latestYear}
          {...limits}
          choose={(year) => dispatch({ do: 'years', from, to: year })}
        />
      </div>
    </fieldset>
  );
}

interface YearProps {
  name: 'from' | 'to';
  label: string;
  year: number | null;
  /** The year that an empty field means. */
  usual: number;
  earliestYear: number;
  latestYear: number;
  choose: (year: number | null) => void;
}

/**
 * A field for a year. It takes effect once the year is complete, or when the field loses the focus: "19" on the way to
 * 1987 chooses nothing.
 */
function Year({ name, label, year, usual, earliestYear, latestYear, choose }: YearProps) {
  const [typed, setTyped] = useState<string | null>(null);
  // Reversed years are swapped once both are entered; this field then shows its new value
  const [before, setBefore] = useState(year);
  if (before !== year) {
    setBefore(year);
    if (typed !== `${year ?? ''}`) setTyped(null);
  }
  const take = (text: string) => {
    const number = Number(text);
    const chosen = text === '' ? null : Math.min(Math.max(number, earliestYear), latestYear);
    if (chosen !== year) choose(chosen);
  };
  return (
    <Input
      type="number"
      inputMode="numeric"
      name={name}
      aria-label={label}
      placeholder={`${usual}`}
      min={earliestYear}
      max={latestYear}
      value={typed ?? year ?? ''}
      onChange={({ target }) => {
        setTyped(target.value);
        const number = Number(target.value);
        const whole = target.value === '' || (number >= earliestYear && number <= latestYear);
        if (whole) take(target.value);
      }}
      onBlur={() => {
        setTyped(null);
        if (typed !== null) take(typed);
      }}
    />
  );
}

/**
 * Loads the combobox. Most visitors never open a filter, so its code is fetched only when a filter is first pointed at
 * or focused.
 */
const loadCombo = () => import('./filter-combo.tsx');

/**
 * A filter. Without JavaScript it is a plain select (for members, who are too many to send, a text field for a name).
 * With JavaScript it is a button that becomes a combobox when opened.
 */
function FilterPicker(props: FilterPickerProps) {
  const { list, page, kind, label, any, offered } = props;
  const [open, setOpen] = useState(false);
  const combo = useLazyModule(loadCombo);
  const id = useId();
  const chosen = list.choices[kind];
  if (offered?.length === 0) return null;
  const summary =
    chosen.length > 1
      ? `${chosen.length} selected`
      : chosen[0] && ((kind === 'members' && findMember(page, chosen[0])?.name) || chosen[0]);
  const opener = (
    <button
      type="button"
      className={`${fieldStyles.select} ${styles.opener}`}
      aria-labelledby={`${id}-label ${id}-value`}
      aria-haspopup="listbox"
      aria-expanded="false"
      aria-busy={open || undefined}
      onPointerEnter={combo.load}
      onFocus={combo.load}
      onClick={async () => {
        setOpen(true);
        // The HTML contains only a filter's first options, and only the chosen members
        if (offered === null || offered.length >= MAX_FILTER_ITEMS) list.fetchWhole();
        if (await combo.load()) return;
        setOpen(false);
        showAlert({ title: loadFailedMessage }, 'bad');
      }}
    >
      <span id={`${id}-value`}>{summary ?? any}</span>
    </button>
  );
  return (
    <div className={styles.picker}>
      <label id={`${id}-label`} htmlFor={`${id}-plain`}>
        {label}
      </label>
      {open && combo.part ? <combo.part.FilterCombobox {...props} labelledBy={`${id}-label`} /> : opener}
      <div className={styles.plain}>
        {offered === null ? (
          <Input id={`${id}-plain`} name={SHOW_FILTER_QUERY_KEYS[kind]} maxLength={200} autoComplete="off" />
        ) : (
          <Select id={`${id}-plain`} name={SHOW_FILTER_QUERY_KEYS[kind]} defaultValue="">
            <option value="">{any}</option>
            {offered.slice(0, MAX_FILTER_ITEMS).map((value) => (
              <option key={value}>{value}</option>
            ))}
          </Select>
        )}
      </div>
    </div>
  );
}

const SORT_NAMES: Record<ShowSort, string> = {
  newest: 'Date, newest first',
  oldest: 'Date, oldest first',
  title: 'Title, A to Z',
  'title-reversed': 'Title, Z to A',
  relevance: 'Most relevant first',
  'relevance-reversed': 'Least relevant first',
};

const SEARCH_LABEL = 'Search titles, people, venues or years';

const FILTERS = [
  { kind: 'genres', label: 'Genre', any: 'Any genre' },
  { kind: 'seasons', label: 'Season', any: 'Any season' },
  { kind: 'showTypes', label: 'Show type', any: 'Any type' },
  { kind: 'companies', label: 'Company', any: 'Any company' },
  { kind: 'venues', label: 'Venue', any: 'Any venue' },
] as const;

/** Search, order and filters. Without JavaScript they are a form whose fields match the URL's query. */
export function ShowListControls({ page, list, path }: { page: ShowListContent; list: ShowListState; path: string }) {
  const { choices, options, dispatch } = list;
  const [openAtFirst] = useState(countActiveFilters(choices) > 0);
  const on = countActiveFilters(choices);
  const stay = (event: FormEvent) => event.preventDefault();
  return (
    <search aria-label={page.title}>
      <form className={styles.tools} method="get" action={path} onSubmit={stay}>
        <div className={styles.searchRow}>
          <div>
            <SearchInput
              large
              aria-label={SEARCH_LABEL}
              name="q"
              maxLength={200}
              autoComplete="off"
              placeholder={SEARCH_LABEL}
              value={choices.search}
              onChange={({ target }) => dispatch({ do: 'search', text: target.value }, { replace: true })}
            />
          </div>
          <SortSelect list={list} />
          <Button type="submit" className={styles.submit}>
            Search
          </Button>
        </div>
        <details className={styles.filters} open={openAtFirst}>
          <summary>
            <Icon of="sliders-horizontal" />
            Filters {on > 0 && <Badge tone="accent">{on} on</Badge>}
            <Icon of="chevron-down" className={styles.chevron} />
          </summary>
          <div className={styles.grid}>
            {FILTERS.map((picker) => (
              <FilterPicker
                key={picker.kind}
                list={list}
                page={page}
                offered={omitSingleOption(options[picker.kind])}
                {...picker}
              />
            ))}
            {page.person === undefined && (
              <FilterPicker list={list} page={page} kind="members" label="Member" any="Anyone" offered={null} />
            )}
            <YearsFilter list={list} />
          </div>
        </details>
        <ChosenFilterFields list={list} />
      </form>
    </search>
  );
}

/** Returns the options, or none if there is only one, because that offers no choice. */
const omitSingleOption = (offered: readonly string[]) => (offered.length > 1 ? offered : []);

/**
 * Chooses the order. The default order has no value, so that a form submitted with a new search is sorted by relevance.
 */
function SortSelect({ list: { choices, dispatch } }: { list: ShowListState }) {
  const usual = getDefaultShowSort(choices.search);
  const toOptionValue = (sort: ShowSort) => (sort === usual ? '' : sort);
  const chosen = (value: string) => SHOW_SORTS.find((sort) => toOptionValue(sort) === value) ?? usual;
  return (
    <div className={styles.sort}>
      <Field label="Sort by">
        {(control) => (
          <Select
            {...control}
            name="sort"
            value={toOptionValue(choices.sort)}
            onChange={({ target }) => dispatch({ do: 'sort', sort: chosen(target.value) })}
          >
            {SHOW_SORTS.map((sort) => (
              <option key={sort} value={toOptionValue(sort)}>
                {SORT_NAMES[sort]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

/**
 * The filters and layout chosen earlier, as hidden fields, which the form sends in addition to its visible controls.
 */
function ChosenFilterFields({ list: { choices } }: { list: ShowListState }) {
  return (
    <>
      {SHOW_FILTER_KINDS.flatMap((kind) =>
        choices[kind].map((value) => (
          <input key={kind + value} type="hidden" name={SHOW_FILTER_QUERY_KEYS[kind]} value={value} />
        )),
      )}
      {choices.layout && <input type="hidden" name="layout" value={choices.layout} />}
    </>
  );
}
