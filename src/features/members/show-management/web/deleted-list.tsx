import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDate } from '#platform/shared/dates/dates.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { RowText } from '#platform/web/ui/content/row-parts.tsx';
import { type DeletedItem, restoreFile, restorePost } from '../contract.ts';
import styles from './manage.module.css';

/** The trash, and a way to restore from it. */
export function DeletedList({
  deleted,
  at,
  onChanged,
}: {
  deleted: readonly DeletedItem[];
  /** The slot of the responses, if there is one. */
  at?: string;
  onChanged: () => Promise<unknown>;
}) {
  const { busy, send: make } = useCall(at);
  const callOf = ({ kind, id }: DeletedItem) =>
    kind === 'file' ? withParams(restoreFile, { file_id: id }) : withParams(restorePost, { post_id: id });

  return (
    <div>
      {deleted.length === 0 && <p className="muted">Nothing was deleted in the last 30 days.</p>}
      <ul className={styles.rows}>
        {deleted.map((one) => (
          <li key={one.id}>
            <RowText>
              <span>{one.title}</span>
              <span className="meta">
                {one.kind === 'file' ? 'File' : 'Post'}
                {one.deleted_by !== '' && `, deleted by ${one.deleted_by}`}. Can be restored until{' '}
                {formatDate(one.until, 'day')}.
              </span>
            </RowText>
            <Button
              look="line"
              small
              pending={busy === callOf(one).path}
              onClick={() => void make(callOf(one), undefined, { also: onChanged })}
            >
              <ButtonLabel sign="rotate-ccw" label="Restore" busyLabel="Restoring…" busy={busy === callOf(one).path} />
              <span className="vh"> {one.title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
