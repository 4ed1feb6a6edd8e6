import { useId } from 'react';
import { formatFileSize } from '#platform/shared/file-size.ts';
import { Button } from '../ui/actions/button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { formatUploadState, type QueuedUpload } from './upload-queue.ts';
import styles from './upload-rows.module.css';
import type { UploadList } from './use-uploads.ts';

/** Lists the files that haven't arrived yet, each with its progress and actions. */
export function UploadRows({
  of: { uploads, release, remove },
  checking,
}: {
  of: UploadList;
  /** The label of a file that has been sent completely and is being checked. */
  checking?: string;
}) {
  const coming = uploads.filter(({ state }) => state !== 'done' && state !== 'held');
  if (coming.length === 0) return null;
  return (
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
