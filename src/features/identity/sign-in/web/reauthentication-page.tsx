import { PasswordInput } from '#features/society/accounts/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { Field } from '#platform/web/ui/fields/field.tsx';
import styles from '#platform/web/ui/styles/narrow.module.css';
import { reauthenticate } from '../contract.ts';

export const head = ({ title }: Page<'password_again'>): Head => ({
  title,
  description: 'Confirm your password before a sensitive action.',
  indexed: false,
});

/**
 * The page that asks for the password before a form or a download that requires recent authentication. With JavaScript,
 * a dialog asks instead.
 */
export default function ReauthenticationPage({ page: { title, next, answer } }: { page: Page<'password_again'> }) {
  return (
    <div className="wrap section">
      <div className={`stack ${styles.narrow}`}>
        <h1>{title}</h1>
        <p>For security, please confirm your password.</p>
        <CallForm
          call={reauthenticate}
          submitLabel="Continue"
          pendingLabel="Checking…"
          answered={answer}
          leadsTo={next}
        >
          {({ password }) => (
            <>
              <input type="hidden" name="next" value={next} />
              <Field label="Your password" error={password}>
                {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
              </Field>
            </>
          )}
        </CallForm>
      </div>
    </div>
  );
}
