import type { FormEvent } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { type EmergencyContacts, viewContacts } from '../contract.ts';
import styles from './emergency-contacts-page.module.css';

/** Asks before contacts are shown. None of them is in the browser until the visitor confirms. */
export function ConfirmAccess({
  show,
  onShown,
}: {
  show: EmergencyContacts['show'];
  onShown: (contacts: EmergencyContacts) => void;
}) {
  const { sends_mail } = useSite();
  const { busy, slot: at, send: make } = useCall();
  const call = withParams(viewContacts, { id: show.id });

  function ask(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    void make(call, undefined, {
      onAnswer: (answer) => {
        const shown = answer.code === 200;
        if (shown) onShown(answer);
        return shown;
      },
    });
  }

  return (
    <form className={`stack ${styles.ask}`} method="post" action={call.path} onSubmit={ask}>
      <h2>
        <Icon of="triangle-alert" />
        <span>Are you sure? Continuing will report this access to the devs and committee.</span>
      </h2>
      <p>
        This access is logged: your name, the show and the time are written down for good
        {sends_mail && ' and mailed to the committee'}, and everyone on the list can see that you looked.
      </p>
      <div className={styles.verbs}>
        <Button type="submit" pending={busy !== ''}>
          <ButtonLabel label="Show the contacts" busyLabel="Reporting…" busy={busy !== ''} />
        </Button>
        <ButtonLink look="line" href={`/members/show/${show.id}`}>
          Go back to the show
        </ButtonLink>
      </div>
      <CallStatus slot={at} above />
    </form>
  );
}
