import { type CSSProperties, type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { splitPhoneNumbers } from '#platform/shared/text/phone-number.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { SearchField } from '#platform/web/ui/fields/search-field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { type EmergencyContactsContent, viewContacts } from '../contract.ts';
import styles from './emergency-contacts-page.module.css';

const listFormat = new Intl.ListFormat('en-GB');

/** Formats the people who are emailed about a view: "the committee and the webmaster"; "" for nobody. */
const formatRecipients = (recipients: EmergencyContactsContent['reported_to']) =>
  listFormat.format(recipients.map((recipient) => `the ${recipient}`));

/** Asks for confirmation. The browser receives no contact before that. */
function ConfirmAccess({
  page: { show, reported_to },
  onShown,
}: {
  page: EmergencyContactsContent;
  onShown: (contacts: EmergencyContactsContent) => void;
}) {
  const { sends_mail } = useSite();
  const { busy, slot, send } = useCall();
  const recipients = sends_mail ? formatRecipients(reported_to) : '';
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
        {recipients !== '' && ` and emailed to ${recipients}`}, and everyone on the list (for a child, the member who
        pays) will see this in their account settings.
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

function Contacts({ page }: { page: EmergencyContactsContent }) {
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
      {shown ? <ContactSheet sheet={shown} /> : <ConfirmAccess page={page} onShown={setShown} />}
    </div>
  );
}

/** The search field appears if there are more people than this. */
const maxWithoutSearch = 8;

/** Lists the people to call for each person. Up to sixty people fit on one printed page. */
function ContactSheet({ sheet }: { sheet: EmergencyContactsContent }) {
  const { sends_mail } = useSite();
  const recipients = sends_mail ? formatRecipients(sheet.reported_to) : '';
  const [search, setSearch] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);

  const { contacts, without_account: unknown, own_word: own } = sheet;
  const matches = contacts.filter(({ name }) => foldText(name).includes(foldText(search)));
  const printScale: CSSProperties & { '--people': number } = { '--people': contacts.length };
  return (
    <section aria-label="Contacts" style={printScale}>
      <div className={styles.bar}>
        <h2 ref={heading} tabIndex={-1}>
          {contacts.length === 1 ? 'One person' : `${contacts.length} people`}
        </h2>
        <p className="meta">
          Viewed by {sheet.seen}. {recipients === '' ? 'The view is in the audit log.' : `Reported to ${recipients}.`}
        </p>
        <Button look="line" small className="no-print" onClick={() => window.print()}>
          <Icon of="printer" /> Print
        </Button>
      </div>
      {contacts.length > maxWithoutSearch && (
        <div className="no-print">
          <SearchField
            label="Find a name"
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <p className="vh" role="status">
            {search !== '' && `${matches.length} of ${contacts.length}`}
          </p>
        </div>
      )}
      {contacts.length === 0 && own.length === 0 && (
        <EmptyState title="Nobody in this show has an active account">
          Contacts appear here once people in the show sign in and tell us who to call.
        </EmptyState>
      )}
      {contacts.length > 0 && matches.length === 0 && (
        <EmptyState title="No matching names">Try fewer letters, or clear what you typed.</EmptyState>
      )}
      <ul className={styles.list}>
        {matches.map((contact, at) => (
          // The name alone is no key, because two people may share it
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={`${contact.name} ${at}`}>
            <Person contact={contact} />
          </li>
        ))}
      </ul>
      {own.length > 0 && (
        <p className={styles.unknown}>
          <strong>Ask an admin for the contacts of these people, because you added or linked them yourself:</strong>{' '}
          {own.join(', ')}
        </p>
      )}
      {unknown.length > 0 && (
        <p className={styles.unknown}>
          <strong>No active account here, so we don’t know who to call:</strong> {unknown.join(', ')}
        </p>
      )}
    </section>
  );
}

function Person({
  contact: { name, contact_name, contact_number },
}: {
  contact: EmergencyContactsContent['contacts'][number];
}) {
  return (
    <>
      <h3>{name}</h3>
      {contact_name === '' && contact_number === '' ? (
        <p className={styles.none}>No emergency contact given</p>
      ) : (
        <>
          <p className={styles.whom}>{contact_name && `Contact: ${contact_name}`}</p>
          <p className={styles.numbers}>
            {contact_number === '' && <span className={styles.none}>No number given</span>}
            {splitPhoneNumbers(contact_number).map(({ text, href }, at) =>
              href === '' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in its order
                <span key={at}>{text}</span>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in its order
                <a key={at} href={href}>
                  <Icon of="phone" />
                  <span className="vh">Call {contact_name || name} on </span>
                  {text}
                </a>
              ),
            )}
          </p>
        </>
      )}
    </>
  );
}
