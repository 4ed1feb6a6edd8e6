import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, hour } from '#platform/shared/dates/durations.ts';

/** Failed attempts older than this don't count. */
export const failureWindowMs = day;

/** After this many wrong codes a pending session is over, and the password is asked for again. */
const perSession = 5;

interface Failure {
  session_id: string;
  at: Instant;
}

const within = (failures: readonly Failure[], now: Instant, ms: number) =>
  failures.filter(({ at }) => Date.parse(at) > Date.parse(now) - ms).length;

/**
 * Returns true after ten wrong app codes in an hour or thirty in a day: the person trying them knows the password.
 * Recovery codes and passkeys can't be guessed and stay available, so an attacker can't lock the owner out.
 */
export const isLockedOut = (failures: readonly Failure[], now: Instant): boolean =>
  within(failures, now, hour) >= 10 || within(failures, now, day) >= 30;

/** Returns true when a pending session has used up its attempts. */
export const isSessionExhausted = (failures: readonly Failure[], sessionId: string): boolean =>
  failures.filter(({ session_id }) => session_id === sessionId).length >= perSession;
