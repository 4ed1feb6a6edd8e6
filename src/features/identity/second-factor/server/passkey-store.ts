import type { z } from 'zod';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { CallRequest } from '#platform/server/http/routes/call.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { addMs } from '#platform/shared/dates/durations.ts';
import type { VerifyPasskeyBody } from '../contract.ts';
import { refuseUnknownPasskey, resolveRelyingParty, verifyPasskeyAuthentication } from './passkeys.ts';
import type { PasskeyChallengeTable, PasskeyTable } from './tables.ts';

export const listPasskeys = (db: DbReader, userId: Id) =>
  db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();

export const findPasskey = (db: DbReader, credentialId: string) =>
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
export async function createChallenge(
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
 * Deletes the bearer's challenge and returns it, so that only one response to it is checked. Returns undefined if there
 * is none, or if it has expired.
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
