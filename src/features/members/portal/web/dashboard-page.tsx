import { formatNextShowLabel } from '#features/society/settings/tickets.ts';
import type { Page } from '#platform/shared/pages.ts';
import { paginate, parsePageNumber } from '#platform/shared/tables/paging.ts';
import { useLocation, useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { Pagination } from '#platform/web/ui/navigation/pagination.tsx';
import { useMenu } from '#platform/web/ui/overlays/use-menu.ts';
import { groupEntriesByDay, initialNoticeCount, noticesPerPage } from '../lists.ts';
import styles from './dashboard-page.module.css';
import { NoticeList, ShowRow } from './lists.tsx';
import { DocumentsBox } from './portal.tsx';

/** The page that a member sees first: to-dos, the next show, recent notices and their own shows. */
export default function DashboardPage({ page }: { page: Page<'dashboard'> }) {
  const site = useSite();
  return (
    <>
      <header className="page-head">
        <h1>{page.greeting}</h1>
      </header>
      <DashboardPrompts nudges={page.nudges} />
      <NextShow show={page.next_show} />
      <div className={styles.dashboard}>
        <RecentNotices page={page} />
        <MyShows shows={page.my_shows} />
        <DocumentsBox site={site} className="only-narrow" />
      </div>
    </>
  );
}

function DashboardPrompts({ nudges }: { nudges: Page<'dashboard'>['nudges'] }) {
  if (nudges.length === 0) return null;
  return (
    <ul className={styles.nudges} aria-label="To do">
      {nudges.map(({ kind, text, link, action }) => (
        <li key={`${kind} ${text}`}>
          <Icon of="heart-handshake" />
          <p>
            {text} <a href={link}>{action}</a>
          </p>
        </li>
      ))}
    </ul>
  );
}

function NextShow({ show }: { show: Page<'dashboard'>['next_show'] }) {
  if (show.title === '') return null;
  return (
    <section className={styles.next} aria-labelledby="next-show">
      <div>
        <h2 className="label" id="next-show">
          {formatNextShowLabel(show)}
        </h2>
        <p className={styles.big}>{show.title}</p>
        <p className="muted">{[show.when, show.venue].filter(Boolean).join('. ')}</p>
      </div>
      <ButtonLink look="line" href={show.link}>
        Open show page
      </ButtonLink>
    </section>
  );
}

function RecentNotices({ page }: { page: Page<'dashboard'> }) {
  const { query } = useLocation();
  const whole = paginate(page.posts, parsePageNumber(query), noticesPerPage);
  const { page: number, pages } = page.first_view ?? whole;
  const entries = page.first_view ? page.posts : whole.items;
  const older = entries.slice(initialNoticeCount);
  const olderCount = (page.first_view?.total ?? page.posts.length) - (number - 1) * noticesPerPage - initialNoticeCount;
  const pagination = (
    <Pagination page={number} pages={pages} href={(to) => (to === 1 ? '/members/dashboard' : `?page=${to}`)} />
  );
  return (
    <section className={styles.notices} aria-labelledby="recent">
      <div className={styles.recent}>
        <h2 id="recent">Recent</h2>
        <WritePostMenu places={page.writes} />
      </div>
      {entries.length === 0 ? (
        <EmptyState title="Nothing new">
          Nothing has been posted in the last sixty days.
          {page.writes.length > 0 && ' Anything you write here appears on every member’s dashboard.'}
        </EmptyState>
      ) : (
        <NoticesByDay of={entries.slice(0, initialNoticeCount)} />
      )}
      <div className={styles.more}>
        {older.length > 0 ? (
          <details open={number > 1}>
            <summary>{olderCount === 1 ? 'One older notice' : `${olderCount} older notices`}</summary>
            <NoticesByDay of={older} />
            {pagination}
          </details>
        ) : (
          pagination
        )}
        <a href="/members/posts">All society notices</a>
      </div>
    </section>
  );
}

function NoticesByDay({ of }: { of: Page<'dashboard'>['posts'] }) {
  const { today } = useSite();
  return groupEntriesByDay(of, today).map(({ day, heading, entries }) => (
    <section key={day} aria-label={heading}>
      <h3 className={styles.day}>{heading}</h3>
      <NoticeList notices={entries} dateStyle="time" />
    </section>
  ));
}

/**
 * A link to the post editor, or a menu of such links if the member may write for several shows, or for a show and the
 * society.
 */
function WritePostMenu({ places }: { places: Page<'dashboard'>['writes'] }) {
  const { path } = useLocation();
  const menu = useMenu(path);
  const [first, ...others] = places;
  if (!first) return null;
  if (others.length === 0) {
    return (
      <ButtonLink small href={first.link}>
        <Icon of="pencil" /> Write a post
      </ButtonLink>
    );
  }
  return (
    <details className={styles.write} ref={menu}>
      <summary>
        <Icon of="pencil" /> Write a post <Icon of="chevron-down" />
      </summary>
      <ul>
        {places.map(({ title, link }) => (
          <li key={link}>
            <a href={link}>{title}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

const toPastTense = (role: string) => role.replace(/^You play /, 'You played ').replace(/^You are in /, 'You were in ');

function MyShows({ shows }: { shows: Page<'dashboard'>['my_shows'] }) {
  if (shows.length === 0) return null;
  return (
    <section className={styles.own} aria-labelledby="my-shows">
      <h2 id="my-shows">My shows</h2>
      <ul className={styles.mine}>
        {shows.map((show) => (
          <ShowRow key={show.id} show={show}>
            {(show.past ? show.roles.map(toPastTense) : show.roles).join(', ')}
          </ShowRow>
        ))}
      </ul>
    </section>
  );
}
