import { useState } from 'react';
import type { FileEntry } from '#features/publishing/files/contract.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { RowText } from '#platform/web/ui/content/row-parts.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { deleteFile } from '../contract.ts';
import styles from './manage.module.css';

/** Files that can be deleted. A row is pending while its file is being deleted. */
export function FileRows({
  files,
  at,
  onChanged,
}: {
  files: readonly FileEntry[];
  /** The slot of the responses, if there is one. */
  at?: string;
  onChanged: () => Promise<unknown>;
}) {
  const [confirming, setConfirming] = useState<FileEntry | null>(null);
  const [going, setGoing] = useState<readonly string[]>([]);
  const { send: make } = useCall(at);

  async function remove({ id }: FileEntry) {
    setGoing((ids) => [...ids, id]);
    await make(withParams(deleteFile, { file_id: id }), undefined, { also: onChanged });
    setGoing((ids) => ids.filter((one) => one !== id));
  }

  return (
    <div>
      {files.length === 0 && <p className="muted">No files yet.</p>}
      <ul className={styles.rows}>
        {files.map((file) => {
          const pending = going.includes(file.id);
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
          Members will no longer be able to open it. You can restore it for 30 days.
        </ConfirmDialog>
      )}
    </div>
  );
}
