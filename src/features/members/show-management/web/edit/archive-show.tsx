import { useState } from 'react';
import { archiveShow, type ShowDetails, unarchiveShow } from '#features/archive/shows/edit-contract.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import styles from './edit-show.module.css';

/** Shows if the show is on the site, and a way to archive or restore it. */
export function ArchiveShow({ show }: { show: ShowDetails }) {
  const { busy, slot: at, send: make } = useCall();
  const [asking, setAsking] = useState(false);
  const send = () => void make(withParams(show.archived ? unarchiveShow : archiveShow, { showId: show.id }));
  return (
    <section className={styles.part} aria-labelledby="standing">
      <h2 id="standing">{show.archived ? 'This show is archived' : 'Archive this show'}</h2>
      <p className="muted">
        {show.archived
          ? 'Only people who manage shows can see it. Nothing has been deleted.'
          : 'It disappears from the site, from search and from people’s pages. Nothing is deleted, and you can restore it at any time.'}
      </p>
      <div className="row">
        <Button look="line" pending={busy !== ''} onClick={() => (show.archived ? send() : setAsking(true))}>
          {show.archived ? 'Restore show' : 'Archive show'}
        </Button>
        <CallStatus slot={at} />
      </div>
      {asking && (
        <ConfirmDialog
          question={`Archive ${show.title}?`}
          cancelLabel="Keep on the site"
          confirmLabel="Archive show"
          onConfirm={send}
          onClose={() => setAsking(false)}
        >
          <p>
            Only people who manage it will be able to see its page, posts and files. You can restore it at any time.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
