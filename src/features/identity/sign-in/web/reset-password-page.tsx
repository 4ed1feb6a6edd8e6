import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import styles from '#platform/web/ui/styles/narrow.module.css';
import { setPassword } from '../contract.ts';
import { InvalidLink } from './invalid-link.tsx';
import { NewPasswordFields } from './register-form.tsx';

export const head = ({ title }: Page<'reset_password'>): Head => ({
  title,
  description: 'Set a new password.',
  indexed: false,
});

export default function ResetPasswordPage({ page }: { page: Page<'reset_password'> }) {
  const { title, link, token, answer } = page;
  return (
    <div className="wrap section">
      <div className={`stack ${styles.narrow}`}>
        <h1>{title}</h1>
        {link === 'open' ? (
          <CallForm
            call={setPassword}
            submitLabel="Set password"
            pendingLabel="Setting…"
            answered={answer}
            leadsTo="/members/password-set"
          >
            {(errors) => (
              <>
                <input type="hidden" name="token" value={token} />
                <NewPasswordFields
                  name="new_password"
                  again="confirm_new_password"
                  errors={errors}
                  label="New password"
                />
              </>
            )}
          </CallForm>
        ) : (
          <InvalidLink link={link} href="/members/forgotten" label="Request a new link" />
        )}
      </div>
    </div>
  );
}
