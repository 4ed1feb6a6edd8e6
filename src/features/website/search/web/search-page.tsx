import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { formatHeadline } from '#platform/shared/text/typography.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { isPlainClick, setQuery, useLocation, useWholePageFetch } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { SearchCorrectionNote } from '#platform/web/ui/content/correction-note.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { SearchInput } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { Pagination } from '#platform/web/ui/navigation/pagination.tsx';
import type { ResultKind, SearchContent, SearchItem } from '../contract.ts';
import {
  findMatchingRoles,
  findResults,
  getTrimmedResults,
  parseSearchQuery,
  type ResultGroup,
  type SearchQuery,
  type SearchResults,
  searchPath,
  toSearchParams,
} from '../match.ts';
import styles from './search-page.module.css';

interface SearchState {
  query: SearchQuery;
  results: SearchResults;
  /** True until the results match the current query. */
  waiting: boolean;
  ask: (query: Partial<SearchQuery>, options?: { replace?: boolean }) => void;
}

/**
 * Runs the search in the URL. At first, it shows the results in the HTML. If these are only a part, the first change of
 * the query fetches the complete list. Later queries don't need the server.
 */
function useSearch(page: SearchContent): SearchState {
  const search = useLocation().query.toString();
  const query = useMemo(() => parseSearchQuery(new URLSearchParams(search)), [search]);
  const deferred = useDeferredValue(query);
  const [firstQuery] = useState(search);
  const isPartial = page.first_view !== undefined;
  const fetchWhole = useWholePageFetch(isPartial);
  useEffect(() => {
    if (search !== firstQuery) fetchWhole();
  }, [search, firstQuery, fetchWhole]);
  const found = useMemo(() => getTrimmedResults(page, deferred) ?? findResults(page.items, deferred), [page, deferred]);
  return {
    query,
    results: found,
    waiting: deferred !== query || (isPartial && search !== firstQuery),
    ask: (change, options) => setQuery(toSearchParams({ ...query, page: 1, ...change }), options),
  };
}

const KIND_NAMES: Record<ResultKind, { title: string; one: string; many: string }> = {
  show: { title: 'Shows', one: 'show', many: 'shows' },
  member: { title: 'People', one: 'person', many: 'people' },
  post: { title: 'Posts and pages', one: 'post or page', many: 'posts and pages' },
  blog: { title: 'Blog', one: 'blog post', many: 'blog posts' },
};

export default function SearchPage({ page }: { page: Page<'search'> }) {
  const search = useSearch(page);
  const { query, waiting } = search;
  return (
    <div className="wrap">
      <header className="page-head">
        <h1>{page.title}</h1>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a shortcut between links that Tab reaches too */}
      <div className={styles.search} onKeyDown={moveByArrowKey}>
        <SearchForm search={search} />
        <p role="status" tabIndex={-1} className={styles.status}>
          {query.search.trim() === '' || waiting ? '' : <Summary search={search} />}
        </p>
        <div aria-busy={waiting || undefined} className={styles.results}>
          <Results search={search} />
        </div>
      </div>
    </div>
  );
}

function SearchForm({ search: { query, ask } }: { search: SearchState }) {
  const field = useRef<HTMLInputElement>(null);
  const [isNewSearch] = useState(query.search.trim() === '');
  // This isn't a layout effect, which would run before the page's heading takes the focus
  useEffect(() => {
    if (isNewSearch) field.current?.focus({ preventScroll: true });
  }, [isNewSearch]);
  return (
    <search>
      <form className={styles.form} method="get" action="/search" onSubmit={(event) => event.preventDefault()}>
        <label htmlFor="site-search">Search the whole site</label>
        <div className={styles.field}>
          <SearchInput
            large
            ref={field}
            // The browser focuses the field even before the script runs, or without it
            autoFocus={isNewSearch}
            id="site-search"
            name="q"
            maxLength={200}
            autoComplete="off"
            aria-describedby="site-search-hint"
            value={query.search}
            onChange={({ target }) => ask({ search: target.value, kind: null }, { replace: true })}
          />
          <Button type="submit" className={styles.submit}>
            Search
          </Button>
        </div>
        <p id="site-search-hint" className={styles.hint}>
          Enter a title, a playwright, a name or a role. To search for several, separate them with commas, most
          important first: hamlet, macbeth.
        </p>
      </form>
    </search>
  );
}

/** The number of results, and the search that they match if nothing matches the typed one. */
function Summary({ search }: { search: SearchState }) {
  const { query, results } = search;
  const summary = formatSummary(results.groups, results.matches);
  if (results.matches === 0 || results.search === query.search) return summary;
  const corrected = { search: results.search, kind: null, page: 1 };
  return (
    <>
      <SearchCorrectionNote typed={query.search}>
        <SearchLink search={search} query={corrected}>
          {results.search}
        </SearchLink>
      </SearchCorrectionNote>
      {summary}
    </>
  );
}

function Results({ search }: { search: SearchState }) {
  const { query, results, waiting } = search;
  if (query.search.trim() === '') {
    return (
      <EmptyState title="What are you looking for?">
        Type a title, a playwright, a role, or the name of someone on stage or behind the scenes.
      </EmptyState>
    );
  }
  if (results.matches === 0) {
    if (waiting) return null;
    return (
      <EmptyState title="Nothing found">
        Try fewer letters, another spelling, or only a surname. To find shows by year, venue or company, search the{' '}
        <a href={`/past-shows?${new URLSearchParams({ q: query.search })}`}>past shows</a>.
      </EmptyState>
    );
  }
  return (
    <>
      {results.best.length > 0 && (
        <section className={`${styles.group} ${styles.best}`} aria-labelledby="found-best">
          <div className="scotch" />
          <h2 id="found-best">Best matches</h2>
          <ul>
            {results.best.map((item) => (
              <Result key={item.href} item={item} search={results.search} kind={KIND_NAMES[item.type].one} />
            ))}
          </ul>
        </section>
      )}
      {results.groups.map((group) => (
        <ResultGroupSection key={group.kind} group={group} search={search} />
      ))}
    </>
  );
}

const KIND_ICONS = { show: 'drama', member: 'user', post: 'file-text', blog: 'newspaper' } as const;

/**
 * A result with its poster, and the roles that match the search. With `kind`, the result also shows its kind, and an
 * icon if there is no poster.
 */
function Result({ item, search, kind }: { item: SearchItem; search: string; kind?: string }) {
  const { type, title, href, detail, poster } = item;
  const roles = formatRoles(item, search);
  return (
    <li>
      {poster !== '' ? (
        <span className={`poster-frame ${styles.sign}`}>
          <RetryingImage src={poster} alt="" width={600} height={848} loading="lazy" decoding="async" />
        </span>
      ) : (
        kind && (
          <span className={styles.sign}>
            <Icon of={KIND_ICONS[type]} />
          </span>
        )
      )}
      <div>
        {kind && <p className={styles.kind}>{kind}</p>}
        <a href={href} data-result>
          {formatHeadline(title)}
        </a>
        {roles && <p className={styles.roles}>{roles}</p>}
        {detail && <p className="meta">{detail}</p>}
      </div>
    </li>
  );
}

/** The maximum number of roles shown with a result. */
const MAX_ROLES = 3;

/** Formats "Arthur Birling: Gordon Hume" for a show, and "Arthur Birling in An Inspector Calls" for a person. */
function formatRoles(item: SearchItem, search: string): string {
  const roles = findMatchingRoles(item, search);
  const link = item.type === 'show' ? ': ' : ' in ';
  const shown = roles.slice(0, MAX_ROLES).map((role) => role.join(link));
  const others = roles.length - shown.length;
  return [...shown, ...(others > 0 ? [`and ${others} more`] : [])].join(', ');
}

/** The results of one kind: the first results, or one page of all results. */
function ResultGroupSection({ group, search }: { group: ResultGroup; search: SearchState }) {
  const { kind, matches, items } = group;
  const { query, results } = search;
  const { title, many } = KIND_NAMES[kind];
  const isOnlyKind = query.kind === kind;
  if (query.kind !== null && !isOnlyKind) return null;
  if (items.length === 0) return null;
  return (
    <section
      className={isOnlyKind ? `${styles.group} ${styles.alone}` : styles.group}
      aria-labelledby={`found-${kind}`}
    >
      <div className="scotch" />
      <div className={styles.head}>
        <h2 id={`found-${kind}`}>
          {title} <span>{formatNumber(matches)}</span>
        </h2>
        {isOnlyKind && (
          <SearchLink search={search} query={{ ...query, kind: null, page: 1 }}>
            Back to all results
          </SearchLink>
        )}
      </div>
      <ul>
        {items.map((item) => (
          <Result key={item.href} item={item} search={results.search} />
        ))}
      </ul>
      {!isOnlyKind && matches > items.length && (
        <SearchLink search={search} query={{ ...query, kind, page: 1 }} className={styles.all}>
          Show all {formatNumber(matches)} {many}
        </SearchLink>
      )}
      {isOnlyKind && (
        <Pagination page={results.page} pages={results.pages} href={(page) => searchPath({ ...query, kind, page })} />
      )}
    </section>
  );
}

/**
 * A link that changes the search without loading a page; in a new tab or without JavaScript, it opens the same results.
 * The link disappears when it is followed, so the focus moves to the number of results.
 */
function SearchLink({
  search,
  query,
  ...rest
}: { search: SearchState; query: SearchQuery } & Omit<ComponentProps<'a'>, 'href'>) {
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    search.ask(query);
    document.querySelector<HTMLElement>('main [role="status"]')?.focus();
    window.scrollTo({ top: 0 });
  };
  return <a {...rest} href={searchPath(query)} onClick={follow} />;
}

/** Moves the focus between the search field and the results with the arrow keys. */
function moveByArrowKey(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('#site-search, [data-result]')];
  const at = document.activeElement instanceof HTMLElement ? stops.indexOf(document.activeElement) : -1;
  const next = stops[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/** Formats "12 results: 3 shows, 9 people". */
function formatSummary(groups: readonly ResultGroup[], matches: number): string {
  if (matches === 0) return 'Nothing found';
  const counts = groups.map(({ kind, matches: count }) => {
    const { one, many } = KIND_NAMES[kind];
    return `${formatNumber(count)} ${count === 1 ? one : many}`;
  });
  return `${matches === 1 ? '1 result' : `${formatNumber(matches)} results`}: ${counts.join(', ')}`;
}

const formatNumber = (count: number) => count.toLocaleString('en-GB');

/** Search engines index only the search page, not its results. */
export const head = (page: Page<'search'>): Head => ({
  title: page.title,
  description: 'Find a show, a person, a page or a post by its title or name.',
  canonical: '/search',
});
