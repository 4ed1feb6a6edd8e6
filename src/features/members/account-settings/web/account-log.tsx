import type { Page } from '#platform/shared/pages.ts';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import styles from './sessions.module.css';

/** The audit log's entries about the member: they can read them, and nobody can change them. */
export const AccountLog = ({ page: { noted } }: { page: Page<'account_settings'> }) => (
  <FormSection
    id="noted"
    title="Log of your account"
    about="Sign-ins, changes to your account and views of your emergency contact. Nobody can change these entries."
  >
    {noted.length === 0 ? (
      <p className={styles.meta}>Nothing yet.</p>
    ) : (
      <ul className={`ruled ${styles.list}`}>
        {noted.map(({ id, when, what, address }) => (
          <li key={id} className="spread">
            <div>
              <strong>{what}</strong>
              <p className={styles.meta}>
                {when}
                {address !== '' && `, from ${address}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    )}
  </FormSection>
);
