import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { buildTableQuery, getNextSort, type TableRules, type TableState } from '#platform/shared/tables/table.ts';
import { useLocation } from '../navigation/index.ts';
import { ButtonLink } from '../ui/actions/button.tsx';
import { EmptyState } from '../ui/content/empty-state.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { Pagination } from '../ui/navigation/pagination.tsx';
import styles from './data-table.module.css';
import { type SortDirection, SortHeading } from './sort-heading.tsx';
import { type TableFilter, TableTools, useTableRefetch } from './table-tools.tsx';

export interface TableColumn<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** The column's name in the table's rules, if rows can be sorted by it. */
  sort?: string;
  /** True for a column of numbers, which are right-aligned. */
  number?: boolean;
  /**
   * The position of the cell on a narrow screen, where each row is a card: next to the row's name, on its own line, or
   * (for actions) at the end of the last line. By default the cell shares the line below the name.
   */
  narrow?: 'beside' | 'line' | 'end' | undefined;
  /**
   * True if the column's name is shown before the value on a narrow screen, because the value isn't clear by itself.
   */
  named?: boolean;
}

/**
 * Shows rows of data that the server searches, filters, sorts and pages according to the URL. The table therefore works
 * without a script, and stays quick with thousands of rows. The first column names the row. On a narrow screen each row
 * becomes a card.
 */
export function DataTable<Row>({
  rules,
  table,
  rows,
  keyOf,
  columns,
  rowNouns,
  search,
  filters = [],
  csv,
  onExport,
  empty,
  answer,
}: {
  rules: TableRules;
  table: TableState;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  columns: readonly [TableColumn<Row>, ...TableColumn<Row>[]];
  /** The nouns for the table's rows, singular and plural: `['user', 'users']`. */
  rowNouns: readonly [one: string, many: string];
  /** The search field's label, which says what is searched. Without a label there is no search field. */
  search?: string;
  filters?: readonly TableFilter[];
  /** The URL that exports the same rows as a spreadsheet. */
  csv?: string;
  /** The click handler of the export link, if there is something to do before the export. */
  onExport?: (href: string) => void;
  /** The response to an action on a row, shown by `<CallStatus>`. */
  answer?: ReactNode;
  /** The message of a table that is empty without a search or filters. */
  empty: { title: string; text: string };
}) {
  const { path } = useLocation();
  const late = useTableRefetch(rules, table);
  const body = useRowFocus(rows);
  const buildHref = (change: Partial<TableState>) => {
    const query = buildTableQuery(rules, table, change);
    return query.size > 0 ? `${path}?${query}` : path;
  };
  const chosen = new Set(filters.map(({ name }) => name));
  // Filters without a field in this form decide which table is shown, so their values are kept
  const fields = Object.fromEntries(Object.entries(table.filters).filter(([name]) => !chosen.has(name)));
  const narrowed = table.q !== '' || filters.some(({ name }) => table.filters[name]);
  const current = buildTableQuery(rules, table);
  const canBeLonger = Object.hasOwn(rules.filters, 'length') && table.filters.length !== 'long' && table.pages > 1;
  const [first, ...others] = columns;
  return (
    <div className={styles.table}>
      <TableTools
        rules={rules}
        table={table}
        sorts={columns.flatMap(({ name, sort }) => (sort ? [{ name, sort }] : []))}
        rowNouns={rowNouns}
        search={search}
        filters={filters}
        preserved={fields}
        path={path}
      />
      <div className={styles.count}>
        <p role="status" className="meta">
          {counted(table.total, rowNouns)}
          {table.q && ` for “${table.q}”`}
          {narrowed && (
            <>
              {' '}
              <a className="no-print" href={buildHref({ q: '', filters: fields })}>
                Show all
              </a>
            </>
          )}
        </p>
        {canBeLonger && (
          <a className="no-print" href={buildHref({ filters: { ...table.filters, length: 'long' } })}>
            Longer pages, for printing
          </a>
        )}
        {csv && <Export href={current.size > 0 ? `${csv}?${current}` : csv} onExport={onExport} />}
        {answer}
      </div>
      {rows.length === 0 ? (
        narrowed ? (
          <EmptyState title={`No ${rowNouns[1]} match`}>Try a shorter search or fewer filters, or show all.</EmptyState>
        ) : (
          <EmptyState title={empty.title}>{empty.text}</EmptyState>
        )
      ) : (
        <div className={styles.scroll}>
          <table className={`table table--stack table--cards ${styles.rows}`} aria-busy={late || undefined}>
            <caption className="vh">{capital(rowNouns[1])}</caption>
            <thead>
              <tr>
                {columns.map(({ name, sort, number, narrow }) => (
                  <Heading key={name} name={name} number={number} acts={narrow === 'end'}>
                    {sort === undefined
                      ? null
                      : { href: buildHref({ sort: getNextSort(rules, table, sort) }), sorted: sortedBy(table, sort) }}
                  </Heading>
                ))}
              </tr>
            </thead>
            <tbody ref={body}>
              {rows.map((row) => (
                <tr key={keyOf(row)}>
                  <th scope="row" data-heads>
                    {first.cell(row)}
                  </th>
                  {others.map(({ name, cell, number, narrow, named }) => (
                    <td
                      key={name}
                      data-label={name}
                      data-named={named}
                      data-sum={narrow === 'beside' || undefined}
                      data-whole={narrow === 'line' || undefined}
                      data-acts={narrow === 'end' || undefined}
                      className={number ? 'num' : undefined}
                    >
                      <span>{cell(row)}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {table.pages > 1 && (
        <p className={styles.onPaper}>
          Page {table.page} of {table.pages}.
        </p>
      )}
      <div className="no-print">
        <Pagination page={table.page} pages={table.pages} href={(page) => buildHref({ page })} />
      </div>
    </div>
  );
}

/**
 * When the focused row has disappeared, moves the focus to the row in the same position, because rows are often dealt
 * with one after another.
 */
function useRowFocus(rows: readonly unknown[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const at = useRef(-1);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element && body.current?.contains(target) ? target.closest('tr') : null;
      at.current = row ? row.sectionRowIndex : -1;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it has to run whenever the rows change
  useLayoutEffect(() => {
    const { activeElement } = document;
    const shown = body.current?.rows;
    if (at.current < 0 || !shown || (activeElement !== null && activeElement !== document.body)) return;
    shown[Math.min(at.current, shown.length - 1)]?.querySelector<HTMLElement>('a[href], button')?.focus();
  }, [rows]);
  return body;
}

function Export({ href, onExport }: { href: string; onExport: ((href: string) => void) | undefined }) {
  const first = (event: MouseEvent) => {
    event.preventDefault();
    onExport?.(href);
  };
  return (
    <ButtonLink look="line" small href={href} {...(onExport ? { onClick: first } : { download: true })}>
      <Icon of="download" /> Export (CSV)
    </ButtonLink>
  );
}

function Heading({
  name,
  number,
  acts,
  children,
}: {
  name: string;
  number: boolean | undefined;
  acts: boolean;
  children: { href: string; sorted: SortDirection } | null;
}) {
  return (
    <th scope="col" className={number ? 'num' : undefined} data-acts={acts || undefined} aria-sort={children?.sorted}>
      {children === null ? name : <SortHeading name={name} {...children} />}
    </th>
  );
}

const sortedBy = ({ sort }: TableState, by: string): SortDirection =>
  sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined;

const counted = (total: number, [one, many]: readonly [string, string]) =>
  `${total.toLocaleString('en-GB')} ${total === 1 ? one : many}`;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The heading of the actions' column, the table's last. */
export const ActionsHeading = () => (
  <th scope="col" className={`no-print ${styles.heading}`}>
    Actions
  </th>
);

/** The actions of a table row. On a phone they are at the end of the row's card; they aren't printed. */
export const ActionsCell = ({ children }: { children: ReactNode }) => (
  <td data-acts className="no-print">
    {children && <div className={styles.actions}>{children}</div>}
  </td>
);
