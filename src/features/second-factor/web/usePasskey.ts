import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import type { Answer } from '#platform/shared/answer.ts';
import { sendCall } from '#platform/web/calls/sendCall.ts';
import { importAgain } from '#platform/web/parts/import-again.ts';
import {
  askForPasskey,
  askForPasskeyAgain,
  askForPasskeyAsSecond,
  giveSecondFactor,
  knowsPasskey,
  showPasskeyAgain,
  signInByPasskey,
} from '../contract.ts';
import { passkeyFault } from './send.ts';

/** Whether this browser supports passkeys; false until the script has looked. */
export function usePasskeysHere(): boolean {
  const [here, setHere] = useState(false);
  useEffect(() => setHere(typeof PublicKeyCredential === 'function' && window.isSecureContext), []);
  return here;
}

/** Whether a visitor with half a session has a passkey, and may be asked for it here. */
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

/** The ways to show a passkey: what asks for a challenge, and what takes the browser's answer to it. */
export const passkeyWays = {
  signIn: { ask: askForPasskey, give: (used: Used) => sendCall(signInByPasskey, used) },
  secondStep: { ask: askForPasskeyAsSecond, give: (used: Used) => sendCall(giveSecondFactor, used) },
  again: { ask: askForPasskeyAgain, give: (used: Used) => sendCall(showPasskeyAgain, used) },
};
export type PasskeyWay = (typeof passkeyWays)[keyof typeof passkeyWays];

/** Gets a challenge, has the browser answer it with a passkey, and sends the answer. */
export async function presentPasskey({ ask, give }: PasskeyWay): Promise<Answer & { kept?: true | undefined }> {
  const answer = await sendCall(ask);
  if (answer.code !== 200) return answer;
  let passkey: AuthenticationResponseJSON;
  try {
    const { startAuthentication } = await importAgain(() => import('@simplewebauthn/browser'));
    passkey = await startAuthentication({ optionsJSON: answer.options });
  } catch (error) {
    return passkeyFault(error);
  }
  return give({ passkey });
}
