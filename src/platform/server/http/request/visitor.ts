import type { Instant } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { AuthenticationRequiredError } from '../errors/http-error.ts';

/**
 * The visitor as access rules see them. The accounts feature identifies the visitor; without it, everyone is anonymous.
 */
export interface Visitor {
  signedIn: boolean;
  id: string;
  role: string;
  /** First and last name. */
  name: string;
  /** The id of the visitor's session; "" for visitors who aren't signed in. */
  session: string;
  /** The time of the visitor's last authentication, by password or passkey; "" for visitors who aren't signed in. */
  authenticatedAt: string;
  /** The time of the visitor's last second factor in this session; "" for never. */
  secondFactorAt: string;
  /** The visitor's permissions. */
  may: Readonly<Record<string, boolean>>;
  /** A step that the visitor must complete before anything else in the members' area; absent for most visitors. */
  duty?: RequiredStep;
}

export interface RequiredStep {
  /** The path of the page on which the visitor completes the step. */
  path: string;
  /** A message that names the required step and the reason. */
  msg: string;
  /** The names of access rules that admit this visitor even before the step is completed. */
  exemptRules: readonly string[];
}

export const anonymousVisitor: Visitor = Object.freeze({
  signedIn: false,
  id: '',
  role: '',
  name: '',
  session: '',
  authenticatedAt: '',
  secondFactorAt: '',
  may: Object.freeze({}),
});

/** A rule that decides who may use a page or call. `name` identifies it in the access matrix test. */
export interface AccessRule<Subject = unknown> {
  name: string;
  /** Requires sign-in before anything is loaded, so that strangers can't find out if the subject exists. */
  members?: true;
  allows(visitor: Visitor, subject: Subject): boolean;
  /**
   * Returns a text that explains a refusal to a signed-in visitor and says what they can do, if the usual sentence
   * isn't enough.
   */
  why?(visitor: Visitor, subject: Subject): string | undefined;
}

export const everyone: AccessRule = { name: 'everyone', allows: () => true };

/**
 * Marks actions that require re-authentication, because an unattended signed-in device could be misused. With `'in
 * part'`, only some requests need it, and the call itself checks that (`requireRecentAuthentication`).
 */
export type ReauthenticationPolicy = true | 'in part';

const tenMinutes = 10 * minute;

/** The tolerated difference between the clocks of two machines. */
const maxClockSkewMs = minute;

/**
 * Returns true if the time is set and recent. A time more than a minute in the future isn't recent, because a wrong
 * clock must not make an authentication last longer.
 */
export function isAuthenticationRecent(shown: Instant | '', now: Instant): boolean {
  const ago = Date.parse(now) - Date.parse(shown);
  return shown !== '' && ago < tenMinutes && ago > -maxClockSkewMs;
}

/** The visitor and time of a request. */
interface TimedVisit {
  visitor: Visitor;
  now: Instant;
}

export const hasRecentAuthentication = ({ visitor, now }: TimedVisit): boolean =>
  isAuthenticationRecent(visitor.authenticatedAt, now);

/** @throws AuthenticationRequiredError if the visitor hasn't authenticated recently */
export function requireRecentAuthentication(visit: TimedVisit): void {
  if (!hasRecentAuthentication(visit)) throw new AuthenticationRequiredError('password');
}
