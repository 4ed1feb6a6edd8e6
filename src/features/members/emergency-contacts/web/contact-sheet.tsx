import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { splitPhoneNumbers } from '#platform/shared/text/phone-number.ts';
import { fold } from '#platform/shared/text/text.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { SearchField } from '#platform/web/ui/fields/search-field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import type { EmergencyContacts } from '../contract.ts';
import styles from './emergency-contacts-page.module.css';

/** The search field appears if there are more people than this. */
const maxWithoutSearch = 8;

/** Lists the people to call for each person. Up to sixty people fit on one printed page. */
export function ContactSheet({ sheet }: { sheet: EmergencyContacts }) {
  const { sends_mail } = useSite();
  const [search, setSearch] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);

  const { contacts, without_account: unknown, own_word: own } = sheet;
  const matches = contacts.filter(({ name }) => fold(name).includes(fold(search)));
  const printScale: CSSProperties & { '--people': number } = { '--people': contacts.length };
  return (
    <section aria-label="Contacts" style={printScale}>
      <div className={styles.bar}>
        <h2 ref={heading} tabIndex={-1}>
          {contacts.length === 1 ? 'One person' : `${contacts.length} people`}
        </h2>
        <p className="meta">
          Viewed by {sheet.seen}. {sends_mail ? 'The committee has been told.' : 'The view is in the audit log.'}
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
        <EmptyState title="Nobody in this show has an account">
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
          <strong>You added these people to the show yourself, so you can’t see their contacts. Ask an admin:</strong>{' '}
          {own.join(', ')}
        </p>
      )}
      {unknown.length > 0 && (
        <p className={styles.unknown}>
          <strong>No account here, so we don’t know who to call:</strong> {unknown.join(', ')}
        </p>
      )}
    </section>
  );
}

function Person({
  contact: { name, contact_name, contact_number },
}: {
  contact: EmergencyContacts['contacts'][number];
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
