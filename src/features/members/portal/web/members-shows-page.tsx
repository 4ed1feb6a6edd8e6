import { getDecade } from '#features/archive/shows/decades.ts';
import type { Page } from '#platform/shared/pages.ts';
import { paginate, parsePageNumber } from '#platform/shared/tables/paging.ts';
import { useLocation, useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { SearchInput } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { Pagination } from '#platform/web/ui/navigation/pagination.tsx';
import { searchShows, showsPerPage } from '../lists.ts';
import { ShowRow } from './lists.tsx';
import styles from './members-shows-page.module.css';

/** Lists all shows by decade, with a search. */
export default function MembersShowsPage({ page }: { page: Page<'members_shows'> }) {
  const { query } = useLocation();
  const search = query.get('q') ?? '';
  const found = page.first_view ? page.shows : searchShows(page.shows, search);
  const whole = paginate(found, parsePageNumber(query), showsPerPage);
  const { page: number, pages } = page.first_view ?? whole;
  const shows = page.first_view ? page.shows : whole.items;
  return (
    <>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>
          Notices and documents for each show’s cast, crew and helpers. Your own recent shows are on your{' '}
          <a href="/members/dashboard">dashboard</a> too.
        </p>
      </header>
      {shows.length === 0 && search === '' ? <NoShows /> : <Search key={search} search={search} />}
      {shows.length === 0 && search !== '' && (
        <EmptyState title="No shows match" action={<ButtonLink href="/members/shows">All shows</ButtonLink>}>
          Try fewer words: part of a title, a year, or a director’s name.
        </EmptyState>
      )}
      {[...Map.groupBy(shows, ({ date }) => getDecade(date))].map(([decade, ofDecade]) => (
        <section key={decade} className={styles.decade} aria-labelledby={`decade-${decade}`}>
          <h2 id={`decade-${decade}`}>{`${decade}s`}</h2>
          <ul className={styles.shows}>
            {ofDecade.map((show) => (
              <ShowRow key={show.id} show={show} logo={<SocietyLogo />}>
                {show.directors.join(', ')}
              </ShowRow>
            ))}
          </ul>
        </section>
      ))}
      <Pagination page={number} pages={pages} href={(to) => formatPageHref(search, to)} />
    </>
  );
}

function formatPageHref(search: string, page: number): string {
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
  if (!useSite().memberNavItemsToShow.shows_write) {
    return (
      <EmptyState title="No shows yet">The first one will appear here as soon as an admin has added it.</EmptyState>
    );
  }
  return (
    <EmptyState title="No shows yet" action={<ButtonLink href="/members/manage_shows">Manage Shows</ButtonLink>}>
      Add your first show, or import all your shows.
    </EmptyState>
  );
}

function SocietyLogo() {
  const { site_logo } = useSite();
  if (site_logo === '') return <Icon of="drama" />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitised it when it was uploaded
  return <span aria-hidden dangerouslySetInnerHTML={{ __html: site_logo }} />;
}
