import { Secret, TOTP } from 'otpauth';
import type { Instant } from '#platform/shared/dates/dates.ts';

/** RFC 6238 defaults, which every app assumes: SHA-1, six digits, thirty seconds. */
const usual = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** The most that a phone's clock may be wrong, in steps of thirty seconds either way. */
const drift = 1;

/** 160 random bits, as apps take them. */
export const generateTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The content of the QR code, and of a link that opens an app on a phone. */
export const provisioningUri = (secret: string, { issuer, account }: { issuer: string; account: string }): string =>
  new TOTP({ ...usual, secret: Secret.fromBase32(secret), issuer, label: account }).toString();

/**
 * Finds the thirty-second step that a code belongs to, within the allowed error of the clock; undefined if there is
 * none.
 */
export function findTotpStep(code: string, secret: string, now: Instant): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const timestamp = Date.parse(now);
  const totp = new TOTP({ ...usual, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: drift });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
