import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { reauthenticateWithCode, verifySecondFactor } from '#features/identity/second-factor/contract.ts';
import {
  authenticateWithPasskey,
  OneTimeCodeField,
  type PasskeyFlow,
  passkeyFlows,
  useHasPasskey,
  usePasskeySupport,
} from '#features/identity/second-factor/web/index.ts';
import { PasswordInput } from '#features/society/accounts/web/index.ts';
import type { AuthenticationRequirement, CallResponse } from '#platform/shared/calls/call-response.ts';
import type { Call } from '#platform/shared/calls/calls.ts';
import { CallStatus, useCallResponse } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { loadSiteData, reloadForVisitor } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Field, InputField } from '#platform/web/ui/fields/field.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { reauthenticate, signIn } from '../contract.ts';

let openDialog: Promise<boolean> | undefined;

/** True while the dialog sends credentials. The call that sends them must not open another dialog. */
let isAuthenticating = false;

async function authenticate<Response>(sendCredentials: () => Promise<Response>): Promise<Response> {
  isAuthenticating = true;
  return sendCredentials().finally(() => {
    isAuthenticating = false;
  });
}

/**
 * Opens the re-authentication dialog. Resolves to true if the same user has re-authenticated. Concurrent calls share
 * one dialog.
 */
export async function requestReauthentication(needs: AuthenticationRequirement, visitor: string): Promise<boolean> {
  if (isAuthenticating) return false;
  openDialog ??= showDialog(needs, visitor).finally(() => {
    openDialog = undefined;
  });
  return openDialog;
}

async function showDialog(needs: AuthenticationRequirement, visitor: string): Promise<boolean> {
  // The dialog is rendered inside the topmost modal dialog, because the rest of the page is inert
  const parent = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const container = parent.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const isAuthenticated = await new Promise<boolean>((resolve) =>
    root.render(<ReauthenticationDialog needs={needs} authenticate={authenticate} onClose={resolve} />),
  );
  root.unmount();
  container.remove();
  if (!isAuthenticated || needs === 'password' || (await fetchUserId()) === visitor) return isAuthenticated;
  // Another user has signed in, and must not send this page's data
  await reloadForVisitor();
  return false;
}

async function fetchUserId(): Promise<string> {
  return (await loadSiteData(fetch))?.current_user.id ?? '';
}

type Step = AuthenticationRequirement | 'code';
type AuthenticationResponse = CallResponse & { second_factor?: true | undefined };

const titles: Record<Step, string> = {
  sign_in: 'Sign in to continue',
  code: 'One more step',
  password: 'Confirm your password',
  second_factor: 'Confirm your second factor',
};

const texts: Record<Step, string> = {
  sign_in: 'You’ve been signed out. Nothing you typed is lost: sign in again to carry on where you were.',
  code: 'Enter the six-digit code from your authenticator app, or a recovery code.',
  password: 'For security, please confirm your password.',
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
  password: passkeyFlows.reauthenticate,
  second_factor: passkeyFlows.reauthenticate,
};

/**
 * Asks the visitor to re-authenticate. `authenticate` sends the credentials. `onClose` receives true if they were
 * correct.
 */
function ReauthenticationDialog({
  needs,
  authenticate,
  onClose,
}: {
  needs: AuthenticationRequirement;
  authenticate: (sendCredentials: () => Promise<AuthenticationResponse>) => Promise<AuthenticationResponse>;
  onClose: (isAuthenticated: boolean) => void;
}) {
  const [step, setStep] = useState<Step>(needs);
  const { busy, slot, sendVia: send } = useCall();
  const answer = useCallResponse(slot);
  const isAuthenticated = useRef(false);
  const supportsPasskeys = usePasskeySupport();
  const hasPasskey = useHasPasskey(step !== 'sign_in');
  const form = useRef<HTMLFormElement>(null);

  // Opening the dialog has moved the focus to its first button
  useLayoutEffect(() => {
    if (step) form.current?.querySelector('input')?.focus();
  }, [step]);

  function submit(sendCredentials: () => Promise<AuthenticationResponse>, close: () => void) {
    if (busy) return;
    const onAnswer = (response: AuthenticationResponse) => {
      if (response.code === 200) {
        isAuthenticated.current = true;
        close();
        return true;
      }
      if (response.second_factor) {
        setStep('code');
        return true;
      }
      // The session has ended, perhaps because of too many wrong codes
      const hasEnded = (step === 'code' || step === 'second_factor') && response.code === 401;
      if (hasEnded || response.needs === 'sign_in') setStep('sign_in');
      return false;
    };
    // Nothing is reloaded here, because the call that required the authentication is repeated, and reloads what it
    // changes
    void send({ path: slot }, () => authenticate(sendCredentials), { renews: 'nothing', form: form.current, onAnswer });
  }

  const onSubmit = (close: () => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    submit(() => (step === 'sign_in' ? sendCall(signIn, typed) : sendCall(calls[step], typed)), close);
  };

  return (
    <Dialog title={titles[step]} onClose={() => onClose(isAuthenticated.current)}>
      {(close) => (
        <form key={step} ref={form} className="stack" onSubmit={onSubmit(close)} noValidate>
          <p>{texts[step]}</p>
          <CallStatus slot={slot} above />
          {fields[step](answer?.fields ?? {})}
          <div className="row">
            <Button type="submit" pending={busy !== ''}>
              <ButtonLabel label="Continue" busyLabel="Checking…" busy={busy !== ''} />
            </Button>
            <Button look="quiet" onClick={close}>
              Not now
            </Button>
            {(step === 'sign_in' ? supportsPasskeys : hasPasskey) && (
              <Button look="line" onClick={() => submit(() => authenticateWithPasskey(passkeys[step]), close)}>
                Use a passkey
              </Button>
            )}
          </div>
        </form>
      )}
    </Dialog>
  );
}

const renderPasswordField = ({ password: error }: Record<string, string>) => (
  <Field label="Password" error={error}>
    {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
  </Field>
);

// Recovery codes, which contain letters, are accepted too
const renderCodeField = ({ otp_code }: Record<string, string>) => (
  <OneTimeCodeField error={otp_code} inputMode="text" maxLength={40} />
);

const fields: Record<Step, (errors: Record<string, string>) => ReactNode> = {
  sign_in: (errors) => (
    <>
      <InputField label="Email" error={errors.email} name="email" type="email" autoComplete="username" />
      {renderPasswordField(errors)}
    </>
  ),
  code: renderCodeField,
  second_factor: renderCodeField,
  password: renderPasswordField,
};
