import { type FormEvent, useEffect, useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { BackLink } from '#platform/web/ui/navigation/back-link.tsx';
import { type EmergencyContacts, viewContacts } from '../contract.ts';
import { ContactSheet } from './contact-sheet.tsx';
import styles from './emergency-contacts-page.module.css';

/** Asks for confirmation. The browser receives no contact before that. */
function ConfirmAccess({
  show,
  onShown,
}: {
  show: EmergencyContacts['show'];
  onShown: (contacts: EmergencyContacts) => void;
}) {
  const { sends_mail } = useSite();
  const { busy, slot, send } = useCall();
  const call = withParams(viewContacts, { id: show.id });

  function confirm(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    void send(call, undefined, {
      onAnswer: (answer) => {
        const shown = answer.code === 200;
        if (shown) onShown(answer);
        return shown;
      },
    });
  }

  return (
    <form className={`stack ${styles.ask}`} method="post" action={call.path} onSubmit={confirm}>
      <h2>
        <Icon of="triangle-alert" />
        <span>Are you sure? Continuing will report this access to the devs and committee.</span>
      </h2>
      <p>
        This access is logged: your name, the show and the time are recorded for good
        {sends_mail && ' and emailed to the committee'}, and everyone on the list (for a child, the member who pays) can
        see that you viewed it.
      </p>
      <div className={styles.verbs}>
        <Button type="submit" pending={busy !== ''}>
          <ButtonLabel label="Show the contacts" busyLabel="Reporting…" busy={busy !== ''} />
        </Button>
        <ButtonLink look="line" href={`/members/show/${show.id}`}>
          Go back to the show
        </ButtonLink>
      </div>
      <CallStatus slot={slot} above />
    </form>
  );
}

export const head = (page: Page<'emergency_contacts'>): Head => ({
  title: page.title,
  description: 'Who to call if something happens to someone in this show.',
  indexed: false,
});

/** Asks for confirmation, then lists the contacts until the visitor leaves the page. */
export default function EmergencyContactsPage({ page }: { page: Page<'emergency_contacts'> }) {
  // The key discards the contacts when the page changes to another show
  return <Contacts key={page.show.id} page={page} />;
}

function Contacts({ page }: { page: EmergencyContacts }) {
  const [shown, setShown] = useState(page.confirmed ? page : null);
  useEffect(() => {
    // If the browser restores the page from its back/forward cache, the page asks for confirmation again
    const hideRestored = (event: PageTransitionEvent) => event.persisted && setShown(null);
    window.addEventListener('pageshow', hideRestored);
    return () => window.removeEventListener('pageshow', hideRestored);
  }, []);

  return (
    <div className={styles.page}>
      <header className={`page-head ${styles.head}`}>
        <p className="no-print">
          <BackLink href={`/members/show/${page.show.id}`}>Back to the show</BackLink>
        </p>
        <h1>Emergency contacts</h1>
        <p>{page.show.title}</p>
      </header>
      {shown ? <ContactSheet sheet={shown} /> : <ConfirmAccess show={page.show} onShown={setShown} />}
    </div>
  );
}
