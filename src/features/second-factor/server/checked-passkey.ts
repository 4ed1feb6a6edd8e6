import type { z } from 'zod';
import { type Database, writeQuietly } from '#platform/server/database/index.ts';
import type { CallRequest } from '#platform/server/http/call.ts';
import { refuse } from '#platform/server/http/refusal.ts';
import { later } from '#platform/shared/durations.ts';
import type { UsePasskey } from '../contract.ts';
import { findPasskey, takeChallenge } from './passkey-store.ts';
import { checkUse, partyOf, strangePasskey } from './passkeys.ts';

/** How long a browser may take to answer. */
export const challengeSeconds = 5 * 60;

export const challengeEnds = (now: string): string => later(now, challengeSeconds * 1000);

export type GivenPasskey = z.infer<typeof UsePasskey>['passkey'];

/** The stored passkey that answers the challenge, with its counter before and after. */
export async function checkedPasskey(
  db: Database,
  request: Pick<CallRequest, 'origin'>,
  pending: Parameters<typeof takeChallenge>[1],
  passkey: GivenPasskey,
): Promise<{ id: string; user_id: string; from: number; to: number }> {
  const challenge = await writeQuietly(db, (tx) => takeChallenge(tx, pending));
  if (!challenge) refuse(400, 'That took too long. Ask for your passkey again.');
  const known = (await findPasskey(db.read, passkey.id)) ?? strangePasskey();
  const to = await checkUse({ passkey, known, challenge: challenge.challenge, party: partyOf(request.origin) });
  return { id: known.id, user_id: known.user_id, from: known.counter, to };
}
