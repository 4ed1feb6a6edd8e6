import { type FormEvent, useState } from 'react';
import { Badge } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Field, SearchInput, Select } from '#platform/web/ui/field.tsx';
import { Icon } from '#platform/web/ui/icon.tsx';
import type { ShowListContent } from '../contract.ts';
import { FILTER_KEYS } from '../list-query.ts';
import { countActiveFilters, defaultSort, FILTER_KINDS, SORTS, type Sort } from '../list-state.ts';
import { FilterPicker } from './filter-picker.tsx';
import styles from './show-list-controls.module.css';
import type { ShowListState } from './use-show-list.ts';
import { YearsFilter } from './years-filter.tsx';

const SORT_NAMES: Record<Sort, string> = {
  newest: 'Date, newest first',
  oldest: 'Date, oldest first',
  title: 'Title, A to Z',
  'title-reversed': 'Title, Z to A',
  relevance: 'Most relevant first',
  'relevance-reversed': 'Least relevant first',
};

const SEARCH = 'Search titles, people, venues or years';

const OFFERED = [
  { kind: 'genres', label: 'Genre', any: 'Any genre' },
  { kind: 'seasons', label: 'Season', any: 'Any season' },
  { kind: 'showTypes', label: 'Show type', any: 'Any type' },
  { kind: 'companies', label: 'Company', any: 'Any company' },
  { kind: 'venues', label: 'Venue', any: 'Any venue' },
] as const;

/** Search, order and filters. Without JavaScript they are a form with the same query as the URL. */
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
              aria-label={SEARCH}
              name="q"
              maxLength={200}
              autoComplete="off"
              placeholder={SEARCH}
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
            {OFFERED.map((picker) => (
              <FilterPicker
                key={picker.kind}
                list={list}
                page={page}
                offered={several(options[picker.kind])}
                {...picker}
              />
            ))}
            {page.person === undefined && (
              <FilterPicker list={list} page={page} kind="members" label="Member" any="Anyone" offered={null} />
            )}
            <YearsFilter list={list} />
          </div>
        </details>
        <AlreadyChosen list={list} />
      </form>
    </search>
  );
}

/** One alone is nothing to choose from. */
const several = (offered: readonly string[]) => (offered.length > 1 ? offered : []);

/** The usual order has no value, so that a form sent with a new search is answered by relevance. */
function SortSelect({ list: { choices, dispatch } }: { list: ShowListState }) {
  const usual = defaultSort(choices.search);
  const saidAs = (sort: Sort) => (sort === usual ? '' : sort);
  const chosen = (value: string) => SORTS.find((sort) => saidAs(sort) === value) ?? usual;
  return (
    <div className={styles.sort}>
      <Field label="Sort by">
        {(control) => (
          <Select
            {...control}
            name="sort"
            value={saidAs(choices.sort)}
            onChange={({ target }) => dispatch({ do: 'sort', sort: chosen(target.value) })}
          >
            {SORTS.map((sort) => (
              <option key={sort} value={saidAs(sort)}>
                {SORT_NAMES[sort]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

/** The earlier choices, which the form sends in addition to its visible controls. */
function AlreadyChosen({ list: { choices } }: { list: ShowListState }) {
  return (
    <>
      {FILTER_KINDS.flatMap((kind) =>
        choices[kind].map((value) => <input key={kind + value} type="hidden" name={FILTER_KEYS[kind]} value={value} />),
      )}
      {choices.layout && <input type="hidden" name="layout" value={choices.layout} />}
    </>
  );
}
