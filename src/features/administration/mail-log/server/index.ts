import { readInternalSetting, removeSetting, writeInternalSetting } from '#features/society/settings/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { composeEmail, type MailTransport } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/** The internal setting that holds the time of the last test email. */
const lastTestMailSetting = 'test mail left';

/** Returns true once a test email has been sent. */
export const hasSentTestMail = async (db: DbReader): Promise<boolean> =>
  (await readInternalSetting(db, lastTestMailSetting)) !== undefined;

export async function recordTestMail(tx: DbTransaction, now: Instant): Promise<void> {
  await removeSetting(tx, lastTestMailSetting);
  await writeInternalSetting(tx, lastTestMailSetting, now);
}

/** Composes a test email, which is sent without the queue: the admin waits for the server's response. */
export function composeTestMail({
  to,
  siteName,
  now,
}: {
  to: string;
  siteName: string;
  now: Instant;
}): Parameters<MailTransport['send']>[0] {
  const before = [`This is a test: emails from ${siteName} are reaching you.`];
  return {
    ...{ id: newId(), to, from_name: siteName, created_at: now, idempotency_key: '', reply_to: '' },
    ...{ secret_until: null, secret: '', kept: 0 as const, attached_kind: '', attached_id: '' },
    ...composeEmail({ subject: `Test email from ${siteName}`, before, siteName }),
  };
}
