import { findUser } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { type AuditAction, recordAudit } from '#platform/server/audit/index.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { queueMail } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { composeSecondFactorChangedEmail, type SecondFactorChange } from './emails.ts';

const actions = {
  'codes on': 'second_factor.codes_enabled',
  'codes off': 'second_factor.codes_disabled',
  'recovery codes made': 'second_factor.recovery_codes_created',
  'recovery code used': 'second_factor.recovery_code_used',
  'passkey added': 'second_factor.passkey_added',
  'passkey removed': 'second_factor.passkey_removed',
  'taken off by an admin': 'second_factor.removed',
  'too many wrong codes': 'second_factor.codes_refused',
} as const satisfies Record<SecondFactorChange['what'], AuditAction>;

/**
 * Records a change to somebody's second factor in the audit log, and mails them. `id` makes the mail unique: it is made
 * outside the write, which may run twice.
 */
export async function notifyOwner(
  tx: DbTransaction,
  {
    id,
    userId,
    change,
    now,
    address,
    by,
  }: {
    id: string;
    userId: string;
    change: SecondFactorChange;
    now: Instant;
    address: string;
    /** The actor; the owner by default. */
    by?: { id: string; name: string };
  },
): Promise<void> {
  const user = await findUser(tx, userId);
  if (!user) return;
  const { siteName } = await readSettings(tx);
  const actor = by ?? { id: user.id, name: `${user.firstname} ${user.lastname}`.trim() };
  const detail = 'name' in change ? change.name : 'reason' in change ? change.reason : '';
  await recordAudit(tx, {
    id,
    at: now,
    actor,
    action: actions[change.what],
    subject: user.id,
    detail,
    address,
  });
  await queueMail(tx, {
    id,
    idempotencyKey: `second factor ${id}`,
    to: user.email,
    fromName: siteName,
    ...composeSecondFactorChangedEmail(change, { firstname: user.firstname, siteName }),
    at: now,
  });
}
