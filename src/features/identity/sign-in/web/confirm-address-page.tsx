import { PasswordInput } from '#features/society/accounts/web/index.ts';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { replacePage } from '#platform/web/navigation/index.ts';
import { Field } from '#platform/web/ui/fields/field.tsx';
import styles from '#platform/web/ui/styles/narrow.module.css';
import { confirmAddress } from '../contract.ts';
import { InvalidLink } from './invalid-link.tsx';

export const head = ({ title }: Page<'confirm_address'>): Head => ({
  title,
  description: 'Confirm that an email address is yours.',
  indexed: false,
});

function onAnswer(answer: ResponseOf<typeof confirmAddress>): boolean {
  if (answer.code !== 200) return false;
  void replacePage(answer.open ? '/members/confirmed/open' : '/members/confirmed');
  return true;
}

/**
 * The page that confirms an email address. It asks for the password too, because mail programs open links
 * automatically, and anybody can register any address.
 */
export default function ConfirmAddressPage({ page }: { page: Page<'confirm_address'> }) {
  const { link, token, firstname, email, answer } = page;
  return (
    <div className="wrap section">
      <div className={`stack ${styles.narrow}`}>
        <h1>{page.title}</h1>
        {link === 'open' ? (
          <>
            <p>
              {firstname}, is <strong>{email}</strong> your address? Type the password you chose to confirm it. If you
              didn’t register, close this page.
            </p>
            <CallForm
              call={confirmAddress}
              submitLabel="Confirm my address"
              pendingLabel="Confirming…"
              answered={answer}
              onAnswer={onAnswer}
              asks={false}
            >
              {({ password }) => (
                <>
                  <input type="hidden" name="token" value={token} />
                  <Field label="Password" error={password}>
                    {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
                  </Field>
                </>
              )}
            </CallForm>
          </>
        ) : (
          <InvalidLink link={link} href="/members" label="Sign in or register" />
        )}
      </div>
    </div>
  );
}
