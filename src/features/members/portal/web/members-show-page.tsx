import type { ReactNode } from 'react';
import { formatSeason } from '#features/archive/shows/run.ts';
import { EmergencyContactsLink } from '#features/members/emergency-contacts/web/index.ts';
import { ManageSection } from '#features/members/show-management/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { NoticeList } from './lists.tsx';
import styles from './members-show-page.module.css';

/** A show's page for members: its posts and files, and the tools of those who manage it. */
export default function MembersShowPage({ page }: { page: Page<'members_show'> }) {
  // Visitors who may not manage the show see no tools; the server refuses their calls anyway
  if (!page.may_manage) return <View page={page} />;
  return (
    <ManageSection key={page.id} of={page} tools={page.may_see_contacts && <EmergencyContactsLink show={page} />}>
      {(section) => <View page={page} manage={section} />}
    </ManageSection>
  );
}

function View({ page, manage }: { page: Page<'members_show'>; manage?: ReactNode }) {
  return (
    <article className={`section ${styles.show}`}>
      <BackLink href="/members/shows">All shows</BackLink>
      <Header show={page} />
      {manage}
      <section aria-labelledby="posts">
        <h2 id="posts">Notices</h2>
        {page.posts.length === 0 ? (
          <EmptyState title="No notices yet">Notices for this show will appear here.</EmptyState>
        ) : (
          <NoticeList notices={page.posts} dateStyle="day" />
        )}
      </section>
      <section aria-labelledby="files">
        <h2 id="files">Files</h2>
        {page.files.length === 0 ? (
          <EmptyState title="No files yet">Scripts, schedules and the like will appear here.</EmptyState>
        ) : (
          <NoticeList notices={page.files} dateStyle="day" />
        )}
      </section>
    </article>
  );
}

function Header({ show }: { show: Page<'members_show'> }) {
  return (
    <header className={styles.header}>
      {show.image !== '' && (
        <span className={`poster-frame ${styles.poster}`}>
          <RetryingImage src={show.image} alt="" width={600} height={848} />
        </span>
      )}
      <div>
        {show.season !== '' && <p className="meta">{formatSeason(show)}</p>}
        <h1>{show.title}</h1>
        <p>{[show.when, show.venue].filter(Boolean).join('. ')}</p>
        {show.director_names.length > 0 && <p className="meta">{show.director_names.join(', ')}</p>}
        {show.cancelled && <Badge tone="warning">Cancelled</Badge>}
        <p className={styles.public}>
          <ButtonLink look="line" small href={show.public_link}>
            Public show page
          </ButtonLink>
        </p>
      </div>
    </header>
  );
}
