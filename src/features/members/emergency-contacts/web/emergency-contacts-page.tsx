import { useEffect, useState } from 'react';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { BackLink } from '#platform/web/ui/navigation/back-link.tsx';
import type { EmergencyContacts } from '../contract.ts';
import { ConfirmAccess } from './confirm-access.tsx';
import { ContactSheet } from './contact-sheet.tsx';
import styles from './emergency-contacts-page.module.css';

export const head = (page: Page<'emergency_contacts'>): Head => ({
  title: page.title,
  description: 'Who to call if something happens to someone in this show.',
  indexed: false,
});

/** Asks for confirmation, then lists the contacts, for as long as the page stays on screen. */
export default function EmergencyContactsPage({ page }: { page: Page<'emergency_contacts'> }) {
  // Another show's contacts have to be asked for again
  return <Contacts key={page.show.id} page={page} />;
}

function Contacts({ page }: { page: EmergencyContacts }) {
  const [shown, setShown] = useState(page.confirmed ? page : null);
  useEffect(() => {
    // Coming back to a page that the browser has stored asks again
    const again = (event: PageTransitionEvent) => event.persisted && setShown(null);
    window.addEventListener('pageshow', again);
    return () => window.removeEventListener('pageshow', again);
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
