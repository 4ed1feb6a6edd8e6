import { type ComponentProps, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { showAlert } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { reloadForVisitor } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { parseSecondFactorCode } from '../codes.ts';
import { cancelSecondStep, type SecondStep, verifySecondFactor } from '../contract.ts';
import { PasskeyButton, passkeyFlows, showErasureCancelledAlert } from './passkey-authentication.tsx';
import styles from './second-step-form.module.css';

/** The second step of signing in: a code from an app or a recovery code in the same field, or a passkey. */
export function SecondStepForm({ step, next }: { step: SecondStep; next: string }) {
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false);
  // Without JavaScript the field must also accept letters, which a phone's numeric keyboard doesn't have
  const [hasScript, setHasScript] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setHasScript(true), []);
  // This isn't a layout effect, which would run before the page's heading takes the focus
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field takes the focus again for the other kind of code
  useEffect(() => field.current?.focus(), [usesRecoveryCode]);

  function onAnswer(answer: ResponseOf<typeof verifySecondFactor>): boolean {
    const { code, msg } = answer;
    showErasureCancelledAlert(answer);
    if (code !== 401) return false;
    showAlert({ title: 'Sign in again', content: msg }, 'bad');
    void reloadForVisitor();
    return true;
  }

  return (
    <section className={`wrap section ${styles.step}`} aria-labelledby="second-step">
      <h1 id="second-step">One more step</h1>
      <p>
        {usesRecoveryCode
          ? 'Enter one of the recovery codes you saved. Each works once.'
          : 'Enter the six-digit code from your authenticator app. A recovery code works here too.'}
      </p>
      <CallForm
        call={verifySecondFactor}
        submitLabel="Sign in"
        pendingLabel="Checking…"
        renews="site"
        leadsTo={next}
        asks={false}
        answered={step.answered}
        onAnswer={onAnswer}
      >
        {({ otp_code }) => (
          <>
            <input type="hidden" name="next" value={next} />
            {usesRecoveryCode ? (
              <InputField
                label="Recovery code"
                error={otp_code}
                ref={field}
                className={styles.code}
                name="otp_code"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={40}
                required
              />
            ) : (
              <OneTimeCodeField
                error={otp_code}
                ref={field}
                className={styles.code}
                inputMode={hasScript ? 'numeric' : 'text'}
                autoCapitalize="characters"
                maxLength={40}
                required
              />
            )}
          </>
        )}
      </CallForm>
      {hasScript && (
        <Button look="quiet" small onClick={() => setUsesRecoveryCode(!usesRecoveryCode)}>
          {usesRecoveryCode ? 'Use a code from the app' : 'Use a recovery code'}
        </Button>
      )}
      {step.passkeys && (
        <PasskeyButton flow={passkeyFlows.secondStep} slot={verifySecondFactor.path} next={next}>
          Use a passkey
        </PasskeyButton>
      )}
      <form method="post" action={cancelSecondStep.path}>
        <Button type="submit" look="quiet" small>
          Sign in as someone else
        </Button>
      </form>
      <p className={styles.lost}>
        Lost your phone and your recovery codes? Ask one of the society’s admins to help you sign in again.
      </p>
    </section>
  );
}

/**
 * A field for a six-digit code from an app. Its form is submitted as soon as a complete code has been typed, pasted or
 * filled in, as the hint says. A refused code is selected, so that typing replaces it. The same code isn't submitted
 * twice in a row. If the field accepts recovery codes, these are submitted with the button.
 */
export function OneTimeCodeField({
  error,
  ref,
  inputMode = 'numeric',
  maxLength = 20,
  ...rest
}: { error: string | undefined; ref?: RefObject<HTMLInputElement | null> } & Pick<
  ComponentProps<'input'>,
  'className' | 'inputMode' | 'maxLength' | 'required' | 'autoCapitalize'
>) {
  const own = useRef<HTMLInputElement>(null);
  const field = ref ?? own;
  const lastSubmitted = useRef('');

  // Runs after each render, because a second refusal can have the same text as the first
  useEffect(() => {
    const { current } = field;
    if (error && current && parseSecondFactorCode(current.value)?.code === lastSubmitted.current) current.select();
  });

  function submitCompleteCode({ currentTarget: { value, form } }: FormEvent<HTMLInputElement>) {
    const typed = parseSecondFactorCode(value);
    if (typed?.kind !== 'otp' || typed.code === lastSubmitted.current) return;
    lastSubmitted.current = typed.code;
    form?.requestSubmit();
  }

  return (
    <InputField
      label="Code"
      hint="We check it as soon as you’ve entered all six digits."
      error={error}
      name="otp_code"
      autoComplete="one-time-code"
      spellCheck={false}
      inputMode={inputMode}
      maxLength={maxLength}
      {...rest}
      ref={field}
      onInput={submitCompleteCode}
    />
  );
}
