import { isCalendarDate } from '../dates/is-calendar-date.ts';
import { cleanQueryText, foldText } from '../text/text.ts';
import { countPages, parsePageNumber } from './paging.ts';

/**
 * The sort orders and filters that a table accepts in its URL. The server and the browser both apply these rules, and
 * anything undeclared is ignored.
 */
export interface TableRules {
  /** The columns by which rows can be sorted, with the kind of each. */
  sorts: Readonly<Record<string, ColumnKind>>;
  /** The default order, written as in the URL: `name`, `-sent_at`. */
  sort: string;
  /**
   * The table's filters, by query key. Each has its accepted values, or `text` for any text, or `date` for any calendar
   * date.
   */
  filters: Readonly<Record<string, readonly string[] | 'text' | 'date'>>;
}

export type ColumnKind = 'text' | 'date' | 'number';

/** A filter's value: one of its declared values, or any text if none are declared; "" if the filter isn't set. */
type FilterOf<Of extends TableRules['filters'][string]> = Of extends readonly (infer Value)[] ? Value | '' : string;

/** The parsed query of a table's URL. */
export interface TableRequest<Rules extends TableRules = TableRules> {
  q: string;
  /** The folded words of the search. A row must contain all of them. */
  words: string[];
  by: keyof Rules['sorts'] & string;
  descending: boolean;
  /** The filters' values; "" for a filter that isn't set. */
  filters: { [Name in keyof Rules['filters'] & string]: FilterOf<Rules['filters'][Name]> };
  /** The page number, from 1. */
  page: number;
}

/** The state of a table, as its page reports it. */
export interface TableState {
  q: string;
  /** The column to sort by, with a "-" before it for descending order. */
  sort: string;
  filters: Record<string, string>;
  page: number;
  pages: number;
  /** The number of matching rows. */
  total: number;
}

/** The number of rows on a page of a table. */
export const ROWS_PER_PAGE = 50;
/** The number of rows on a page for printing. */
export const ROWS_PER_LONG_PAGE = 500;

/** A filter of tables that can be printed: `long` selects pages of `ROWS_PER_LONG_PAGE` rows. */
export const pageLengthFilter = { length: ['long'] } as const;

/** Returns the number of rows on a page, which depends on `pageLengthFilter`. */
export const getRowsPerPage = ({ filters }: { filters: { length: 'long' | '' } }): number =>
  filters.length === 'long' ? ROWS_PER_LONG_PAGE : ROWS_PER_PAGE;
const MAX_WORDS = 16;

/** Lists the query keys that a table's page declares. */
export const listTableQueryKeys = ({ filters }: TableRules): string[] => ['q', 'sort', 'page', ...Object.keys(filters)];

/** Parses the query of a table's URL; unreadable values are ignored. */
export function parseTableQuery<Rules extends TableRules>(rules: Rules, query: URLSearchParams): TableRequest<Rules> {
  const q = cleanQueryText(query.get('q') ?? '').trim();
  const sortName = query.get('sort') ?? '';
  const sort = Object.hasOwn(rules.sorts, sortName.replace(/^-/, '')) ? sortName : rules.sort;
  const filters = Object.entries(rules.filters).map(([name, of]) => [name, filterOf(query.get(name) ?? '', of)]);
  return {
    q,
    words: foldText(q).split(' ').filter(Boolean).slice(0, MAX_WORDS),
    by: sort.replace(/^-/, ''),
    descending: sort.startsWith('-'),
    filters: Object.fromEntries(filters) as TableRequest<Rules>['filters'],
    page: parsePageNumber(query),
  };
}

function filterOf(typed: string, of: readonly string[] | 'text' | 'date'): string {
  const value = cleanQueryText(typed).trim();
  if (of === 'text') return value;
  if (of === 'date') return isCalendarDate(value) ? value : '';
  return of.includes(value) ? value : '';
}

/** Returns the index of the page's first row, and the table's state. A page beyond the end becomes the last one. */
export function resolveTablePage(
  tableRequest: TableRequest,
  total: number,
  size = ROWS_PER_PAGE,
): { from: number; table: TableState } {
  const pages = countPages(total, size);
  const page = Math.min(tableRequest.page, pages);
  const { q, filters, by, descending } = tableRequest;
  const table = { q, sort: sortName(by, descending), filters, page, pages, total };
  return { from: (page - 1) * size, table };
}

/**
 * Builds the query for a table's state with some changes. If the changes don't include a `page`, the query requests the
 * first page.
 */
export function buildTableQuery(
  rules: TableRules,
  state: TableState,
  change: Partial<TableState> = {},
): URLSearchParams {
  const { q, sort, filters, page } = { ...state, page: 1, ...change };
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value);
  if (sort !== rules.sort) query.set('sort', sort);
  if (page > 1) query.set('page', `${page}`);
  return query;
}

/** Returns true if a table is in the state that a URL requests. */
export function matchesTableQuery(rules: TableRules, state: TableState, query: URLSearchParams): boolean {
  const tableRequest = resolveTablePage(parseTableQuery(rules, query), 0).table;
  const page = Math.min(parsePageNumber(query), state.pages);
  return (
    `${buildTableQuery(rules, tableRequest, { page })}` === `${buildTableQuery(rules, state, { page: state.page })}`
  );
}

/**
 * Returns the sort order that pressing a column's heading selects: ascending for text, descending for dates and
 * numbers; if that order is already selected, the reverse.
 */
export function getNextSort({ sorts }: TableRules, { sort }: TableState, by: string): string {
  const first = sortName(by, sorts[by] !== 'text');
  return sort === first ? sortName(by, sorts[by] === 'text') : first;
}

const sortName = (by: string, descending: boolean) => (descending ? `-${by}` : by);
