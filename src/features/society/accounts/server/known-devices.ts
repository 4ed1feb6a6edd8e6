import type { Id } from '#platform/server/crypto/ids.ts';
import { newToken, tokenHash } from '#platform/server/crypto/tokens.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Cookies } from '#platform/server/http/request/cookies.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day } from '#platform/shared/dates/durations.ts';

const deviceCookie = 'device';
/** The time for which a browser is remembered. */
export const knownDeviceLifetimeMs = 365 * day;
/** The most browsers of a member; one more replaces the one unused for longest. */
const mostDevices = 20;

/** The id of this browser's own allowance, if the user has signed in with it before; undefined if not. */
export async function findKnownDevice(db: DbReader, cookies: Cookies, userId: Id): Promise<string | undefined> {
  const token = cookies.read(deviceCookie);
  if (token === '') return undefined;
  const row = await db
    .selectFrom('known_device')
    .select('token_hash')
    .where('token_hash', '=', tokenHash(token))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.token_hash;
}

/** A token for this browser, made outside the write, and sent to it by `keepDevice` afterwards. */
export const newDeviceToken = newToken;

/** Remembers that the user has signed in with the browser that is given `token`. */
export async function createKnownDevice(
  tx: DbTransaction,
  { userId, token, at }: { userId: Id; token: string; at: Instant },
): Promise<void> {
  const row = { token_hash: tokenHash(token), user_id: userId, last_used_at: at };
  await tx.insertInto('known_device').values(row).execute();
  const devices = await tx
    .selectFrom('known_device')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('token_hash')
    .limit(mostDevices)
    .execute();
  const names = devices.map(({ token_hash }) => token_hash);
  await tx.deleteFrom('known_device').where('user_id', '=', userId).where('token_hash', 'not in', names).execute();
}

/** Deletes a user's known devices, optionally except one: any of them may belong to an intruder. */
export async function deleteKnownDevices(tx: DbTransaction, userId: Id, except?: string): Promise<void> {
  const devices = tx.deleteFrom('known_device').where('user_id', '=', userId);
  await (except === undefined ? devices : devices.where('token_hash', '<>', except)).execute();
}

/** Sends the browser the token that identifies it. */
export function setDeviceCookie(cookies: Cookies, token: string): void {
  cookies.set(deviceCookie, token, { maxAge: knownDeviceLifetimeMs / 1000 });
}
