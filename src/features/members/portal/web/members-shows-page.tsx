import { getDecade } from '#features/archive/shows/decades.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { paginate, requestedPage } from '#platform/shared/tables/paging.ts';
import { useLocation, useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { SearchInput } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { Pagination } from '#platform/web/ui/navigation/pagination.tsx';
import { showsAPage } from '../page-sizes.ts';
import { searchShows } from '../show-search.ts';
import styles from './members-shows-page.module.css';
import { ShowRow } from './show-row.tsx';

export const head = (page: Page<'members_shows'>): Head => ({
  title: page.title,
  description: page.title,
  indexed: false,
});

/** Picture or the society's logo, title, season and year, directors joined by commas. */
export default function MembersShowsPage({ page }: { page: Page<'members_shows'> }) {
  const { query } = useLocation();
  const search = query.get('q') ?? '';
  const found = page.first_view ? page.shows : searchShows(page.shows, search);
  const whole = paginate(found, requestedPage(query), showsAPage);
  const { page: number, pages } = page.first_view ?? whole;
  const shows = page.first_view ? page.shows : whole.items;
  return (
    <>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>
          Notices and documents for each show, for everyone in it and everyone helping. Yours are on your{' '}
          <a href="/members/dashboard">dashboard</a> too.
        </p>
      </header>
      {shows.length === 0 && search === '' ? <NoShows /> : <Search key={search} search={search} />}
      {shows.length === 0 && search !== '' && (
        <EmptyState title="No shows match" action={<ButtonLink href="/members/shows">All shows</ButtonLink>}>
          Try fewer words: part of a title, a year, or who directed it.
        </EmptyState>
      )}
      {[...Map.groupBy(shows, ({ date }) => getDecade(date))].map(([decade, those]) => (
        <section key={decade} className={styles.decade} aria-labelledby={`decade-${decade}`}>
          <h2 id={`decade-${decade}`}>{`${decade}s`}</h2>
          <ul className={styles.shows}>
            {those.map((show) => (
              <ShowRow key={show.id} show={show} heading="h3" logo={<Mark />}>
                {show.directors.join(', ')}
              </ShowRow>
            ))}
          </ul>
        </section>
      ))}
      <Pagination page={number} pages={pages} href={(to) => addressOf(search, to)} />
    </>
  );
}

function addressOf(search: string, page: number): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('q', search);
  if (page > 1) query.set('page', `${page}`);
  return query.size === 0 ? '/members/shows' : `?${query}`;
}

const Search = ({ search }: { search: string }) => (
  <search>
    <form className={styles.search} method="get" action="/members/shows">
      <SearchInput
        name="q"
        aria-label="Find a show"
        placeholder="Title, year or director"
        maxLength={200}
        defaultValue={search}
      />
      <Button type="submit" look="line">
        Search
      </Button>
    </form>
  </search>
);

function NoShows() {
  const { memberNavItemsToShow } = useSite();
  if (!memberNavItemsToShow.admin) {
    return (
      <EmptyState title="No shows yet">The first one will appear here as soon as an admin has added it.</EmptyState>
    );
  }
  return (
    <EmptyState title="No shows yet" action={<ButtonLink href="/members/manage_shows">Manage Shows</ButtonLink>}>
      Add your first show, or import them all.
    </EmptyState>
  );
}

function Mark() {
  const { site_logo } = useSite();
  if (site_logo === '') return <Icon of="drama" />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitised it when it was uploaded
  return <span aria-hidden dangerouslySetInnerHTML={{ __html: site_logo }} />;
}
