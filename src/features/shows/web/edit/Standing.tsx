import { useState } from 'react';
import type { Answer } from '../../../../platform/shared/answer.ts';
import { sendCall } from '../../../../platform/web/calls/sendCall.ts';
import { refreshPage } from '../../../../platform/web/navigation/index.ts';
import { Alert } from '../../../../platform/web/ui/Alert.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import type { ShowDetails } from '../../edit-contract.ts';
import styles from './EditShow.module.css';

/** Whether the show is on the site, and the way to take it off or put it back. */
export function Standing({ show }: { show: ShowDetails }) {
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [asking, setAsking] = useState(false);
  const send = async () => {
    setAsking(false);
    setBusy(true);
    setAnswer(await sendCall(`/members/api/manage_shows/${show.id}/${show.archived ? 'restore' : 'archive'}`, {}));
    setBusy(false);
    await refreshPage();
  };
  return (
    <section className={styles.part} aria-labelledby="standing">
      <h2 id="standing">{show.archived ? 'This show is archived' : 'Archive this show'}</h2>
      <p className="muted">
        {show.archived
          ? 'Only those who manage shows see it. Everything of it is kept.'
          : 'It leaves the site, its search and its people’s pages. Everything is kept, and you can bring it back at any time.'}
      </p>
      <div role="status" className={styles.answer}>
        {answer && <Alert tone={answer.code === 200 ? 'ok' : 'bad'} title={answer.msg} />}
      </div>
      <Button look="line" pending={busy} onClick={() => (show.archived ? void send() : setAsking(true))}>
        {show.archived ? 'Bring the show back' : 'Archive the show'}
      </Button>
      {asking && (
        <ConfirmDialog
          question={`Archive ${show.title}?`}
          keep="Keep it on the site"
          go="Archive it"
          onGo={() => void send()}
          onClose={() => setAsking(false)}
        >
          <p>
            Its page, posts and files are seen by nobody then but those who manage it. You can bring it back at any
            time.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
