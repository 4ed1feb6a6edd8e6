import type { z } from 'zod';
import { type Database, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { CallRequest } from '#platform/server/http/routes/call.ts';
import { later } from '#platform/shared/durations.ts';
import type { VerifyPasskey } from '../contract.ts';
import { consumeChallenge, findPasskey } from './passkey-store.ts';
import { refuseUnknownPasskey, resolveRelyingParty, verifyAuthentication } from './passkeys.ts';

/** The time a browser may take to respond. */
export const challengeLifetimeSeconds = 5 * 60;

export const challengeExpiresAt = (now: string): string => later(now, challengeLifetimeSeconds * 1000);

export type PresentedPasskey = z.infer<typeof VerifyPasskey>['passkey'];

/** The stored passkey that answers the challenge, with its counter before and after. */
export async function verifyPasskey(
  db: Database,
  request: Pick<CallRequest, 'origin'>,
  pending: Parameters<typeof consumeChallenge>[1],
  passkey: PresentedPasskey,
): Promise<{ id: string; user_id: string; from: number; to: number }> {
  const challenge = await write(db, (tx) => consumeChallenge(tx, pending));
  if (!challenge) refuse(400, 'That took too long. Please try your passkey again.');
  const known = (await findPasskey(db.read, passkey.id)) ?? refuseUnknownPasskey();
  const to = await verifyAuthentication({
    passkey,
    known,
    challenge: challenge.challenge,
    party: resolveRelyingParty(request.origin),
  });
  return { id: known.id, user_id: known.user_id, from: known.counter, to };
}
