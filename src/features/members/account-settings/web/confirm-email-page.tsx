import { InvalidLink } from '#features/identity/sign-in/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import styles from '#platform/web/ui/styles/narrow.module.css';
import { confirmEmailChange } from '../contract.ts';

export const head = ({ title }: Page<'confirm_email'>): Head => ({
  title,
  description: 'Confirm the new email address for your account.',
  indexed: false,
});

/**
 * The page that the link emailed to a new address opens. A button confirms the address, because mail programs open
 * links by themselves.
 */
export default function ConfirmEmailPage({
  page: { title, link, token, email, answer },
}: {
  page: Page<'confirm_email'>;
}) {
  return (
    <div className="wrap section">
      <div className={`stack ${styles.narrow}`}>
        <h1>{title}</h1>
        {link === 'open' ? (
          <>
            <p>
              Do you want to sign in as <strong>{email}</strong> and get our emails there? If you didn’t ask for this,
              close this page.
            </p>
            <CallForm
              call={confirmEmailChange}
              submitLabel="Use this address"
              pendingLabel="Changing…"
              answered={answer}
              leadsTo="/members/email_changed"
            >
              {() => <input type="hidden" name="token" value={token} />}
            </CallForm>
          </>
        ) : (
          <InvalidLink link={link} href="/members/account_settings#email" label="Go to your account settings" />
        )}
      </div>
    </div>
  );
}
