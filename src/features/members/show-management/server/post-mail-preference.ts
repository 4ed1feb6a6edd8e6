import { mayUse, setPostNotifications } from '#features/society/accounts/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { canSendMail } from '#platform/server/mail/index.ts';
import { setPostMailPreference } from '../contract.ts';

type Needed = Pick<Services, 'mailTransport'>;

export function registerPostMailPreferenceRoutes(platform: Platform, services: Needed): void {
  const { call } = platform;
  const context = { ...services, db: platform.db };
  call(setPostMailPreference, { access: mayUse('account_settings') }, savePreference(context));
}

type Context = Needed & Pick<Platform, 'db'>;

const savePreference =
  ({ db, mailTransport: mail }: Context): CallHandler<typeof setPostMailPreference> =>
  async ({ body: { told }, visitor, now }) => {
    await write(db, (tx) => setPostNotifications(tx, visitor.id, told, now));
    const on = canSendMail(mail)
      ? 'We’ll email you about new posts in your shows.'
      : 'Saved. This site can’t send email yet, so none come until it can.';
    return ok(told ? on : 'You’ll get no more emails about posts.');
  };
