import { findUser } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { recordAudit } from '#platform/server/audit/index.ts';
import type { Writing } from '#platform/server/database/index.ts';
import { queueMail } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { composeSecondFactorChangedEmail, type SecondFactorChange } from './emails.ts';

/**
 * Records a change to somebody's second factor in the audit log, and mails them. `id` makes the mail unique: it is made
 * outside the write, which may run twice.
 */
export async function notifyOwner(
  tx: Writing,
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
    action: `second factor: ${change.what}`,
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
