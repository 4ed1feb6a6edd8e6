import { findUser } from '#features/society/accounts/server/index.ts';
import { isActiveAccount } from '#features/society/accounts/sign-in-status.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { deterministicId } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { type EmailContent, queueMail } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { SubscriptionTable } from './tables.ts';

/** The common content of all emails about a subscription. */
export interface OwnerEmailContext {
  firstname: string;
  siteName: string;
  /** The plan's name. */
  plan: string;
  /** The person it is for; "" for the member who pays. */
  name: string;
}

/**
 * Emails the member who pays for a subscription, once under each key, in the transaction of the change. Returns false
 * if their account isn't enabled: no email is sent.
 */
export async function emailOwner(
  tx: DbTransaction,
  { user_id, name }: Pick<SubscriptionTable, 'user_id' | 'name'>,
  { plan, key, at }: { plan: string; key: string; at: Instant },
  write: (told: OwnerEmailContext & { timeZone: string }) => EmailContent,
): Promise<boolean> {
  const user = await findUser(tx, user_id);
  if (!user || !isActiveAccount(user)) return false;
  const { siteName, timeZone } = await readSettings(tx);
  const { firstname, email } = user;
  const mail = write({ firstname, siteName, timeZone, plan, name });
  const idempotencyKey = `subscription ${key}`;
  await queueMail(tx, {
    ...mail,
    id: deterministicId(idempotencyKey),
    idempotencyKey,
    to: email,
    fromName: siteName,
    at,
  });
  return true;
}
