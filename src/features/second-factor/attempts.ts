import type { Instant } from '#platform/shared/dates.ts';
import { day, hour } from '#platform/shared/durations.ts';

/** How far back failed attempts count. */
export const remembered = day;

/** After so many wrong codes a half session is over, and the password is asked for again. */
const perSession = 5;

interface Failure {
  session_id: string;
  at: Instant;
}

const within = (failures: readonly Failure[], now: Instant, ms: number) =>
  failures.filter(({ at }) => Date.parse(at) > Date.parse(now) - ms).length;

/**
 * Whether a user has had too many wrong codes to try another from an app: ten in an hour, thirty in a day. Whoever
 * tries them knows the password. Recovery codes and passkeys, which can't be guessed, stay open, so that nobody can
 * lock the owner out.
 */
export const mustWait = (failures: readonly Failure[], now: Instant): boolean =>
  within(failures, now, hour) >= 10 || within(failures, now, day) >= 30;

/** Whether a half session has had all the wrong codes it may have. */
export const isSpent = (failures: readonly Failure[], sessionId: string): boolean =>
  failures.filter(({ session_id }) => session_id === sessionId).length >= perSession;
