import { findUser } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { type AuditAction, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { CallRequest } from '#platform/server/http/routes/call.ts';
import { composeEmail, queueEmail } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/**
 * An event of an account's second factor: a change, a used recovery code, or too many wrong codes. The owner is emailed
 * about it, and can so notice what somebody else has done.
 */
type SecondFactorEvent =
  | { what: 'codes on' | 'codes off' | 'recovery codes made' | 'too many wrong codes' }
  | { what: 'recovery code used'; left: number }
  | { what: 'passkey added' | 'passkey removed'; name: string }
  | { what: 'removed by an admin'; by: string; reason: string };

const adviceToOwner =
  'If that was you, you don’t need to do anything. If it wasn’t, change your password straight away and tell an admin.';

/** The audit log's action for each kind of event. */
const actions = {
  'codes on': 'second_factor.codes_enabled',
  'codes off': 'second_factor.codes_disabled',
  'recovery codes made': 'second_factor.recovery_codes_created',
  'recovery code used': 'second_factor.recovery_code_used',
  'passkey added': 'second_factor.passkey_added',
  'passkey removed': 'second_factor.passkey_removed',
  'removed by an admin': 'second_factor.removed',
  'too many wrong codes': 'second_factor.codes_refused',
} as const satisfies Record<SecondFactorEvent['what'], AuditAction>;

/** Returns the subject and the paragraphs of the email about an event. */
function describeChange(change: SecondFactorEvent): [subject: string, ...paragraphs: string[]] {
  switch (change.what) {
    case 'codes on':
      return [
        'Sign-in codes are on',
        'From now on you’ll need a code from your app when you sign in with your password.',
        adviceToOwner,
      ];
    case 'codes off':
      return ['Sign-in codes are off', 'You no longer need a code from an app to sign in.', adviceToOwner];
    case 'recovery codes made':
      return [
        'New recovery codes',
        'New recovery codes were made for your account. The old ones no longer work.',
        adviceToOwner,
      ];
    case 'recovery code used':
      return [
        'A recovery code was used',
        `A recovery code was used for your account, to sign in or to change how you sign in. ${formatCodesLeft(change.left)}.`,
        adviceToOwner,
      ];
    case 'passkey added':
      return [
        'A passkey was added',
        `The passkey “${change.name}” can now be used to sign in to your account.`,
        adviceToOwner,
      ];
    case 'passkey removed':
      return [
        'A passkey was removed',
        `The passkey “${change.name}” can no longer be used to sign in to your account.`,
        adviceToOwner,
      ];
    case 'removed by an admin':
      return [
        'Your second factor has been removed',
        `${change.by} has removed the second factor from your account, for this reason: ${change.reason}`,
        'You can now sign in with your password alone. Set up a new second factor in your account settings.',
        'If you didn’t ask for this, change your password straight away and tell the committee.',
      ];
    case 'too many wrong codes':
      return [
        'Wrong sign-in codes',
        'Someone who knows your password, or uses a device on which you’re signed in, has entered many wrong codes. App codes are blocked for now; a passkey or a recovery code still works.',
        adviceToOwner,
      ];
  }
}

const formatCodesLeft = (left: number) =>
  left === 1 ? 'You have one recovery code left' : `You have ${left === 0 ? 'no' : left} recovery codes left`;

interface ChangeNotice {
  /** The id of the audit entry and of the email. It is created outside the transaction, which may run twice. */
  id: string;
  userId: string;
  change: SecondFactorEvent;
  now: Instant;
  address: string;
  /** The person who made the change; by default the owner. */
  by?: { id: string; name: string };
}

/**
 * Creates a function that records an event of this request, with the owner as its actor, and emails the owner about it.
 * Call `createSecondFactorEventNotifier` outside the transaction, which may run twice, and the returned function inside
 * it.
 */
export function createSecondFactorEventNotifier(userId: string, { now, client }: Pick<CallRequest, 'now' | 'client'>) {
  const notice = { id: newId(), userId, now, address: client.notedAddress };
  return (tx: DbTransaction, change: SecondFactorEvent) => recordAndEmailSecondFactorEvent(tx, { ...notice, change });
}

/**
 * Records an event of a second factor in the audit log, and emails the owner. Does nothing if there is no such user.
 */
export async function recordAndEmailSecondFactorEvent(
  tx: DbTransaction,
  { id, userId, change, now, address, by }: ChangeNotice,
): Promise<void> {
  const user = await findUser(tx, userId);
  if (!user) return;
  const { firstname, email } = user;
  const { siteName } = await readSettings(tx);
  const actor = by ?? { id: user.id, name: `${firstname} ${user.lastname}`.trim() };
  const detail = 'name' in change ? change.name : 'reason' in change ? change.reason : '';
  const action = actions[change.what];
  await recordAudit(tx, { id, at: now, actor, action, subject: user.id, detail, address });
  const [subject, ...before] = describeChange(change);
  await queueEmail(tx, {
    ...{ id, idempotencyKey: `second factor ${id}`, to: email, fromName: siteName, at: now },
    ...composeEmail({ subject, firstname, before, siteName }),
  });
}
