import { isIP } from 'node:net';
import type { VerifiedRegistrationResponse } from '@simplewebauthn/server';
import type { z } from 'zod';
import { refuse } from '../../../platform/server/http/refusal.ts';
import type { PasskeyMade, PasskeyUsed } from '../contract.ts';
import type { PasskeyTable } from './tables.ts';

// A fifth of a second to load: only for those who use a passkey.
const webauthn = () => import('@simplewebauthn/server');

/** The site as a passkey knows it: the name it was made for, and where its answers have to come from. */
export interface Party {
  rpID: string;
  origin: string;
}

const hostOf = (origin: string) => new URL(origin).hostname.replace(/^\[|\]$/g, '');

/** Browsers make passkeys for names, not for bare network addresses. */
export const passkeysWorkAt = (origin: string): boolean => URL.canParse(origin) && isIP(hostOf(origin)) === 0;

/** @throws Refusal 409 where passkeys can't be had */
export function partyOf(origin: string): Party {
  if (!passkeysWorkAt(origin)) refuse(409, 'Passkeys need the site’s own name in the address, not a number.');
  return { rpID: hostOf(origin), origin };
}

/** The same for every passkey that isn't the right one, so that nothing can be learnt from it. */
export const strangePasskey = (): never =>
  refuse(400, 'That passkey isn’t known here. Use another, or sign in with your password.');

type Known = Pick<PasskeyTable, 'credential_id' | 'transports'>;
const described = ({ credential_id, transports }: Known) => ({
  id: credential_id,
  transports: JSON.parse(transports) as string[],
});

/** What a browser needs to make a passkey for this user, other than those they have. */
export async function optionsToMake(
  { rpID }: Party,
  {
    user,
    siteName,
    known,
  }: { user: { id: string; email: string; name: string }; siteName: string; known: readonly Known[] },
) {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpID,
    rpName: siteName,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** What a browser needs to use one of these passkeys; with none named, whichever it has for this site. */
export async function optionsToUse({ rpID }: Party, allowed: readonly Known[]) {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    ...(allowed.length > 0 ? { allowCredentials: allowed.map(described) } : {}),
  });
}

/**
 * What is to be stored of a passkey just made.
 * @throws Refusal 400 when it doesn't answer the challenge, was made for another site, or didn't ask who its owner is
 */
export async function checkMade({
  passkey,
  challenge,
  party,
}: {
  passkey: z.infer<typeof PasskeyMade>;
  challenge: string;
  party: Party;
}): Promise<Pick<PasskeyTable, 'credential_id' | 'public_key' | 'counter' | 'transports'>> {
  const { verifyRegistrationResponse } = await webauthn();
  const checked: VerifiedRegistrationResponse = await verifyRegistrationResponse({
    response: passkey as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.rpID,
    requireUserVerification: true,
  }).catch(() => ({ verified: false }));
  if (!checked.verified) return refuse(400, 'That passkey can’t be used here. Try again, or use another device.');
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(passkey.response.transports ?? []),
  };
}

/**
 * The passkey's counter after this use.
 * @throws Refusal 400 when it isn't this passkey's answer to this challenge, from this site, by its owner
 */
export async function checkUse({
  passkey,
  known,
  challenge,
  party,
}: {
  passkey: z.infer<typeof PasskeyUsed>;
  known: PasskeyTable;
  challenge: string;
  party: Party;
}): Promise<number> {
  const { verifyAuthenticationResponse } = await webauthn();
  const checked = await verifyAuthenticationResponse({
    response: passkey as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.rpID,
    requireUserVerification: true,
    credential: {
      id: known.credential_id,
      publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
      counter: known.counter,
    },
  }).catch(() => undefined);
  if (!checked?.verified) return strangePasskey();
  const { userHandle } = passkey.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== known.user_id) return strangePasskey();
  return checked.authenticationInfo.newCounter;
}
