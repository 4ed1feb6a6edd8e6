import { useState } from 'react';
import { archiveShow, type ShowDetails, unarchiveShow } from '#features/archive/shows/edit-contract.ts';
import { withParams } from '#platform/shared/calls.ts';
import { CallAnswer } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import styles from './edit-show.module.css';

/** Whether the show is on the site, and a way to archive it or bring it back. */
export function ArchiveShow({ show }: { show: ShowDetails }) {
  const { busy, slot: at, send: make } = useCall();
  const [asking, setAsking] = useState(false);
  const send = () => void make(withParams(show.archived ? unarchiveShow : archiveShow, { showId: show.id }));
  return (
    <section className={styles.part} aria-labelledby="standing">
      <h2 id="standing">{show.archived ? 'This show is archived' : 'Archive this show'}</h2>
      <p className="muted">
        {show.archived
          ? 'Only those who manage shows see it. Everything of it is kept.'
          : 'It leaves the site, its search and its people’s pages. Everything is kept, and you can bring it back at any time.'}
      </p>
      <div className="row">
        <Button look="line" pending={busy !== ''} onClick={() => (show.archived ? send() : setAsking(true))}>
          {show.archived ? 'Bring the show back' : 'Archive the show'}
        </Button>
        <CallAnswer slot={at} />
      </div>
      {asking && (
        <ConfirmDialog
          question={`Archive ${show.title}?`}
          cancelLabel="Keep it on the site"
          confirmLabel="Archive it"
          onConfirm={send}
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
