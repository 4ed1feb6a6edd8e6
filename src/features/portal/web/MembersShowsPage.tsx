import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { requestedPage, turnTo } from '#platform/shared/paging.ts';
import { useLocation, useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { showsAPage } from '../page-sizes.ts';
import styles from './MembersShowsPage.module.css';
import { ShowRow } from './ShowRow.tsx';

export const head = (page: Page<'members_shows'>): Head => ({
  title: page.title,
  description: page.title,
  indexed: false,
});

/** Picture or the society's logo, title, season and year, directors joined by commas. */
export default function MembersShowsPage({ page }: { page: Page<'members_shows'> }) {
  const { query } = useLocation();
  const whole = turnTo(page.shows, requestedPage(query), showsAPage);
  const { page: number, pages } = page.first_view ?? whole;
  const shows = page.first_view ? page.shows : whole.items;
  return (
    <>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>Notices and papers of each show, for those who are in it and those who help.</p>
      </header>
      {shows.length === 0 ? (
        <NoShows />
      ) : (
        <ul className={styles.shows}>
          {shows.map((show) => (
            <ShowRow key={show.id} show={show} heading="h2" logo={<Mark />}>
              {show.directors.join(', ')}
            </ShowRow>
          ))}
        </ul>
      )}
      <Pagination page={number} pages={pages} href={(to) => (to === 1 ? '/members/shows' : `?page=${to}`)} />
    </>
  );
}

function NoShows() {
  const { memberNavItemsToShow } = useSite();
  if (!memberNavItemsToShow.admin) {
    return <Empty title="No shows yet">The first one will appear here as soon as an admin has added it.</Empty>;
  }
  return (
    <Empty title="No shows yet" action={<ButtonLink href="/members/manage_shows">Manage Shows</ButtonLink>}>
      Add the first, or import all of them.
    </Empty>
  );
}

function Mark() {
  const { site_logo } = useSite();
  if (site_logo === '') return <Icon of="drama" />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitised it when it was uploaded
  return <span aria-hidden dangerouslySetInnerHTML={{ __html: site_logo }} />;
}
