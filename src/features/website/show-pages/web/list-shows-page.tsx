import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import type { ShowListContent } from '#features/archive/shows/contract.ts';
import { groupShowsByDecade } from '#features/archive/shows/decades.ts';
import { countActiveFilters } from '#features/archive/shows/list-state.ts';
import {
  getFilterOptions,
  MAX_LIST_LENGTH_WITHOUT_FILTERS,
  SHOWS_PER_PAGE,
} from '#features/archive/shows/show-list.ts';
import {
  formatDecade,
  ListActionLink,
  ShowCards,
  ShowListControls,
  type ShowListState,
  ShowListSummary,
  ShowListTable,
  useIsNearViewport,
  usePreservedFocus,
  useShowList,
} from '#features/archive/shows/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { formatInteger } from '#platform/shared/text/typography.ts';
import { useLocation, useSite } from '#platform/web/navigation/index.ts';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Pagination } from '#platform/web/ui/navigation/pagination.tsx';
import styles from './list-shows-page.module.css';

/** The list of past shows. The pages of people and of managers pass their own introduction and tools. */
export default function ListShowsPage({
  page,
  portrait,
  intro = <ShowListIntroduction text={formatIntroduction(page)} />,
  actions,
  tools,
  usualType = '',
}: {
  page: Page<'list_shows'>;
  /** A picture of the person, which floats next to the heading. */
  portrait?: ReactNode;
  intro?: ReactNode;
  actions?: ReactNode;
  /** Tools that are shown above the list. */
  tools?: ReactNode;
  /** The usual show type, which a narrow list for managers leaves out. */
  usualType?: string;
}) {
  const { path } = useLocation();
  const list = useShowList(page);
  const { place, leaving } = usePreservedFocus(list.waiting);
  const { person, coming_up: coming = [] } = page;
  const hasControls = !person || list.total > MAX_LIST_LENGTH_WITHOUT_FILTERS;
  return (
    <div className="wrap">
      <header className={portrait ? `page-head ${styles.pictured}` : 'page-head'}>
        {portrait}
        <h1>{page.title}</h1>
        {intro}
        {actions}
      </header>
      {tools}
      <div className="scotch" />
      {list.total === 0 ? (
        coming.length === 0 && (
          <div className={styles.nothing}>
            <EmptyState title="No shows yet">{formatEmptyText(page)}</EmptyState>
          </div>
        )
      ) : (
        <>
          {hasControls && <ShowListControls page={page} list={list} path={path} />}
          <section
            ref={place}
            className={hasControls ? undefined : styles.untooled}
            aria-label="Shows"
            onClickCapture={leaving}
          >
            <ShowListSummary page={page} list={list} />
            <Shows page={page} list={list} usualType={usualType} />
          </section>
        </>
      )}
    </div>
  );
}

/** A paragraph under the heading; nothing if there is no text. */
export const ShowListIntroduction = ({ text }: { text: string }) => text !== '' && <p>{text}</p>;

function Shows({ page, list, usualType }: { page: ShowListContent; list: ShowListState; usualType: string }) {
  const { choices, shows, options, pages, waiting } = list;
  const { site_name: society } = useSite();
  if (shows.length === 0 && !waiting) {
    return (
      <EmptyState
        title="No shows match"
        action={
          <ListActionLink list={list} action={{ do: 'clear' }} className={styles.clear}>
            {countActiveFilters(choices) > 0 ? 'Clear all' : 'Clear search'}
          </ListActionLink>
        }
      >
        {countActiveFilters(choices) > 0 ? (
          'Try fewer filters, or clear them all.'
        ) : (
          <>
            Try fewer letters, or <a href={`/search?q=${encodeURIComponent(choices.search)}`}>search the whole site</a>.
          </>
        )}
      </EmptyState>
    );
  }
  const currentPage = page.first_view?.page ?? choices.page;
  const from = (currentPage - 1) * SHOWS_PER_PAGE + 1;
  const { sort } = choices;
  const managed = page.admin === true;
  /** Renders shows in the chosen layout. */
  const renderShows = (
    part: Pick<ComponentProps<typeof ShowCards>, 'shows' | 'first' | 'initialCount' | 'whole' | 'dated'>,
  ) =>
    (choices.layout || page.default_layout) === 'table' ? (
      <ShowListTable
        options={options}
        {...(page.person && { theirs: page.shows })}
        managed={managed}
        usualType={usualType}
        sort={sort}
        byDate={list.hrefAfter({ do: 'sort', sort: sort === 'newest' ? 'oldest' : 'newest' })}
        byTitle={list.hrefAfter({ do: 'sort', sort: sort === 'title' ? 'title-reversed' : 'title' })}
        {...part}
        // Renders every row for managers, who print the list and use the browser's search
        whole={managed || shows.length <= SHOWS_PER_PAGE}
      />
    ) : (
      <ShowCards society={society} managed={managed} {...part} />
    );
  return (
    <div className={styles.shows} aria-busy={waiting || undefined}>
      {pages === null && choices.page > 1 && (
        <p className={styles.earlier}>
          <ListActionLink list={list} action={{ do: 'turn to', page: 1 }}>
            Back to the first show
          </ListActionLink>
        </p>
      )}
      {list.decades.length > 0
        ? groupShowsByDecade(shows).map((group) => (
            <section key={group.decade} aria-labelledby={formatDecade(group.decade)}>
              <h2 id={formatDecade(group.decade)} className={styles.decade}>
                {formatDecade(group.decade)}
              </h2>
              {renderShows({
                shows: group.shows,
                first: from + group.before,
                initialCount: SHOWS_PER_PAGE - group.before,
                whole: shows.length <= SHOWS_PER_PAGE,
                dated: true,
              })}
            </section>
          ))
        : renderShows({ shows, first: from })}
      {pages !== null && pages > 1 && <MoreShows list={list} page={currentPage} pages={pages} />}
    </div>
  );
}

/**
 * The end of a page of shows, with links to the other pages. With JavaScript, the end of every page but the last
 * fetches the whole list when it is scrolled into view, and then disappears.
 */
function MoreShows({ list, page, pages }: { list: ShowListState; page: number; pages: number }) {
  const end = useRef<HTMLDivElement>(null);
  const near = useIsNearViewport(end, false);
  const { fetchWhole } = list;
  useEffect(() => {
    if (near && page < pages) fetchWhole();
  }, [near, page, pages, fetchWhole]);
  return (
    <div ref={end}>
      <Pagination page={page} pages={pages} href={(to) => list.hrefAfter({ do: 'turn to', page: to })} />
    </div>
  );
}

function formatIntroduction(page: ShowListContent): string {
  const total = page.first_view?.total ?? page.shows.length;
  if (total === 0) return '';
  const { earliestYear } = getFilterOptions(page);
  return `${total === 1 ? 'One show' : `${formatInteger(total)} shows`} since ${earliestYear}, and everyone we know of who took part.`;
}

/** Returns the path of the shown page of a list whose first page is at `path`. */
export const buildShowListPagePath = ({ first_view: view }: ShowListContent, path: string) =>
  view && view.page > 1 ? `${path}?page=${view.page}` : path;

export const pastShowsBreadcrumb = { '@type': 'ListItem', position: 1, name: 'Past shows', item: '/past-shows' };

export const head = (page: Page<'list_shows'>): Head => ({
  title: page.title,
  description: import.meta.env.SSR ? formatIntroduction(page) : '',
  canonical: buildShowListPagePath(page, '/past-shows'),
  structured: import.meta.env.SSR ? [{ '@type': 'BreadcrumbList', itemListElement: [pastShowsBreadcrumb] }] : [],
});

function formatEmptyText({ person, archived }: Page<'list_shows'>): string {
  if (person) return 'They aren’t credited in any past show yet.';
  return archived ? 'Shows that you add or import will appear here.' : 'Past shows will appear here.';
}
