import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { reauthenticateWithCode, verifySecondFactor } from '#features/identity/second-factor/contract.ts';
import {
  type PasskeyFlow,
  passkeyFlows,
  presentPasskey,
  useOwnPasskey,
  usePasskeysHere,
} from '#features/identity/second-factor/web/index.ts';
import { PasswordInput } from '#features/society/accounts/web/index.ts';
import type { AuthenticationRequirement, CallResponse } from '#platform/shared/calls/call-response.ts';
import type { Call } from '#platform/shared/calls/calls.ts';
import { CallStatus, useCallResponse } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Field } from '#platform/web/ui/fields/field.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { reauthenticate, signIn } from '../contract.ts';

type Step = AuthenticationRequirement | 'code';
type Proof = CallResponse & { second_factor?: true | undefined };

const titles: Record<Step, string> = {
  sign_in: 'Sign in to continue',
  code: 'One more step',
  password: 'Confirm your password',
  second_factor: 'Confirm your second factor',
};

const texts: Record<Step, string> = {
  sign_in: 'You’ve been signed out. What you typed is still here and will be sent once you’ve signed in again.',
  code: 'Enter the six-digit code from your authenticator app, or a recovery code.',
  password: 'For safety, please enter your password again.',
  second_factor:
    'This changes how you sign in, so the password alone isn’t enough. Enter the six-digit code from your authenticator app, or a recovery code.',
};

const calls: Record<Exclude<Step, 'sign_in'>, Call> = {
  code: verifySecondFactor,
  password: reauthenticate,
  second_factor: reauthenticateWithCode,
};

const passkeys: Record<Step, PasskeyFlow> = {
  sign_in: passkeyFlows.signIn,
  code: passkeyFlows.secondStep,
  password: passkeyFlows.again,
  second_factor: passkeyFlows.again,
};

/**
 * Asks the visitor to re-authenticate for a call. `prove` sends the credentials; `onClose` receives true if they
 * succeeded.
 */
export function ReauthenticationDialog({
  needs,
  prove,
  onClose,
}: {
  needs: AuthenticationRequirement;
  prove: (proof: () => Promise<Proof>) => Promise<Proof>;
  onClose: (shown: boolean) => void;
}) {
  const [step, setStep] = useState<Step>(needs);
  const { busy, slot: at, sendVia: send } = useCall();
  const answer = useCallResponse(at);
  const shown = useRef(false);
  const passkeysHere = usePasskeysHere();
  const ownPasskey = useOwnPasskey(step !== 'sign_in');
  const form = useRef<HTMLFormElement>(null);

  // The window opens after its content is drawn, and moves the focus to its first button
  useLayoutEffect(() => {
    if (step) form.current?.querySelector('input')?.focus();
  }, [step]);

  function give(proof: () => Promise<Proof>, close: () => void) {
    if (busy) return;
    const onAnswer = (given: Proof) => {
      if (given.code === 200) {
        shown.current = true;
        close();
        return true;
      }
      if (given.second_factor) {
        setStep('code');
        return true;
      }
      // Too many wrong codes end the session, and it may have ended for another reason: start again
      const isOver = (step === 'code' || step === 'second_factor') && given.code === 401;
      if (isOver || given.needs === 'sign_in') setStep('sign_in');
      return false;
    };
    // The screen that asked for re-authentication goes on, and fetches its changes
    void send({ path: at }, () => prove(proof), { renews: 'nothing', form: form.current, onAnswer });
  }

  const submitted = (close: () => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    give(() => (step === 'sign_in' ? sendCall(signIn, typed) : sendCall(calls[step], typed)), close);
  };

  return (
    <Dialog title={titles[step]} onClose={() => onClose(shown.current)}>
      {(close) => (
        <form key={step} ref={form} className="stack" onSubmit={submitted(close)} noValidate>
          <p>{texts[step]}</p>
          <CallStatus slot={at} above />
          {fields[step](answer?.fields ?? {})}
          <div className="row">
            <Button type="submit" pending={busy !== ''}>
              <ButtonLabel label="Continue" busyLabel="Checking…" busy={busy !== ''} />
            </Button>
            <Button look="quiet" onClick={close}>
              Not now
            </Button>
            {(step === 'sign_in' ? passkeysHere : ownPasskey) && (
              <Button look="line" onClick={() => give(() => presentPasskey(passkeys[step]), close)}>
                Use a passkey
              </Button>
            )}
          </div>
        </form>
      )}
    </Dialog>
  );
}

const password = ({ password: error }: Record<string, string>) => (
  <Field label="Password" error={error}>
    {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
  </Field>
);

const code = ({ otp_code }: Record<string, string>) => (
  <InputField
    label="Code"
    error={otp_code}
    name="otp_code"
    autoComplete="one-time-code"
    spellCheck={false}
    maxLength={40}
  />
);

const fields: Record<Step, (errors: Record<string, string>) => ReactNode> = {
  sign_in: (errors) => (
    <>
      <InputField label="Email" error={errors.email} name="email" type="email" autoComplete="username" />
      {password(errors)}
    </>
  ),
  code,
  second_factor: code,
  password,
};
