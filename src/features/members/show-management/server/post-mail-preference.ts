import { mayUse, setPostNotifications } from '#features/society/accounts/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { ok } from '#platform/server/http/routes/call.ts';
import { canSendMail } from '#platform/server/mail/index.ts';
import { setPostMailPreference } from '../contract.ts';

export function registerPostMailPreferenceRoutes(
  { call, db }: Platform,
  { mailTransport: mail }: Pick<Services, 'mailTransport'>,
): void {
  call(setPostMailPreference, { access: mayUse('account_settings') }, async ({ body: { told }, visitor, now }) => {
    await write(db, (tx) => setPostNotifications(tx, visitor.id, told, now));
    const on = canSendMail(mail)
      ? 'We’ll email you about new posts in your shows.'
      : 'Saved. This site can’t send email yet, so none come until it can.';
    return ok(told ? on : 'You’ll get no more emails about posts.');
  });
}
