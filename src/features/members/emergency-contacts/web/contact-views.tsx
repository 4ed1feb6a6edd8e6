import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import type { ViewOfOwnContacts } from '../contract.ts';
import styles from './contact-views.module.css';

/** Links to a show's emergency contacts. The page asks for confirmation before it shows any contact. */
export function EmergencyContactsLink({ show }: { show: { id: string } }) {
  return (
    <ButtonLink look="line" small href={`/members/emergency_contacts/${show.id}`}>
      <Icon of="siren" /> Emergency contacts
    </ButtonLink>
  );
}

/**
 * Lists who has viewed the emergency contacts of a member and their children, in the member's account settings. `views`
 * has the latest views; `total` is the number of all views.
 */
export function ContactViews({ views, total }: { views: readonly ViewOfOwnContacts[]; total: number }) {
  return (
    <section className={styles.looks} aria-labelledby="who-saw-mine">
      <h3 id="who-saw-mine">Who has seen your emergency contact</h3>
      {views.length === 0 ? (
        <p className="muted">Nobody has seen your emergency contact yet.</p>
      ) : (
        <ul>
          {views.map(({ id, who, when, show }) => (
            <li key={id}>
              <strong>{who}</strong>
              <span className="meta">
                {when}, for {show}
              </span>
            </li>
          ))}
        </ul>
      )}
      {total > views.length && (
        <p className="meta">
          The newest {views.length} of {total.toLocaleString('en-GB')}. All of them are in the copy of your data, under{' '}
          <a href="#my-data">My data</a>.
        </p>
      )}
    </section>
  );
}
