import { isIP } from 'node:net';
import type { z } from 'zod';
import { createWorkerPool, WorkerTaskError } from '#platform/server/background/worker-pool.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { CallRequest } from '#platform/server/http/routes/call.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { addMs, minute } from '#platform/shared/dates/durations.ts';
import type { PasskeyAuthenticationResponse, PasskeyRegistrationResponse, VerifyPasskeyBody } from '../contract.ts';
import type { PasskeyTasks, PasskeyWorkerRequest } from './passkey-thread.ts';
import type { PasskeyChallengeTable, PasskeyTable } from './tables.ts';

/**
 * Runs passkey tasks in a worker thread. A task takes some milliseconds, but a quarter of a second if it is the first
 * in its thread, so an idle thread waits ten minutes for another task.
 */
const runInWorker = createWorkerPool<PasskeyWorkerRequest, unknown>(new URL('./passkey-thread.ts', import.meta.url), {
  as: 'thread',
  taskTimeoutMs: 10_000,
  maxHeapMb: 96,
  maxQueued: 100,
  maxWaitMs: 20_000,
  idleTimeoutMs: 10 * minute,
});

/**
 * Runs a passkey task in a worker thread.
 * @throws HttpError 503 if the worker doesn't finish the task
 */
async function runTask<Task extends keyof PasskeyTasks>(
  task: Task,
  input: PasskeyTasks[Task]['input'],
): Promise<PasskeyTasks[Task]['output']> {
  try {
    // TypeScript can't connect the input and the output of one task
    return (await runInWorker({ task, input } as PasskeyWorkerRequest)) as PasskeyTasks[Task]['output'];
  } catch (error) {
    if (!(error instanceof WorkerTaskError)) throw error;
    return refuse(503, 'We can’t check passkeys right now. Please try again in a moment.');
  }
}

/** The site's identity for passkeys: the host name to which they belong, and the origin of valid responses. */
interface RelyingParty {
  rpID: string;
  origin: string;
}

const hostOf = (origin: string) => new URL(origin).hostname.replace(/^\[|\]$/g, '');

/** Returns true unless the site is opened at an IP address, for which browsers don't create passkeys. */
export const supportsPasskeys = (origin: string): boolean => URL.canParse(origin) && isIP(hostOf(origin)) === 0;

/**
 * Returns the site's identity for passkeys.
 * @throws HttpError 409 if the site is opened at an IP address, where passkeys aren't available
 */
export function resolveRelyingParty(origin: string): RelyingParty {
  if (!supportsPasskeys(origin))
    refuse(409, 'Passkeys only work at the site’s own web address, not at a numeric address.');
  return { rpID: hostOf(origin), origin };
}

/** Refuses any wrong passkey with the same message, which reveals nothing. */
export const refuseUnknownPasskey = (): never =>
  refuse(400, 'We don’t recognise that passkey. Use another one, or continue without a passkey.');

type StoredPasskey = Pick<PasskeyTable, 'credential_id' | 'transports'>;
const toDescriptor = ({ credential_id, transports }: StoredPasskey) => ({
  id: credential_id,
  transports: JSON.parse(transports) as string[],
});

/** Builds the options with which a browser creates a passkey for a user who already has the `known` passkeys. */
export async function buildPasskeyRegistrationOptions(
  { rpID }: RelyingParty,
  {
    user,
    siteName,
    known,
  }: { user: { id: string; email: string; name: string }; siteName: string; known: readonly StoredPasskey[] },
) {
  return runTask('registrationOptions', {
    rpID,
    rpName: siteName,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Builds the options with which a browser uses one of the `allowed` passkeys, or any passkey for this site if the list
 * is empty.
 */
export async function buildPasskeyAuthenticationOptions({ rpID }: RelyingParty, allowed: readonly StoredPasskey[]) {
  return runTask('authenticationOptions', {
    rpID,
    userVerification: 'required',
    ...(allowed.length > 0 ? { allowCredentials: allowed.map(toDescriptor) } : {}),
  });
}

/**
 * Verifies a new passkey and returns the values to store.
 * @throws HttpError 400 if the passkey doesn't match the challenge, is for another site, or didn't verify its owner
 */
export async function verifyPasskeyRegistration({
  passkey,
  challenge,
  party,
}: {
  passkey: z.infer<typeof PasskeyRegistrationResponse>;
  challenge: string;
  party: RelyingParty;
}): Promise<Pick<PasskeyTable, 'credential_id' | 'public_key' | 'counter' | 'transports'>> {
  const checked = await runTask('verifyRegistration', {
    response: passkey as PasskeyTasks['verifyRegistration']['input']['response'],
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
 * Verifies the use of a passkey and returns its new counter.
 *
 * @throws HttpError 400 unless the response is from the passkey `known`, to this challenge, for this site and by its
 * owner
 */
async function verifyPasskeyAuthentication({
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
  const checked = await runTask('verifyAuthentication', {
    response: passkey as PasskeyTasks['verifyAuthentication']['input']['response'],
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

export const listPasskeys = (db: DbReader, userId: Id) =>
  db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();

const findPasskey = (db: DbReader, credentialId: string) =>
  db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

/** Stores a passkey. Returns false if it is stored already. */
export async function createPasskey(tx: DbTransaction, passkey: PasskeyTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((clash) => clash.column('credential_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Deletes a user's passkey and returns its name; undefined if the user has no such passkey. */
export async function removePasskey(
  tx: DbTransaction,
  { id, userId }: { id: Id; userId: Id },
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/**
 * Records a use of a passkey with its new counter. Returns false if the counter has changed since it was read, for
 * example because a copy of the passkey was used, or the response was replayed.
 */
export async function recordPasskeyUse(
  tx: DbTransaction,
  { id, from, to, now }: { id: Id; from: number; to: number; now: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ counter: to, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const challengeLifetimeSeconds = 5 * 60;

/** Stores a challenge, and deletes expired challenges and the bearer's earlier challenge for the same purpose. */
export async function storePasskeyChallenge(
  db: Database,
  {
    now,
    ...challenge
  }: Pick<PasskeyChallengeTable, 'challenge' | 'purpose' | 'bearer'> & { name?: string; now: Instant },
): Promise<void> {
  const row = { id: newId(), name: '', ...challenge, expires_at: addMs(now, challengeLifetimeSeconds * 1000) };
  await write(db, async (tx) => {
    await tx
      .deleteFrom('passkey_challenge')
      .where(({ eb, or, and }) =>
        or([eb('expires_at', '<=', now), and([eb('bearer', '=', row.bearer), eb('purpose', '=', row.purpose)])]),
      )
      .execute();
    await tx.insertInto('passkey_challenge').values(row).execute();
  });
}

/**
 * Deletes the bearer's challenge for a purpose and returns it, so that only one response to it is checked. Returns
 * undefined if there is none, or if it has expired.
 */
export async function consumeChallenge(
  tx: DbTransaction,
  { bearer, purpose, now }: Pick<PasskeyChallengeTable, 'bearer' | 'purpose'> & { now: Instant },
): Promise<PasskeyChallengeTable | undefined> {
  const row = await tx
    .deleteFrom('passkey_challenge')
    .where('bearer', '=', bearer)
    .where('purpose', '=', purpose)
    .returningAll()
    .executeTakeFirst();
  return row && row.expires_at > now ? row : undefined;
}

export type PresentedPasskey = z.infer<typeof VerifyPasskeyBody>['passkey'];

/**
 * Consumes a challenge and verifies the browser's response to it. Returns the stored passkey with its counter before
 * and after.
 * @throws HttpError 400 if the challenge has expired or the response is wrong
 */
export async function consumeChallengeAndVerifyPasskey(
  db: Database,
  request: Pick<CallRequest, 'origin'>,
  expected: Parameters<typeof consumeChallenge>[1],
  passkey: PresentedPasskey,
): Promise<{ id: string; user_id: string; from: number; to: number }> {
  const challenge = await write(db, (tx) => consumeChallenge(tx, expected));
  if (!challenge) refuse(400, 'That took too long. Please try your passkey again.');
  const known = (await findPasskey(db.read, passkey.id)) ?? refuseUnknownPasskey();
  const to = await verifyPasskeyAuthentication({
    passkey,
    known,
    challenge: challenge.challenge,
    party: resolveRelyingParty(request.origin),
  });
  return { id: known.id, user_id: known.user_id, from: known.counter, to };
}
