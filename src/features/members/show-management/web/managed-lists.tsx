import { useState } from 'react';
import type { ZodType } from 'zod';
import type { FileEntry } from '#features/publishing/files/contract.ts';
import { acceptedFileKindsLabel, acceptedFileTypes, fileLimits } from '#features/publishing/files/file-kinds.ts';
import { formatFileTitle } from '#features/publishing/files/file-links.ts';
import { type Call, type CallSchemas, type ResponseForSchemas, withParams } from '#platform/shared/calls/calls.ts';
import { formatDate, formatLocalDate } from '#platform/shared/dates/dates.ts';
import { formatFileSize, validateFileSize } from '#platform/shared/file-size.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { RowActions, RowText } from '#platform/web/ui/content/layout.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { FileDropZone } from '#platform/web/uploads/file-choosers.tsx';
import { formatFailureCount, type QueuedUpload } from '#platform/web/uploads/upload-queue.ts';
import { UploadRows } from '#platform/web/uploads/upload-rows.tsx';
import { useUploads } from '#platform/web/uploads/use-uploads.ts';
import {
  type DeletedFileOrPost,
  deleteFile,
  deletePost,
  type ManagedPost,
  restoreFile,
  restorePost,
} from '../contract.ts';
import styles from './manage.module.css';

/** Lists files, each with a button to delete it. */
export function FileRows({
  files,
  at,
  onChanged,
}: {
  files: readonly FileEntry[];
  /** The place on the page where responses are shown; without it, an alert shows them. */
  at?: string;
  onChanged: () => Promise<unknown>;
}) {
  const [confirming, setConfirming] = useState<FileEntry | null>(null);
  const [deletingIds, setDeletingIds] = useState<readonly string[]>([]);
  const { send } = useCall(at);

  async function remove({ id }: FileEntry) {
    setDeletingIds((ids) => [...ids, id]);
    await send(withParams(deleteFile, { file_id: id }), undefined, { also: onChanged });
    setDeletingIds((ids) => ids.filter((one) => one !== id));
  }

  return (
    <div>
      {files.length === 0 && <p className="muted">No files yet.</p>}
      <ul className={styles.rows}>
        {files.map((file) => {
          const pending = deletingIds.includes(file.id);
          return (
            <li key={file.id} className={pending ? styles.going : undefined} aria-busy={pending || undefined}>
              <Icon of="file-text" />
              <RowText>
                <a href={file.url}>{file.name}</a>
                <span className="meta">{file.kind}</span>
              </RowText>
              <Button look="line" small pending={pending} onClick={() => setConfirming(file)}>
                <ButtonLabel sign="trash" label="Delete" busyLabel="Deleting…" busy={pending} />
                <span className="vh"> {file.name}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      {confirming && (
        <ConfirmDialog
          question={`Delete ${confirming.name}?`}
          cancelLabel="Keep file"
          confirmLabel="Delete file"
          onConfirm={() => void remove(confirming)}
          onClose={() => setConfirming(null)}
        >
          Nobody will be able to open it. You can restore it for 30 days.
        </ConfirmDialog>
      )}
    </div>
  );
}

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

/** Lists deleted files and posts, each with a button to restore it. */
export function DeletedFileAndPostList({
  deleted,
  at,
  onChanged,
}: {
  deleted: readonly DeletedFileOrPost[];
  /** The place on the page where responses are shown; without it, an alert shows them. */
  at?: string;
  onChanged: () => Promise<unknown>;
}) {
  const { busy, send } = useCall(at);
  const buildRestoreCall = ({ kind, id }: DeletedFileOrPost) =>
    kind === 'file' ? withParams(restoreFile, { file_id: id }) : withParams(restorePost, { post_id: id });

  return (
    <div>
      {deleted.length === 0 && <p className="muted">Nothing to restore. Deleted items stay here for 30 days.</p>}
      <ul className={styles.rows}>
        {deleted.map((item) => (
          <li key={item.id}>
            <RowText>
              <span>{item.title}</span>
              <span className="meta">
                {item.kind === 'file' ? 'File' : 'Post'}
                {item.deleted_by !== '' && `, deleted by ${item.deleted_by}`}. Can be restored until{' '}
                {formatDate(item.until, 'day')}.
              </span>
            </RowText>
            <Button
              look="line"
              small
              pending={busy === buildRestoreCall(item).path}
              onClick={() => void send(buildRestoreCall(item), undefined, { also: onChanged })}
            >
              <ButtonLabel
                sign="rotate-ccw"
                label="Restore"
                busyLabel="Restoring…"
                busy={busy === buildRestoreCall(item).path}
              />
              <span className="vh"> {item.title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The schemas of a call that uploads files and returns the names under which it stored them. */
type UploadCallSchemas = CallSchemas & { answers: { 200: ZodType<{ files: { name: string }[] }> } };

/** Uploads files. The row of an uploaded file disappears once `onArrived` has resolved, when the list shows the file. */
export function UploadPanel({
  call,
  fields,
  heading,
  onArrived,
}: {
  call: Call<string, UploadCallSchemas>;
  /** Form fields sent with each file. */
  fields?: Readonly<Record<string, string>>;
  /** A heading, for pages that have none above the uploads. */
  heading?: string;
  onArrived: () => Promise<unknown>;
}) {
  const files = useUploads({
    call,
    field: 'files',
    fields,
    resumable: true,
    validate: (file) => validateFileSize(file, fileLimits.maxBytes),
    onDone: onArrived,
  });
  const uploaded = formatUploaded(files.uploads);
  const failures = formatFailureCount(files.uploads);
  return (
    <div className={styles.part}>
      {heading && <h3>{heading}</h3>}
      <FileDropZone
        label="Choose files"
        hint={`${acceptedFileKindsLabel}. Up to ${formatFileSize(fileLimits.maxBytes)} each.`}
        accept={acceptedFileTypes}
        onFiles={files.add}
      />
      <div role="status">
        {uploaded !== '' && <Alert tone="ok" title={uploaded} />}
        {failures !== '' && <p>{failures}</p>}
      </div>
      <UploadRows of={files} />
    </div>
  );
}

/** Formats the names of the uploaded files, or their number if there are more than three; "" if there are none. */
function formatUploaded(uploads: readonly QueuedUpload<ResponseForSchemas<UploadCallSchemas>>[]): string {
  const files = uploads.flatMap(({ answer }) => (answer?.code === 200 ? answer.files : []));
  const names = files.map(({ name }) => formatFileTitle(name));
  if (names.length === 0) return '';
  if (names.length > 3) return `${names.length} files uploaded.`;
  return `${new Intl.ListFormat('en-GB').format(names)} uploaded.`;
}
