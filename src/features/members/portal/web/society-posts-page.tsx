import type { ReactNode } from 'react';
import { ManageSection } from '#features/members/show-management/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { paginate, parsePageNumber } from '#platform/shared/tables/paging.ts';
import { useLocation } from '#platform/web/navigation/index.ts';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { PageActions } from '#platform/web/ui/content/layout.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { Pagination } from '#platform/web/ui/navigation/pagination.tsx';
import { noticesPerPage } from '../lists.ts';
import { NoticeList } from './lists.tsx';
import styles from './society-posts-page.module.css';

type Content = Page<'society_posts'>;

/** Posts for the whole society, with editing tools for those who may write them. */
export default function SocietyPostsPage({ page }: { page: Content }) {
  if (!page.may_manage) return <View page={page} />;
  return (
    <ManageSection of="society">
      {(section, header) => <View page={page} manage={section} write={header?.write} answer={header?.answer} />}
    </ManageSection>
  );
}

function View({
  page,
  manage,
  write,
  answer,
}: {
  page: Content;
  manage?: ReactNode;
  write?: ReactNode;
  answer?: ReactNode;
}) {
  const { query } = useLocation();
  const whole = paginate(page.posts, parsePageNumber(query), noticesPerPage);
  const { page: number, pages } = page.first_view ?? whole;
  const posts = page.first_view ? page.posts : whole.items;
  return (
    <>
      <header className="page-head">
        <p>
          <BackLink href="/members/dashboard">Dashboard</BackLink>
        </p>
        <h1>{page.title}</h1>
        <p>News for everyone, whichever show they’re in.</p>
        {write && <PageActions>{write}</PageActions>}
      </header>
      {answer}
      <section className={styles.posts} aria-label="Notices">
        {posts.length === 0 ? (
          <EmptyState title="No notices yet">
            {page.may_manage
              ? 'Write the first one above, for everyone or just for members.'
              : 'The society’s news for members will appear here.'}
          </EmptyState>
        ) : (
          <NoticeList notices={posts} dateStyle="day" />
        )}
        <Pagination page={number} pages={pages} href={(to) => (to === 1 ? '/members/posts' : `?page=${to}`)} />
      </section>
      {manage}
    </>
  );
}
