import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { importWithRetry } from '#platform/web/parts/import-with-retry.ts';
import {
  knowsPasskey,
  reauthenticateWithPasskey,
  requestReauthenticationChallenge,
  requestSecondFactorChallenge,
  requestSignInChallenge,
  signInByPasskey,
  verifySecondFactor,
} from '../contract.ts';
import { passkeyFault } from './passkey-answers.ts';

/** Returns true if this browser supports passkeys; false until the script has looked. */
export function usePasskeysHere(): boolean {
  const [here, setHere] = useState(false);
  useEffect(() => setHere(typeof PublicKeyCredential === 'function' && window.isSecureContext), []);
  return here;
}

/** Returns true if a visitor with a pending session has a passkey, and may be asked for it here. */
export function useOwnPasskey(asks: boolean): boolean {
  const here = usePasskeysHere();
  const [own, setOwn] = useState(false);
  useEffect(() => {
    if (!here || !asks) return;
    let left = false;
    void sendCall(knowsPasskey).then((answer) => {
      if (!left) setOwn(answer.code === 200 && answer.passkey);
    });
    return () => {
      left = true;
    };
  }, [here, asks]);
  return own;
}

type Used = { passkey: AuthenticationResponseJSON };

/** The ways to use a passkey: the call that asks for a challenge, and the one that takes the browser's response. */
export const passkeyFlows = {
  signIn: { ask: requestSignInChallenge, give: (used: Used) => sendCall(signInByPasskey, used) },
  secondStep: { ask: requestSecondFactorChallenge, give: (used: Used) => sendCall(verifySecondFactor, used) },
  again: { ask: requestReauthenticationChallenge, give: (used: Used) => sendCall(reauthenticateWithPasskey, used) },
};
export type PasskeyFlow = (typeof passkeyFlows)[keyof typeof passkeyFlows];

/** Gets a challenge, has the browser answer it with a passkey, and sends the answer. */
export async function presentPasskey({ ask, give }: PasskeyFlow): Promise<CallResponse & { kept?: true | undefined }> {
  const answer = await sendCall(ask);
  if (answer.code !== 200) return answer;
  let passkey: AuthenticationResponseJSON;
  try {
    const { startAuthentication } = await importWithRetry(() => import('@simplewebauthn/browser'));
    passkey = await startAuthentication({ optionsJSON: answer.options });
  } catch (error) {
    return passkeyFault(error);
  }
  return give({ passkey });
}
