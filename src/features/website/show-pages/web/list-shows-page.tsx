import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import type { PersonShowEntry, ShowListContent } from '#features/archive/shows/contract.ts';
import { groupByDecade } from '#features/archive/shows/decades.ts';
import { countActiveFilters } from '#features/archive/shows/list-state.ts';
import { personPath, showPath } from '#features/archive/shows/paths.ts';
import { getFilterOptions, SHORT_LIST_LENGTH, SHOWS_PER_PAGE } from '#features/archive/shows/show-list.ts';
import {
  ActionLink,
  formatDecade,
  formatShowCount,
  ShowCards,
  ShowListControls,
  type ShowListState,
  ShowListSummary,
  ShowListTable,
  useNearViewport,
  usePreservedFocus,
  useShowList,
} from '#features/archive/shows/web/index.ts';
import { ReportMistakeLink } from '#features/publishing/corrections/web/index.ts';
import { formatDate } from '#platform/shared/dates/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { setCurlyQuotes } from '#platform/shared/text/headline.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { useLocation, useSite } from '#platform/web/navigation/index.ts';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { Pagination } from '#platform/web/ui/navigation/pagination.tsx';
import styles from './list-shows-page.module.css';

/** The list of past shows, or of a person's shows. The page for managers passes its own introduction and tools. */
export default function ListShowsPage({
  page,
  intro = formatIntroduction(page),
  actions,
  tools,
  usualType = '',
}: {
  page: Page<'list_shows'>;
  intro?: string;
  actions?: ReactNode;
  tools?: ReactNode;
  /** The most common show type, which isn't displayed. */
  usualType?: string;
}) {
  const { path } = useLocation();
  const list = useShowList(page);
  const { place, leaving } = usePreservedFocus(list.waiting);
  const { person, coming_up: coming = [], photographs } = page;
  const hasControls = !person || list.total > SHORT_LIST_LENGTH;
  return (
    <>
      <div className="wrap">
        <header className={person?.portrait ? `page-head ${styles.pictured}` : 'page-head'}>
          {person?.portrait && <RetryingImage {...person.portrait} alt={`Portrait of ${person.name}`} />}
          <h1>{page.title}</h1>
          {person && person.also_known_as.length > 0 && <p>Also known as {formatNames(person.also_known_as)}</p>}
          {intro !== '' && <p>{intro}</p>}
          {actions}
        </header>
        {tools}
        {coming.length > 0 && <ComingUp shows={coming} />}
        {photographs && (
          <ul className={styles.photographs} aria-label="Photographs">
            {photographs.map(({ id, href, title, role, alt, ...picture }) => (
              <li key={id}>
                <a href={href}>
                  <img {...picture} alt={alt} loading="lazy" />
                  <span>
                    {setCurlyQuotes(title)}
                    {role && `, as ${role}`}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
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
      {person && <ReportMistakeLink about="person" id={person.id} />}
    </>
  );
}

/** A person's upcoming shows. */
function ComingUp({ shows }: { shows: readonly PersonShowEntry[] }) {
  return (
    <section className={styles.coming} aria-labelledby="coming-up">
      <h2 id="coming-up">Coming up</h2>
      <ul>
        {shows.map((show) => (
          <li key={show.id}>
            <span className="poster-frame">
              <RetryingImage src={show.programme} alt="" width={600} height={848} loading="lazy" decoding="async" />
            </span>
            <div>
              <a href={showPath(show)}>{setCurlyQuotes(show.title)}</a>
              <MetaLine of={[formatDate(show.date, show.date_precision), show.cast, show.crew]} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Shows({ page, list, usualType }: { page: ShowListContent; list: ShowListState; usualType: string }) {
  const { choices, shows, options, pages, waiting } = list;
  const { site_name: society } = useSite();
  if (shows.length === 0 && !waiting) {
    return (
      <EmptyState
        title="No shows match"
        action={
          <ActionLink list={list} action={{ do: 'clear' }} className={styles.clear}>
            {countActiveFilters(choices) > 0 ? 'Clear all' : 'Clear search'}
          </ActionLink>
        }
      >
        {countActiveFilters(choices) > 0 ? (
          'Try fewer filters, or clear them all.'
        ) : (
          <>
            Try fewer letters, or <a href={`/search?q=${encodeURIComponent(choices.search)}`}>search the whole site</a>,
            which corrects typing mistakes.
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
    part: Pick<ComponentProps<typeof ShowCards>, 'shows' | 'first' | 'drawn' | 'whole' | 'dated'>,
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
          <ActionLink list={list} action={{ do: 'turn to', page: 1 }}>
            Back to the first show
          </ActionLink>
        </p>
      )}
      {list.decades.length > 0
        ? groupByDecade(shows).map((group) => (
            <section key={group.decade} aria-labelledby={formatDecade(group.decade)}>
              <h2 id={formatDecade(group.decade)} className={styles.decade}>
                {formatDecade(group.decade)}
              </h2>
              {renderShows({
                shows: group.shows,
                first: from + group.before,
                drawn: SHOWS_PER_PAGE - group.before,
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
 * The end of the first page of shows. Without JavaScript it has links to the other pages. With JavaScript it fetches
 * the rest when it is scrolled into view, and then disappears.
 */
function MoreShows({ list, page, pages }: { list: ShowListState; page: number; pages: number }) {
  const end = useRef<HTMLDivElement>(null);
  const near = useNearViewport(end, false);
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
  const { earliestYear, latestYear } = getFilterOptions(page);
  if (total === 0) return '';
  if (page.person) {
    const years = earliestYear === latestYear ? `${latestYear}` : `${earliestYear} to ${latestYear}`;
    if (total === 1) return `One show, in ${years}.`;
    const { did } = page.person;
    return `${formatShowCount(total)} shows, ${years}${did && `: ${did}`}.`;
  }
  return `${total === 1 ? 'One production' : `${formatShowCount(total)} productions`} since ${earliestYear}, and everyone we know who was in them.`;
}

const formatNames = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names);

/** Formats the page's description for search engines. Used only on the server. */
const formatDescription = (page: ShowListContent) =>
  page.person
    ? `What ${page.person.name} has done on stage and behind the scenes. ${formatIntroduction(page)}`.trimEnd()
    : formatIntroduction(page);

export function head(page: Page<'list_shows'>): Head {
  const { person } = page;
  const path = person ? personPath(person.id, person.name) : '/past-shows';
  const currentPage = page.first_view?.page ?? 1;
  return {
    title: page.title,
    description: import.meta.env.SSR ? formatDescription(page) : '',
    canonical: currentPage > 1 ? `${path}?page=${currentPage}` : path,
    structured: import.meta.env.SSR
      ? [
          {
            '@type': 'BreadcrumbList',
            itemListElement: [
              { '@type': 'ListItem', position: 1, name: 'Past shows', item: '/past-shows' },
              ...(person ? [{ '@type': 'ListItem', position: 2, name: person.name, item: path }] : []),
            ],
          },
          ...(person ? [{ '@type': 'Person', name: person.name, url: path, alternateName: person.also_known_as }] : []),
        ]
      : [],
  };
}

function formatEmptyText({ person, archived }: Page<'list_shows'>): string {
  if (person) return 'They aren’t credited in any past show yet.';
  return archived ? 'Shows that you add or import will appear here.' : 'Past shows will appear here.';
}
