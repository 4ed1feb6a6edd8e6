import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { dateInWords } from '../../../platform/shared/dates.ts';
import { makeCall } from '../../../platform/web/calls/sendCall.ts';
import { Alert } from '../../../platform/web/ui/Alert.tsx';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import type { Deleted } from '../contract.ts';
import styles from './Managing.module.css';

/** What was deleted in the last 30 days, and the way back. */
export function DeletedList({
  deleted,
  onChanged,
}: {
  deleted: readonly Deleted[];
  onChanged: () => Promise<unknown>;
}) {
  const [coming, setComing] = useState('');
  const [failed, setFailed] = useState('');
  const [said, setSaid] = useState('');

  async function restore({ kind, id }: Deleted) {
    setFailed('');
    setSaid('');
    setComing(id);
    const answer = await makeCall('POST', `/members/api/${kind}s/${id}/restore`);
    if (answer.code === 200) {
      setSaid(answer.msg);
      await onChanged();
    } else setFailed(answer.msg);
    setComing('');
  }

  return (
    <div>
      <div role="alert">{failed !== '' && <Alert tone="bad" title={failed} />}</div>
      <div role="status">{said !== '' && <Alert tone="ok" title={said} />}</div>
      {deleted.length === 0 && <p className="muted">Nothing was deleted in the last 30 days.</p>}
      <ul className={styles.rows}>
        {deleted.map((one) => (
          <li key={one.id}>
            <span className={styles.what}>
              <span>{one.title}</span>
              <span className="meta">
                {one.kind === 'file' ? 'File' : 'Post'}
                {one.deleted_by !== '' && `, deleted by ${one.deleted_by}`}. Can be restored until{' '}
                {dateInWords(one.until, 'day')}.
              </span>
            </span>
            <Button look="line" small pending={coming === one.id} onClick={() => void restore(one)}>
              <Icon of={RotateCcw} />
              {coming === one.id ? 'Restoring…' : 'Restore'}
              <span className="vh"> {one.title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
