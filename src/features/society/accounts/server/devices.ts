import type { Id } from '#platform/server/crypto/ids.ts';
import { hashToken, newToken } from '#platform/server/crypto/secrets.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Cookies } from '#platform/server/http/request/cookies.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day } from '#platform/shared/dates/durations.ts';

/** The cookie with a browser's tokens, the last used first, separated by dots. */
const deviceCookie = 'device';
/** The maximum number of tokens in the cookie: one for each of the members who share a browser. */
const maxTokens = 5;
/** The time for which a browser is remembered after the last sign-in with it, in milliseconds. */
export const knownDeviceLifetimeMs = 365 * day;
/** The maximum number of browsers remembered for a user. A further browser replaces the least recently used one. */
const maxDevices = 20;

const readTokens = (cookies: Cookies): string[] =>
  cookies
    .read(deviceCookie)
    .split('.')
    .filter((token) => token !== '')
    .slice(0, maxTokens);

/**
 * Returns the hash of this browser's token for the user, which is also the name of its own rate limit; undefined if the
 * browser isn't one of the user's known devices.
 */
export async function findKnownDeviceTokenHash(
  db: DbReader,
  cookies: Cookies,
  userId: Id,
): Promise<string | undefined> {
  const hashes = readTokens(cookies).map(hashToken);
  if (hashes.length === 0) return undefined;
  const row = await db
    .selectFrom('known_device')
    .select('token_hash')
    .where('token_hash', 'in', hashes)
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .executeTakeFirst();
  return row?.token_hash;
}

/** Creates a token for a browser. Call outside the transaction; `setDeviceCookie` sends the token afterwards. */
export const generateDeviceToken = newToken;

/**
 * Remembers the browser with this token as one of the user's known devices, and forgets the least recently used ones
 * beyond `maxDevices`.
 */
export async function createKnownDevice(
  tx: DbTransaction,
  { userId, token, at }: { userId: Id; token: string; at: Instant },
): Promise<void> {
  const row = { token_hash: hashToken(token), user_id: userId, last_used_at: at };
  await tx.insertInto('known_device').values(row).execute();
  const devices = await tx
    .selectFrom('known_device')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('token_hash')
    .limit(maxDevices)
    .execute();
  const kept = devices.map(({ token_hash }) => token_hash);
  await tx.deleteFrom('known_device').where('user_id', '=', userId).where('token_hash', 'not in', kept).execute();
}

/** Records a sign-in with a known device, so that devices in use aren't the first to be forgotten. */
export async function recordKnownDeviceUse(tx: DbTransaction, tokenHash: string, at: Instant): Promise<void> {
  await tx.updateTable('known_device').set({ last_used_at: at }).where('token_hash', '=', tokenHash).execute();
}

/**
 * Deletes a user's known devices, except the one with the token hash `except`, if given. Any of the others may belong
 * to an intruder.
 */
export async function deleteKnownDevices(tx: DbTransaction, userId: Id, except?: string): Promise<void> {
  const devices = tx.deleteFrom('known_device').where('user_id', '=', userId);
  await (except === undefined ? devices : devices.where('token_hash', '<>', except)).execute();
}

/**
 * Adds a user's token to a browser's cookie, and keeps the tokens of other members who share the browser. Tokens that
 * have become invalid, for example by a change of password, are dropped first, so that they don't count towards
 * `maxTokens`.
 */
export async function setDeviceCookie(db: DbReader, cookies: Cookies, token: string): Promise<void> {
  const others = readTokens(cookies).filter((other) => other !== token);
  const rows =
    others.length > 0
      ? await db
          .selectFrom('known_device')
          .select('token_hash')
          .where('token_hash', 'in', others.map(hashToken))
          .execute()
      : [];
  const valid = new Set(rows.map(({ token_hash }) => token_hash));
  const tokens = [token, ...others.filter((other) => valid.has(hashToken(other)))].slice(0, maxTokens);
  cookies.set(deviceCookie, tokens.join('.'), { maxAge: knownDeviceLifetimeMs / 1000 });
}

/**
 * Sends a known device its cookie again, which then lasts for another year. `tokenHash` is that of the user's token.
 */
export async function renewDeviceCookie(db: DbReader, cookies: Cookies, tokenHash: string): Promise<void> {
  const token = readTokens(cookies).find((one) => hashToken(one) === tokenHash);
  if (token !== undefined) await setDeviceCookie(db, cookies, token);
}

// The order matters: the user agents of Edge and Opera also contain "Chrome", and nearly all contain "Safari"
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

// The order matters: user agents on Android also contain "Linux", and those on iPhones and iPads "like Mac OS X"
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(intosh| OS X)\b/, 'a Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Describes a user agent for its owner: "Firefox on Android". */
export function formatDevice(userAgent: string): string {
  const findName = (known: typeof browsers) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [findName(browsers), findName(systems)];
  if (browser && system) return `${browser} on ${system}`;
  if (browser) return browser;
  return system ? `A browser on ${system}` : 'An unknown device';
}
