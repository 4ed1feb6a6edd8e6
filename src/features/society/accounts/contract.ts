import { z } from 'zod';
import { email, id, instant, personName, requiredSingleLine } from '#platform/shared/calls/schemas.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/** The response to a form that was posted without JavaScript; undefined if none was posted. */
export const postedFormResponse = z
  .object({ code: z.int(), msg: z.string(), fields: z.record(z.string(), z.string()).exactOptional() })
  .optional();

/** The result of a form posted without JavaScript: the typed values (without passwords) and the response. */
export const postedFormFields = { typed: z.record(z.string(), z.string()), answer: postedFormResponse };

/** A password to sign in with or to set. `findPasswordProblem` decides if a new password is acceptable. */
export const passwordField = (missing: string) =>
  z.string({ error: missing }).min(1, missing).max(1000, 'That’s longer than any password we accept.');

export const nameFields = {
  firstname: personName('Enter your first name.'),
  lastname: personName('Enter your last name.'),
};
/** A phone number as people write them: with spaces, brackets, hyphens, full stops, and an extension. */
export const phoneField = (missing: string) =>
  requiredSingleLine(missing, 40).pipe(
    z.string().regex(/^(?=.*\d)[+(\d][\d\s().-]*((x|ext\.?)\s*\d+)?$/i, 'Enter a phone number, such as 01632 960118.'),
  );

/** The token of a link in an email. */
export const linkTokenField = z.string().max(100).default('');

/** Builds the error of `field`, the second password field, which says that the two passwords differ. */
export const buildPasswordMismatchError = (field: string) => ({
  path: [field],
  message: 'The passwords don’t match. Type the same one twice.',
});

/** An account's new address, typed by its owner or an admin. */
export const ChangeEmailBody = z.object({ email: email('Enter the new email address.') });

/** The state of a single-use link sent by email. */
export const LinkState = z.enum(['open', 'expired', 'used', 'unknown']);
export type LinkState = z.infer<typeof LinkState>;

export const invalidInvitationMessage =
  'This invitation has been used or withdrawn, or has expired. Ask for a new one.';

/** Returns the state of a link at `now`. `row` is its row, undefined if there is none. */
export function resolveLinkState(
  row: { expires_at: Instant; used_at?: Instant | null } | undefined,
  now: Instant,
): LinkState {
  if (!row) return 'unknown';
  if (row.used_at) return 'used';
  return row.expires_at <= now ? 'expired' : 'open';
}

/** A session, as the owner of the account sees it. */
export const OwnSession = z.object({
  id: z.string(),
  /** "Firefox on Android". */
  device: z.string(),
  /** The network address from which the session was created; "" if addresses aren't stored. */
  address: z.string(),
  created_at: instant,
  last_used_at: instant,
  /** True for the session that makes the request. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** An entry of the audit log about a member, for that member or for an admin. */
export const MemberAuditEntry = z.object({
  id,
  /** "Saturday 21 November 2026 at 7.30pm" */
  when: z.string(),
  /**
   * The action as a sentence. For the member: "You changed your password", "Dee Moss viewed your emergency contact
   * (Hamlet)"; for an admin: "Dee Moss viewed a member’s emergency contact (Hamlet)".
   */
  what: z.string(),
  /**
   * The actor's network address; "" if addresses aren't stored. For the member, it is also "" if the actor is somebody
   * else.
   */
  address: z.string(),
});
export type MemberAuditEntry = z.infer<typeof MemberAuditEntry>;

/** The ways in which credits show a person's name after their account is erased. */
export const erasedNameStyles = ['printed', 'initials', 'member'] as const;
export type ErasedNameStyle = (typeof erasedNameStyles)[number];

/** Formats the name that remains: as printed, "R. C.", or "A member". */
export function formatErasedName(name: string, style: ErasedNameStyle): string {
  if (style === 'printed') return name;
  if (style === 'member') return 'A member';
  const initials = name
    .trim()
    .split(/\s+/u)
    .map((word) => [...word].find((letter) => /\p{L}/u.test(letter)))
    .filter((letter) => letter !== undefined)
    .map((letter) => `${letter.toLocaleUpperCase('en-GB')}.`);
  return initials.join(' ') || 'A member';
}

/** Returns true for a name that several erased people may have: initials only, or "A member". */
export const isAnonymousName = (name: string): boolean =>
  name === 'A member' || /^(?:(?:\p{L}\p{M}*){1,3}\.(?: |$))+$/u.test(name);

/** Normalises an email address for comparison. Nearly all mail servers ignore case. */
export const normaliseEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** Matches common addresses only: email to unusual addresses isn't sent automatically. */
export const emailPattern = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** Parses a comma-separated list of addresses. Skips duplicates and anything that isn't an address. */
export const parseEmailList = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((address) => address.trim())
      .filter((address) => emailPattern.test(address)),
  ),
];
