import { useLayoutEffect, useRef, useState } from 'react';
import { maxPasswordLength, minPasswordLength } from '#features/society/accounts/passwords.ts';
import { PasswordInput } from '#features/society/accounts/web/index.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { Field, InputField } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { registerAccount, resendAddressConfirmation } from '../contract.ts';
import styles from './register-form.module.css';

const passwordHint = `At least ${minPasswordLength} characters. Three random words make a good one.`;

/** The registration form. With `invitation`, the token of an invitation, the invited address needs no confirmation. */
export function RegisterForm({
  typed,
  answered,
  invitation = '',
}: {
  typed: Readonly<Record<string, string>>;
  answered?: CallResponse | undefined;
  invitation?: string;
}) {
  const [sent, setSent] = useState<{ msg: string; email: string }>();
  if (sent) return <ConfirmationSent {...sent} />;
  const onAnswer = (answer: ResponseOf<typeof registerAccount>) => {
    if (answer.code !== 200 || answer.email === undefined) return false;
    setSent({ msg: answer.msg, email: answer.email });
    return true;
  };
  return (
    <CallForm
      call={registerAccount}
      submitLabel="Create my account"
      pendingLabel="Creating…"
      answered={answered}
      renews={invitation ? 'site' : 'page'}
      onAnswer={onAnswer}
    >
      {(errors) => (
        <>
          {invitation && <input type="hidden" name="invitation" value={invitation} />}
          <FieldPair>
            <InputField
              label="First name"
              error={errors.firstname}
              name="firstname"
              autoComplete="given-name"
              defaultValue={typed.firstname}
              maxLength={60}
              required
            />
            <InputField
              label="Last name"
              error={errors.lastname}
              name="lastname"
              autoComplete="family-name"
              defaultValue={typed.lastname}
              maxLength={60}
              required
            />
          </FieldPair>
          <InputField
            label="Email"
            error={errors.email}
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={typed.email}
            maxLength={254}
            required
          />
          <NewPasswordFields name="password" again="confirm_password" errors={errors} />
        </>
      )}
    </CallForm>
  );
}

/** Replaces the form: says where the email was sent, and offers to send it again. */
function ConfirmationSent({ msg, email }: { msg: string; email: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div className="stack">
      <h2 ref={heading} tabIndex={-1} className={styles.sent}>
        Check your email
      </h2>
      <p>{msg}</p>
      <CallForm call={resendAddressConfirmation} submitLabel="Send it again" pendingLabel="Sending…" asks={false}>
        {() => <input type="hidden" name="email" value={email} />}
      </CallForm>
    </div>
  );
}

/** The two fields for a new password. */
export function NewPasswordFields({
  name,
  again,
  errors,
  label = 'Password',
}: {
  name: string;
  again: string;
  errors: Record<string, string>;
  label?: string;
}) {
  return (
    <>
      <Field label={label} hint={passwordHint} error={errors[name]}>
        {(control) => (
          <PasswordInput
            {...control}
            name={name}
            autoComplete="new-password"
            minLength={minPasswordLength}
            maxLength={maxPasswordLength}
          />
        )}
      </Field>
      <Field label={`Confirm ${label.toLowerCase()}`} error={errors[again]}>
        {(control) => (
          <PasswordInput {...control} name={again} autoComplete="new-password" maxLength={maxPasswordLength} />
        )}
      </Field>
    </>
  );
}
