import { useEffect, useRef, useState } from 'react';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { showAlert } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { reloadForVisitor } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { cancelSecondFactor, type SecondStep, verifySecondFactor } from '../contract.ts';
import { welcomeBack } from './passkey-answers.ts';
import { PasskeyButton } from './passkey-button.tsx';
import styles from './second-step-form.module.css';
import { passkeyFlows } from './use-passkey.ts';

/** The step after the password: a code from an app, a recovery code in the same field, or a passkey. */
export function SecondStepForm({ step, next }: { step: SecondStep; next: string }) {
  const [recovery, setRecovery] = useState(false);
  // Until the script runs the field takes letters too: a phone's numeric keyboard has none
  const [scripted, setScripted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setScripted(true), []);
  // An effect comes after the page's heading has had the focus, which a layout effect doesn't
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code is typed in the same field
  useEffect(() => field.current?.focus(), [recovery]);

  function onAnswer(answer: ResponseOf<typeof verifySecondFactor>): boolean {
    const { code, msg } = answer;
    welcomeBack(answer);
    if (code !== 401) return false;
    showAlert({ title: 'Sign in again', content: msg }, 'bad');
    void reloadForVisitor();
    return true;
  }

  return (
    <section className={`wrap section ${styles.step}`} aria-labelledby="second-step">
      <h1 id="second-step">One more step</h1>
      <p>
        {recovery
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
            <InputField
              label={recovery ? 'Recovery code' : 'Code'}
              error={otp_code}
              ref={field}
              className={styles.code}
              name="otp_code"
              autoComplete={recovery ? 'off' : 'one-time-code'}
              inputMode={scripted && !recovery ? 'numeric' : 'text'}
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              required
            />
          </>
        )}
      </CallForm>
      {scripted && (
        <Button look="quiet" small onClick={() => setRecovery(!recovery)}>
          {recovery ? 'Use a code from the app' : 'Use a recovery code'}
        </Button>
      )}
      {step.passkeys && (
        <PasskeyButton way={passkeyFlows.secondStep} at={verifySecondFactor.path} next={next}>
          Use a passkey
        </PasskeyButton>
      )}
      <form method="post" action={cancelSecondFactor.path}>
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
