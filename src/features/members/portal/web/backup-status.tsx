import { useState } from 'react';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { recordRestoreTrial } from '../contract.ts';
import styles from './admin-tools-page.module.css';

type Backups = Pick<Page<'admin_tools'>, 'backup' | 'offsite' | 'restore_trial'>;

/**
 * Says when the last backup and its copy were made, and when a restore was tried. Anything overdue is shown above the
 * tools instead.
 */
export function BackupStatus({ backup, offsite, restore_trial: trial }: Backups) {
  const inOrder = [backup, offsite].filter(({ words, due }) => words !== '' && !due);
  return (
    <div className={styles.backups}>
      {inOrder.map(({ words }) => (
        <p key={words}>
          <Icon of="circle-check" />
          {words}
        </p>
      ))}
      {trial.words !== '' && !trial.due && (
        <div>
          <Icon of="rotate-ccw" />
          <div>
            {trial.words} <RecordRestoreTrial />
          </div>
        </div>
      )}
    </div>
  );
}

/** The button with which an admin records that a restore has been tried. */
export function RecordRestoreTrial() {
  const { busy, slot, send } = useCall();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="row">
      <Button small look="line" pending={busy === recordRestoreTrial.path} onClick={() => setIsAsking(true)}>
        I’ve tried a restore
      </Button>
      <CallStatus slot={slot} />
      {isAsking && (
        <ConfirmDialog
          question="Was a backup restored in another place, and did you look at the site there?"
          cancelLabel="Not yet"
          confirmLabel="Yes, record it"
          isHarmless
          onConfirm={() => void send(recordRestoreTrial)}
          onClose={() => setIsAsking(false)}
        >
          The audit log keeps your name and the date. The next reminder comes in a year.
        </ConfirmDialog>
      )}
    </div>
  );
}
