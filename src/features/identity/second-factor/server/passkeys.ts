import { isIP } from 'node:net';
import type { z } from 'zod';
import { createWorkerPool, WorkerTaskError } from '#platform/server/background/worker-pool.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import type { PasskeyAuthenticationResponse, PasskeyRegistrationResponse } from '../contract.ts';
import type { PasskeyWork, PasskeyWorkerRequest } from './passkey-thread.ts';
import type { PasskeyTable } from './tables.ts';

/**
 * A request takes some milliseconds, the first a quarter of a second; people who sign in one after another share a
 * thread.
 */
const ask = createWorkerPool<PasskeyWorkerRequest, unknown>(new URL('./passkey-thread.ts', import.meta.url), {
  as: 'thread',
  taskTimeoutMs: 10_000,
  maxHeapMb: 96,
  mostQueued: 100,
  longestWait: 20_000,
  stays: 10 * minute,
});

/**
 * Runs a passkey task in a worker.
 *
 * @throws HttpError 503 if it takes too long
 */
async function webauthn<Work extends keyof PasskeyWork>(
  work: Work,
  input: PasskeyWork[Work]['input'],
): Promise<PasskeyWork[Work]['answer']> {
  try {
    // Each request has its own input and its own answer
    return (await ask({ work, input } as PasskeyWorkerRequest)) as PasskeyWork[Work]['answer'];
  } catch (fault) {
    if (!(fault instanceof WorkerTaskError)) throw fault;
    return refuse(503, 'We can’t check passkeys right now. Please try again in a moment.');
  }
}

/** The site as a passkey knows it: the name it was made for, and the origin that answers have to come from. */
export interface RelyingParty {
  rpID: string;
  origin: string;
}

const hostOf = (origin: string) => new URL(origin).hostname.replace(/^\[|\]$/g, '');

/** Browsers make passkeys for names, not for bare network addresses. */
export const supportsPasskeys = (origin: string): boolean => URL.canParse(origin) && isIP(hostOf(origin)) === 0;

/** @throws HttpError 409 if passkeys aren't available */
export function resolveRelyingParty(origin: string): RelyingParty {
  if (!supportsPasskeys(origin))
    refuse(409, 'Passkeys only work at the site’s own web address, not at a numeric address.');
  return { rpID: hostOf(origin), origin };
}

/** The same for every wrong passkey, so that nothing can be learnt from it. */
export const refuseUnknownPasskey = (): never =>
  refuse(400, 'We don’t recognise that passkey. Use another, or sign in with your password.');

type Known = Pick<PasskeyTable, 'credential_id' | 'transports'>;
const described = ({ credential_id, transports }: Known) => ({
  id: credential_id,
  transports: JSON.parse(transports) as string[],
});

/** Builds the options a browser needs to make a passkey for this user, in addition to those they have. */
export async function buildRegistrationOptions(
  { rpID }: RelyingParty,
  {
    user,
    siteName,
    known,
  }: { user: { id: string; email: string; name: string }; siteName: string; known: readonly Known[] },
) {
  return webauthn('toMake', {
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

/** Builds the options a browser needs to use one of these passkeys; with none given, any that it has for this site. */
export async function buildAuthenticationOptions({ rpID }: RelyingParty, allowed: readonly Known[]) {
  return webauthn('toUse', {
    rpID,
    userVerification: 'required',
    ...(allowed.length > 0 ? { allowCredentials: allowed.map(described) } : {}),
  });
}

/**
 * Verifies a new passkey and returns the values to store.
 *
 * @throws HttpError 400 if it doesn't answer the challenge, was made for another site, or didn't check its owner's
 * identity
 */
export async function verifyRegistration({
  passkey,
  challenge,
  party,
}: {
  passkey: z.infer<typeof PasskeyRegistrationResponse>;
  challenge: string;
  party: RelyingParty;
}): Promise<Pick<PasskeyTable, 'credential_id' | 'public_key' | 'counter' | 'transports'>> {
  const checked = await webauthn('made', {
    response: passkey as PasskeyWork['made']['input']['response'],
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.rpID,
    requireUserVerification: true,
  });
  if (!checked?.verified) return refuse(400, 'That passkey can’t be used here. Try again, or use another device.');
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
 * @throws HttpError 400 when it isn't this passkey's answer to this challenge, from this site, by its owner
 */
export async function verifyAuthentication({
  passkey,
  known,
  challenge,
  party,
}: {
  passkey: z.infer<typeof PasskeyAuthenticationResponse>;
  known: PasskeyTable;
  challenge: string;
  party: RelyingParty;
}): Promise<number> {
  const checked = await webauthn('used', {
    response: passkey as PasskeyWork['used']['input']['response'],
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.rpID,
    requireUserVerification: true,
    credential: {
      id: known.credential_id,
      publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
      counter: known.counter,
    },
  });
  if (!checked?.verified) return refuseUnknownPasskey();
  const { userHandle } = passkey.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== known.user_id) return refuseUnknownPasskey();
  return checked.authenticationInfo.newCounter;
}
