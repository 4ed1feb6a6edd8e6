import { type FormEvent, useEffect, useRef } from 'react';
import {
  buildTableQuery,
  type ColumnKind,
  matchesTableQuery,
  parseTableQuery,
  resolveTablePage,
  type TableRules,
  type TableState,
} from '#platform/shared/tables/table.ts';
import { refreshPage, setQuery, useLocation } from '../navigation/index.ts';
import { Button } from '../ui/actions/button.tsx';
import { CollapsibleFilters } from '../ui/content/collapsible.tsx';
import { Field, Input, SearchInput, Select } from '../ui/fields/field.tsx';
import styles from './data-table.module.css';

/** A filter of the rows: a list of options, or a field for the text or date that the rules accept. */
export interface TableFilter {
  name: string;
  label: string;
  /** The label of the option for all rows. `options` are the others, each with its value and label. */
  all?: string;
  options?: readonly (readonly [value: string, words: string])[];
}

const orderLabels: Record<ColumnKind, [ascending: string, descending: string]> = {
  text: ['A to Z', 'Z to A'],
  date: ['oldest first', 'newest first'],
  number: ['lowest first', 'highest first'],
};

/**
 * A form for a table's search, filters and order, which become the URL's query. With a script, a choice applies at
 * once.
 */
export function TableTools({
  rules,
  table,
  sorts,
  rowNouns,
  search,
  filters,
  preserved,
  path,
}: {
  rules: TableRules;
  table: TableState;
  sorts: readonly { name: string; sort: string }[];
  rowNouns: readonly [one: string, many: string];
  search: string | undefined;
  filters: readonly TableFilter[];
  preserved: Readonly<Record<string, string>>;
  path: string;
}) {
  /** True if the typed text hasn't been searched for yet. */
  const typing = useRef(false);
  const ask = (form: HTMLFormElement) => {
    typing.current = false;
    const fields = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    );
    const query = resolveTablePage(parseTableQuery(rules, new URLSearchParams(fields)), 0).table;
    setQuery(buildTableQuery(rules, query));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ask(event.currentTarget);
  };
  const form = useRef<HTMLFormElement>(null);
  const query = `${buildTableQuery(rules, table)}`;
  // The fields aren't rendered again, so they keep the focus. Their values are set whenever the table's search, filters
  // or order change
  useEffect(() => {
    const params = new URLSearchParams(query);
    for (const field of form.current?.elements ?? []) {
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      // Rows that arrive late don't overwrite a field in which the user is typing
      if (typing.current && field === document.activeElement) continue;
      if (isField) field.value = params.get(field.name) ?? (field.name === 'sort' ? rules.sort : '');
    }
  }, [query, rules]);
  const activeCount = filters.filter(({ name }) => table.filters[name]).length;
  const folds = filters.length > 1 || (search !== undefined && sorts.length > 0);
  const choices = <Choices rules={rules} table={table} sorts={sorts} filters={filters} />;
  const go = (
    <Button look="line" type="submit" className={styles.ask}>
      {search === undefined ? 'Apply' : 'Search'}
    </Button>
  );
  return (
    <search aria-label={rowNouns[1]} className="no-print">
      <form
        ref={form}
        className={styles.tools}
        method="get"
        action={path}
        onSubmit={submit}
        onInput={({ target }) => {
          typing.current = target instanceof HTMLInputElement;
        }}
        onChange={({ target, currentTarget }) => {
          if (target instanceof HTMLSelectElement) ask(currentTarget);
        }}
      >
        {Object.entries(preserved).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} defaultValue={value} />,
        )}
        {search !== undefined && (
          <div className={styles.search}>
            <Field label={search}>
              {(control) => (
                <SearchInput {...control} name="q" maxLength={200} autoComplete="off" defaultValue={table.q} />
              )}
            </Field>
            {go}
          </div>
        )}
        {folds ? (
          <CollapsibleFilters
            name={foldName(filters.length > 0, sorts.length > 0)}
            activeCount={activeCount}
            className={styles.choices}
          >
            {choices}
          </CollapsibleFilters>
        ) : (
          <div className={styles.choices}>{choices}</div>
        )}
        {search === undefined && filters.length > 0 && go}
      </form>
    </search>
  );
}

/** The filters and the order. On a wide screen the order is chosen by the headings instead. */
function Choices({
  rules,
  table,
  sorts,
  filters,
}: {
  rules: TableRules;
  table: TableState;
  sorts: readonly { name: string; sort: string }[];
  filters: readonly TableFilter[];
}) {
  return (
    <>
      {filters.map(({ name, label, all = 'All', options }) => (
        <Field key={name} label={label}>
          {(control) =>
            options ? (
              <Select {...control} name={name} defaultValue={table.filters[name]}>
                <option value="">{all}</option>
                {options.map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </Select>
            ) : (
              <Input
                {...control}
                name={name}
                type={rules.filters[name] === 'date' ? 'date' : 'text'}
                maxLength={200}
                autoComplete="off"
                defaultValue={table.filters[name]}
              />
            )
          }
        </Field>
      ))}
      {sorts.length > 0 && (
        <div className={styles.sort}>
          <Field label="Sort by">
            {(control) => (
              <Select {...control} name="sort" defaultValue={table.sort}>
                {sorts.flatMap(({ name, sort }) =>
                  [false, true].map((descending) => (
                    <option key={`${sort} ${descending}`} value={descending ? `-${sort}` : sort}>
                      {name}, {orderLabels[rules.sorts[sort] ?? 'text'][descending ? 1 : 0]}
                    </option>
                  )),
                )}
              </Select>
            )}
          </Field>
        </div>
      )}
    </>
  );
}

const foldName = (filters: boolean, sorts: boolean) =>
  filters && sorts ? 'Filter and sort' : filters ? 'Filter' : 'Sort';

/**
 * Refetches the rows when the URL no longer matches the table (after a filter, a sort or Back). Returns true until the
 * rows arrive.
 */
export function useTableRefetch(rules: TableRules, table: TableState): boolean {
  const { query } = useLocation();
  const late = matchesTableQuery(rules, table, query) ? null : `${query}`;
  useEffect(() => {
    if (late !== null) void refreshPage();
  }, [late]);
  return late !== null;
}
