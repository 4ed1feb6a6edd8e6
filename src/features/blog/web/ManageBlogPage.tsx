import { PenLine, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Answer } from '../../../platform/shared/answer.ts';
import { dateInWords, momentInWords } from '../../../platform/shared/dates.ts';
import type { Head } from '../../../platform/shared/head.ts';
import type { Page } from '../../../platform/shared/pages.ts';
import { makeCall } from '../../../platform/web/calls/sendCall.ts';
import { refreshPage } from '../../../platform/web/navigation/index.ts';
import { Alert } from '../../../platform/web/ui/Alert.tsx';
import { Badge } from '../../../platform/web/ui/Badge.tsx';
import { Button, ButtonLink } from '../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../platform/web/ui/ConfirmDialog.tsx';
import { Empty } from '../../../platform/web/ui/Empty.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { blogAddress } from '../browsing.ts';
import type { ManageBlog } from '../contract.ts';
import styles from './ManageBlogPage.module.css';

export const head = (page: Page<'manage_blog'>): Head => ({
  title: page.title,
  description: 'Write, publish and correct posts of the blog.',
  indexed: false,
});

/** Every post with where it stands, and the way back for those deleted lately. */
export default function ManageBlogPage({ page }: { page: Page<'manage_blog'> }) {
  const [deleting, setDeleting] = useState<Post | null>(null);
  const [busy, setBusy] = useState('');
  const [said, setSaid] = useState<Answer | null>(null);

  async function act(key: string, what: 'delete' | 'restore') {
    setSaid(null);
    setBusy(key);
    setSaid(await makeCall('POST', `/members/api/blog/${encodeURIComponent(key)}/${what}`));
    await refreshPage();
    setBusy('');
  }

  return (
    <>
      <header className={`page-head ${styles.head}`}>
        <h1>{page.title}</h1>
        <ButtonLink href="/members/manage-blog/new">
          <Icon of={PenLine} /> Write a post
        </ButtonLink>
      </header>
      <div role="alert">{said && said.code !== 200 && <Alert tone="bad" title={said.msg} />}</div>
      <div role="status">{said?.code === 200 && <Alert tone="ok" title={said.msg} />}</div>
      {page.posts.length === 0 ? (
        <Empty title="No posts yet">The first one tells people why they should come.</Empty>
      ) : (
        <ul className={styles.posts}>
          {page.posts.map((post) => (
            <li key={post.key} className={busy === post.key ? styles.going : undefined} aria-busy={busy === post.key}>
              <div className={styles.what}>
                <a href={`/members/manage-blog/${encodeURIComponent(post.key)}`}>{post.title}</a>
                <p className="meta">
                  {post.state !== 'published' && <Badge>{post.state === 'draft' ? 'Draft' : 'Scheduled'}</Badge>}{' '}
                  {standing(post)}
                </p>
              </div>
              {post.state === 'published' && (
                <a className={styles.see} href={blogAddress(post.key)}>
                  See it<span className="vh"> on the blog: {post.title}</span>
                </a>
              )}
              <Button look="quiet" small onClick={() => setDeleting(post)}>
                <Icon of={Trash2} /> Delete<span className="vh"> {post.title}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Deleted deleted={page.deleted} busy={busy} restore={(key) => void act(key, 'restore')} />
      {deleting && (
        <ConfirmDialog
          question={`Delete ${deleting.title}?`}
          keep="Keep it"
          go="Delete post"
          onGo={() => void act(deleting.key, 'delete')}
          onClose={() => setDeleting(null)}
        >
          {deleting.state === 'published' ? 'It goes from the blog at once. ' : ''}You can restore it for 30 days.
        </ConfirmDialog>
      )}
    </>
  );
}

type Post = ManageBlog['posts'][number];

function standing({ state, author, published_at, changed_at, changed_by }: Post): string {
  if (state === 'draft') return `${author}, last changed ${momentInWords(changed_at)} by ${changed_by}`;
  return `${author}, ${state === 'scheduled' ? 'appears' : ''} ${momentInWords(published_at)}`.replace(/ {2,}/g, ' ');
}

function Deleted({
  deleted,
  busy,
  restore,
}: {
  deleted: ManageBlog['deleted'];
  busy: string;
  restore: (key: string) => void;
}) {
  if (deleted.length === 0) return null;
  return (
    <section className={styles.deleted}>
      <h2>Recently deleted</h2>
      <ul className={styles.posts}>
        {deleted.map(({ key, title, deleted_by, until }) => (
          <li key={key}>
            <div className={styles.what}>
              <p>{title}</p>
              <p className="meta">
                Deleted by {deleted_by}. Can be restored until {dateInWords(until, 'day')}.
              </p>
            </div>
            <Button look="line" small pending={busy === key} onClick={() => restore(key)}>
              <Icon of={RotateCcw} /> {busy === key ? 'Restoring…' : 'Restore'}
              <span className="vh"> {title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
