import { useCallback, useEffect, useState } from 'react';
import { withParams } from '#platform/shared/calls.ts';
import { sendCall } from '#platform/web/calls/sendCall.ts';
import { refreshAll, useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { sendNotes } from '../contract.ts';
import styles from './DoorPage.module.css';
import { countNotesOfOthers, loadAllPendingNotes, loadDeviceSettings } from './device-storage.ts';
import { sendAllPendingNotes } from './send-pending-notes.ts';

const count = (notes: number) => (notes === 1 ? 'One note' : `${notes} notes`);

/** Sends notes of earlier performances that still wait on this phone, and says how many wait. */
export function PendingNotes() {
  const user = useSite().current_user.id;
  const [waiting, setWaiting] = useState({ own: 0, others: 0, problem: '' });
  const [isSending, setSending] = useState(false);
  const look = useCallback(
    (problem: string) => {
      const own = [...loadAllPendingNotes(user).values()].flat().length;
      setWaiting({ own, others: countNotesOfOthers(user), problem });
    },
    [user],
  );
  const send = useCallback(async () => {
    look('');
    setSending(true);
    const { device } = loadDeviceSettings(user);
    const { sent, problem } = await sendAllPendingNotes(user, {
      send: (id, notes) => sendCall(withParams(sendNotes, { id }), { device, notes }),
      now: Date.now(),
    });
    setSending(false);
    look(problem);
    if (sent > 0) await refreshAll();
  }, [user, look]);
  useEffect(() => {
    const again = () => void send();
    again();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [send]);
  const { own, others, problem } = waiting;
  return (
    <div role="status">
      {own > 0 && (
        <div className={styles.practice}>
          <strong>{count(own)} about money on this phone</strong>
          <p>Not sent yet: {problem || 'they are sent as soon as there is a network.'}</p>
          <Button look="line" pending={isSending} onClick={() => void send()}>
            Send now
          </Button>
        </div>
      )}
      {others > 0 && (
        <p>
          {count(others)} on this phone {others === 1 ? 'was' : 'were'} written by somebody else, who can send{' '}
          {others === 1 ? 'it' : 'them'} after signing in here.
        </p>
      )}
    </div>
  );
}
