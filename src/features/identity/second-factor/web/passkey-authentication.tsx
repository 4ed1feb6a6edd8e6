import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import type { CallResponse, ErrorResponse } from '#platform/shared/calls/call-response.ts';
import { showAlert } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { reloadForVisitor } from '#platform/web/navigation/index.ts';
import { importWithRetry } from '#platform/web/parts/lazy-module.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import {
  checkPasskeyExists,
  reauthenticateWithPasskey,
  requestReauthenticationChallenge,
  requestSecondFactorChallenge,
  requestSignInChallenge,
  signInByPasskey,
  verifySecondFactor,
} from '../contract.ts';

/** Returns true if this browser supports passkeys. False at first, as on the server. */
export function usePasskeySupport(): boolean {
  const [isSupported, setIsSupported] = useState(false);
  useEffect(() => setIsSupported(typeof PublicKeyCredential === 'function' && window.isSecureContext), []);
  return isSupported;
}

/**
 * Returns true if the visitor's account has a passkey and this browser supports passkeys; false until the server has
 * confirmed the passkey. The server is asked only if `asks` is true.
 */
export function useHasPasskey(asks: boolean): boolean {
  const isSupported = usePasskeySupport();
  const [hasPasskey, setHasPasskey] = useState(false);
  useEffect(() => {
    if (!isSupported || !asks) return;
    let isUnmounted = false;
    void sendCall(checkPasskeyExists).then((answer) => {
      if (!isUnmounted) setHasPasskey(answer.code === 200 && answer.passkey);
    });
    return () => {
      isUnmounted = true;
    };
  }, [isSupported, asks]);
  return hasPasskey;
}

type PasskeyBody = { passkey: AuthenticationResponseJSON };

/** The uses of a passkey: `ask` requests a challenge, `give` sends the browser's response to it. */
export const passkeyFlows = {
  signIn: { ask: requestSignInChallenge, give: (body: PasskeyBody) => sendCall(signInByPasskey, body) },
  secondStep: { ask: requestSecondFactorChallenge, give: (body: PasskeyBody) => sendCall(verifySecondFactor, body) },
  reauthenticate: {
    ask: requestReauthenticationChallenge,
    give: (body: PasskeyBody) => sendCall(reauthenticateWithPasskey, body),
  },
};
export type PasskeyFlow = (typeof passkeyFlows)[keyof typeof passkeyFlows];

/** Requests a challenge, lets the browser respond with a passkey, and sends the response. */
export async function authenticateWithPasskey({
  ask,
  give,
}: PasskeyFlow): Promise<CallResponse & { kept?: true | undefined }> {
  const answer = await sendCall(ask);
  if (answer.code !== 200) return answer;
  let passkey: AuthenticationResponseJSON;
  try {
    const { startAuthentication } = await importWithRetry(() => import('@simplewebauthn/browser'));
    passkey = await startAuthentication({ optionsJSON: answer.options });
  } catch (error) {
    return toPasskeyErrorResponse(error);
  }
  return give({ passkey });
}

/** Converts the browser's error to a response with a message. No passkey was used or created in that case. */
export function toPasskeyErrorResponse(error: unknown): ErrorResponse {
  const name = error instanceof Error ? error.name : '';
  const msg =
    name === 'InvalidStateError'
      ? 'This device already has a passkey for your account.'
      : name === 'NotAllowedError' || name === 'AbortError'
        ? 'No passkey was used or added. Try again when you’re ready.'
        : 'This browser couldn’t use a passkey here. Try another browser or device.';
  return { code: 0, msg };
}

/**
 * Shows an alert if signing in has cancelled the erasure of the account. The form that could show the response is gone.
 */
export function showErasureCancelledAlert(answer: CallResponse & { kept?: true | undefined }): void {
  if (answer.kept) showAlert({ title: 'Welcome back', content: answer.msg });
}

interface Props {
  flow: PasskeyFlow;
  /** The place for the call's response, which the button shares with the form next to it. */
  slot: string;
  /** The page to go to after signing in. */
  next: string;
  children: string;
}

/** A button that signs in with a passkey. Renders nothing in browsers without passkeys. */
export function PasskeyButton({ flow, slot, next, children }: Props) {
  const isSupported = usePasskeySupport();
  const { busy, sendVia: send } = useCall(slot);
  if (!isSupported) return null;

  const present = async () => {
    const answer = await authenticateWithPasskey(flow);
    // The pending session has ended, so the visitor has to sign in again
    if (answer.code === 401) await reloadForVisitor();
    return answer;
  };

  return (
    <p>
      <Button
        look="line"
        pending={busy !== ''}
        onClick={() =>
          void send(flow.ask, present, { renews: 'site', leadsTo: next, onAnswer: showErasureCancelledAlert })
        }
      >
        <ButtonLabel sign="key-round" label={children} busyLabel="Waiting for your passkey…" busy={busy !== ''} />
      </Button>
    </p>
  );
}

/** The sign-in form's button for signing in with a passkey instead of email and password. */
export const SignInWithPasskeyButton = (props: Pick<Props, 'slot' | 'next'>) => (
  <PasskeyButton flow={passkeyFlows.signIn} {...props}>
    Sign in with a passkey
  </PasskeyButton>
);
