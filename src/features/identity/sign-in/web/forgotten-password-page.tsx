import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import styles from '#platform/web/ui/styles/narrow.module.css';
import { requestPasswordReset } from '../contract.ts';

export const head = ({ title }: Page<'forgotten'>): Head => ({
  title,
  description: 'Get a link to set a new password.',
  indexed: false,
});

export default function ForgottenPasswordPage({ page: { title, typed, answer } }: { page: Page<'forgotten'> }) {
  const { sends_mail } = useSite();
  return (
    <div className="wrap section">
      <div className={`stack ${styles.narrow}`}>
        <h1>{title}</h1>
        <p>
          {sends_mail
            ? 'Tell us your email address, and we’ll send you a link to set a new password.'
            : 'This site can’t send email. Request a link, then ask the person who looks after the site to pass it on to you.'}
        </p>
        <CallForm
          call={requestPasswordReset}
          submitLabel={sends_mail ? 'Send the link' : 'Request a link'}
          pendingLabel={sends_mail ? 'Sending…' : 'Requesting…'}
          asks={false}
          answered={answer}
        >
          {({ email }) => (
            <InputField
              label="Email"
              error={email}
              name="email"
              type="email"
              autoComplete="username"
              defaultValue={typed.email}
              required
            />
          )}
        </CallForm>
        <p>
          <a href="/members">Back to sign in</a>
        </p>
      </div>
    </div>
  );
}
