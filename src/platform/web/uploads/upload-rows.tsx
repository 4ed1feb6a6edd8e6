import { useId } from 'react';
import { formatFileSize } from '#platform/shared/file-size.ts';
import { Button } from '../ui/actions/button.tsx';
import { Alert } from '../ui/content/alert.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import type { InterruptedUploads } from './stored-uploads.ts';
import { formatUploadState, type QueuedUpload } from './upload-queue.ts';
import styles from './upload-rows.module.css';
import type { UploadList } from './use-uploads.ts';

/**
 * Lists the files that wait, are being sent or couldn't be sent, each with its progress and actions. Also offers the
 * unsent files of an earlier visit.
 */
export function UploadRows({
  of,
  checking,
}: {
  of: UploadList;
  /** The label of a file that has been sent completely and is being checked. */
  checking?: string;
}) {
  const { uploads, release, remove, interrupted, resume, dismiss } = of;
  const coming = uploads.filter(({ state }) => state !== 'done' && state !== 'held');
  return (
    <>
      {interrupted && <Interrupted uploads={interrupted} onResume={resume} onDismiss={dismiss} />}
      {coming.length > 0 && (
        <ul className={styles.rows} aria-label="Files being uploaded">
          {coming.map((upload) => (
            <Row
              key={upload.key}
              upload={upload}
              label={formatUploadState(upload, checking)}
              onRetry={() => release(upload.key)}
              onRemove={() => remove(upload.key)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * Lists the files of an earlier visit that had arrived and those that hadn't. On request, sends those that this browser
 * still has.
 */
function Interrupted({
  uploads: { arrived, waiting, lost },
  onResume,
  onDismiss,
}: {
  uploads: InterruptedUploads;
  onResume: () => void;
  onDismiss: () => void;
}) {
  const unsent = waiting.length + lost.length;
  const chosen = unsent + arrived.length;
  const count = waiting.length === 1 ? '1 file' : `${waiting.length} files`;
  return (
    <section className={styles.interrupted} aria-label="Files that weren’t uploaded">
      <Alert
        tone="bad"
        title={`${chosen === 1 ? 'Your file' : `${unsent} of ${chosen} files`} had not been uploaded when this page was closed.`}
      >
        {waiting.length > 0 && <p>Not uploaded: {waiting.map(({ file }) => file.name).join(', ')}.</p>}
        {lost.length > 0 && <p>Not stored in this browser, so choose them again: {lost.join(', ')}.</p>}
        {arrived.length > 0 && <p>Uploaded: {arrived.join(', ')}.</p>}
        <div className="row">
          {waiting.length > 0 && (
            <Button look="line" small onClick={onResume}>
              <Icon of="upload" /> Continue with {count}
            </Button>
          )}
          <Button look="quiet" small onClick={onDismiss}>
            <Icon of="x" /> Dismiss<span className="vh"> the files that weren’t uploaded</span>
          </Button>
        </div>
      </Alert>
    </section>
  );
}

function Row({
  upload: { file, state, progress: share, mayRetry },
  label,
  onRetry,
  onRemove,
}: {
  upload: QueuedUpload;
  label: string;
  onRetry: () => void;
  onRemove: () => void;
}) {
  const id = useId();
  const failed = state === 'failed';
  return (
    <li className={failed ? styles.failed : undefined} aria-busy={!failed || undefined}>
      <span id={id} className={styles.name}>
        {file.name}
      </span>
      <span className={styles.acts}>
        {failed && mayRetry && (
          <Button look="line" small onClick={onRetry}>
            <Icon of="rotate-ccw" /> Try again<span className="vh"> with {file.name}</span>
          </Button>
        )}
        <Button look="quiet" small onClick={onRemove}>
          <Icon of="x" /> {failed ? 'Remove' : 'Stop'}
          <span className="vh"> {file.name}</span>
        </Button>
      </span>
      {!failed && <progress aria-labelledby={id} max={1} {...(state === 'checking' ? {} : { value: share })} />}
      <span className={styles.text}>{failed ? label : `${label}, ${formatFileSize(file.size)}`}</span>
    </li>
  );
}
