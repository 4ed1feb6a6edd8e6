import { useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDate } from '#platform/shared/dates/dates.ts';
import { formatTableDateTime } from '#platform/shared/dates/short-dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { PageActions } from '#platform/web/ui/content/layout.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { blogPostPath } from '../blog-list.ts';
import { blogMessageSlot, blogTableRules, manageBlogPath } from '../blog-post.ts';
import { deleteBlogPost, type ManageBlogContent, restoreBlogPost } from '../contract.ts';
import styles from './manage-blog-page.module.css';

export const head = (page: Page<'manage_blog'>): Head => ({
  title: page.title,
  description: 'Write, publish and edit blog posts.',
  indexed: false,
});

const buildDeleteCall = (key: string) => withParams(deleteBlogPost, { key });
const buildRestoreCall = (key: string) => withParams(restoreBlogPost, { key });

/** Lists every post with its state, and posts deleted recently. */
export default function ManageBlogPage({ page }: { page: Page<'manage_blog'> }) {
  const [postToDelete, setPostToDelete] = useState<Post | null>(null);
  const { busy, slot: at, send: make } = useCall(blogMessageSlot);
  return (
    <>
      <header className="page-head">
        <h1>{page.title}</h1>
        <PageActions>
          <ButtonLink href={`${manageBlogPath}/new`}>
            <Icon of="pen-line" /> Write a post
          </ButtonLink>
        </PageActions>
      </header>
      <div className={`stack ${styles.list}`}>
        <DataTable
          answer={<CallStatus slot={at} />}
          rules={blogTableRules}
          table={page.table}
          rows={page.posts}
          keyOf={({ key }) => key}
          columns={[
            {
              name: 'Post',
              sort: 'title',
              cell: ({ key, title }) => <a href={`${manageBlogPath}/${encodeURIComponent(key)}`}>{title}</a>,
            },
            { name: 'Written by', sort: 'author', cell: ({ author }) => author },
            { name: 'When it appears', sort: 'when', cell: (post) => <PostState post={post} /> },
            {
              name: 'Actions',
              narrow: 'end',
              cell: (post) => (
                <span className="row">
                  {post.state === 'published' && (
                    <a href={blogPostPath(post.key)}>
                      View<span className="vh"> {post.title} on the blog</span>
                    </a>
                  )}
                  <Button
                    look="quiet"
                    small
                    pending={busy === buildDeleteCall(post.key).path}
                    onClick={() => setPostToDelete(post)}
                  >
                    <Icon of="trash" /> Delete<span className="vh"> {post.title}</span>
                  </Button>
                </span>
              ),
            },
          ]}
          rowNouns={['post', 'posts']}
          search="Search posts"
          filters={[
            {
              name: 'state',
              label: 'Show',
              options: [
                ['draft', 'Drafts'],
                ['scheduled', 'Scheduled'],
                ['published', 'Published'],
              ],
            },
          ]}
          csv={`${manageBlogPath}.csv`}
          empty={{
            title: 'No posts yet',
            text: 'Write the first one to tell people why they should come to your shows.',
          }}
        />
      </div>
      <DeletedPosts deleted={page.deleted} busy={busy} restore={(key) => void make(buildRestoreCall(key))} />
      {postToDelete && (
        <ConfirmDialog
          question={`Delete ${postToDelete.title}?`}
          cancelLabel="Keep it"
          confirmLabel="Delete post"
          onConfirm={() => void make(buildDeleteCall(postToDelete.key))}
          onClose={() => setPostToDelete(null)}
        >
          {postToDelete.state === 'published' ? 'It will disappear from the blog straight away. ' : ''}You can restore
          it for 30 days.
        </ConfirmDialog>
      )}
    </>
  );
}

type Post = ManageBlogContent['posts'][number];

function PostState({ post: { state, published_at, changed_at, changed_by } }: { post: Post }) {
  if (state === 'published') return formatTableDateTime(published_at);
  return (
    <>
      <Badge>{state === 'draft' ? 'Draft' : 'Scheduled'}</Badge>{' '}
      {state === 'draft'
        ? `last changed ${formatTableDateTime(changed_at)}${changed_by && ` by ${changed_by}`}`
        : `appears ${formatTableDateTime(published_at)}`}
    </>
  );
}

function DeletedPosts({
  deleted,
  busy,
  restore,
}: {
  deleted: ManageBlogContent['deleted'];
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
                Deleted by {deleted_by}. Can be restored until {formatDate(until, 'day')}.
              </p>
            </div>
            <Button look="line" small pending={busy === buildRestoreCall(key).path} onClick={() => restore(key)}>
              <ButtonLabel
                sign="rotate-ccw"
                label="Restore"
                busyLabel="Restoring…"
                busy={busy === buildRestoreCall(key).path}
              />
              <span className="vh"> {title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
