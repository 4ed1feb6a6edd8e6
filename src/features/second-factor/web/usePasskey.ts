import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import type { Answer } from '#platform/shared/answer.ts';
import { makeCall, sendCall } from '#platform/web/calls/sendCall.ts';
import { optionsIn, passkeyFault } from './send.ts';

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
    void makeCall('GET', '/members/api/passkey/known').then((said) => {
      if (!left) setOwn('passkey' in said && said.passkey === true);
    });
    return () => {
      left = true;
    };
  }, [here, asks]);
  return own;
}

/** Gets a challenge from `ask`, has the browser answer it with a passkey, and sends the answer to `give`. */
export async function presentPasskey({ ask, give }: { ask: string; give: string }): Promise<Answer> {
  const asked = await sendCall(ask, {});
  const options = optionsIn(asked);
  if (options === undefined) return asked;
  let passkey: AuthenticationResponseJSON;
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    passkey = await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
  } catch (error) {
    return passkeyFault(error);
  }
  return sendCall(give, { passkey });
}
