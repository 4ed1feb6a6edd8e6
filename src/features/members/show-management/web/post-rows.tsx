import { useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { RowActions, RowText } from '#platform/web/ui/content/layout.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { deletePost, type ManagedPost } from '../contract.ts';
import styles from './manage.module.css';

export const postTypeLabels = { public: 'Public', auditions: 'Auditions', private: 'Private' } as const;

/** Lists posts, each with buttons to edit and delete it. */
export function PostRows({
  posts,
  at,
  onEdit,
  onChanged,
}: {
  posts: readonly ManagedPost[];
  /** The place on the page where responses are shown. */
  at: string;
  onEdit: (post: ManagedPost) => void;
  onChanged: () => Promise<unknown>;
}) {
  const [confirming, setConfirming] = useState<ManagedPost | null>(null);
  const { busy, send } = useCall(at);
  const buildDeleteCall = ({ id }: ManagedPost) => withParams(deletePost, { post_id: id });
  const remove = (post: ManagedPost) => send(buildDeleteCall(post), undefined, { also: onChanged });

  return (
    <div>
      {posts.length === 0 && <p className="muted">No posts yet.</p>}
      <ul className={styles.rows}>
        {posts.map((post) => {
          const pending = busy === buildDeleteCall(post).path;
          return (
            <li key={post.id} className={pending ? styles.going : undefined} aria-busy={pending || undefined}>
              <Icon of="sticky-note" />
              <RowText>
                {post.out ? <a href={post.url}>{post.title}</a> : <span>{post.title}</span>}
                <span className="meta">
                  {postTypeLabels[post.type]}, {formatLocalDate(post.date)}
                </span>
                {!post.out && <Badge>Scheduled</Badge>}
              </RowText>
              <RowActions>
                <Button look="line" small onClick={() => onEdit(post)}>
                  <Icon of="pencil" /> Edit<span className="vh"> {post.title}</span>
                </Button>
                <Button look="line" small pending={pending} onClick={() => setConfirming(post)}>
                  <ButtonLabel sign="trash" label="Delete" busyLabel="Deleting…" busy={pending} />
                  <span className="vh"> {post.title}</span>
                </Button>
              </RowActions>
            </li>
          );
        })}
      </ul>
      {confirming && (
        <ConfirmDialog
          question={`Delete ${confirming.title}?`}
          cancelLabel="Keep post"
          confirmLabel="Delete post"
          onConfirm={() => void remove(confirming)}
          onClose={() => setConfirming(null)}
        >
          Nobody will be able to read it or open its files. You can restore it for 30 days.
        </ConfirmDialog>
      )}
    </div>
  );
}
