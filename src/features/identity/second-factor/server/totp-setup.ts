import type { Encryption } from '#platform/server/crypto/encryption.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { later, minute } from '#platform/shared/dates/durations.ts';
import { findTotpStep, generateTotpSecret } from './totp.ts';

const tenMinutes = 10 * minute;
/** Only the latest secrets are stored and tried. */
const mostOffers = 10;

const lastOffers = (db: DbReader, { sessionId, now }: { sessionId: Id; now: Instant }) =>
  db
    .selectFrom('totp_offer')
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .orderBy('id')
    .limit(mostOffers);

const contextOf = (sessionId: Id) => `totp offer ${sessionId}`;

/**
 * A new secret to set an app up with, shown only now. It is valid for ten minutes, for this session alone. So are those
 * shown in the minutes before, since the owner may have scanned an earlier one.
 */
export async function createTotpSetup(
  db: Database,
  encryption: Encryption,
  { visitor, now }: Pick<PageRequest, 'visitor' | 'now'>,
): Promise<string> {
  const secret = generateTotpSecret();
  const offer = {
    id: newId(),
    session_id: visitor.session,
    secret: encryption.encrypt(secret, contextOf(visitor.session)),
    expires_at: later(now, tenMinutes),
  };
  await write(db, async (tx) => {
    await tx.deleteFrom('totp_offer').where('expires_at', '<=', now).execute();
    await tx.insertInto('totp_offer').values(offer).execute();
    const tried = lastOffers(tx, { sessionId: visitor.session, now }).select('id');
    await tx
      .deleteFrom('totp_offer')
      .where('session_id', '=', visitor.session)
      .where(
        'id',
        'not in',
        (await tried.execute()).map(({ id }) => id),
      )
      .execute();
  });
  return secret;
}

/** Finds the secret shown to this session that a code was generated from, with its time step. */
export async function findSetupSecret(
  db: DbReader,
  encryption: Encryption,
  { code, sessionId, now }: { code: string; sessionId: Id; now: Instant },
): Promise<{ secret: string; step: number } | undefined> {
  const offers = await lastOffers(db, { sessionId, now }).select('secret').execute();
  for (const offer of offers) {
    const secret = encryption.decrypt(offer.secret, contextOf(sessionId));
    const step = secret === undefined ? undefined : findTotpStep(code, secret, now);
    if (secret !== undefined && step !== undefined) return { secret, step };
  }
  return undefined;
}

/** Secrets shown to a session are void once one of them is in use, or its owner has a new password. */
export async function deleteTotpSetups(tx: DbTransaction, sessionId: Id): Promise<void> {
  await tx.deleteFrom('totp_offer').where('session_id', '=', sessionId).execute();
}
