import { endSession, mayUse, sessionCookie } from '#features/society/accounts/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { signOut } from '../contract.ts';
import { approvalCalls } from './approval.ts';
import { invitationCalls } from './invitations.ts';
import { reauthenticationCall } from './reauthentication.ts';
import { registrationCalls } from './registration.ts';
import { resetCalls } from './reset-password.ts';
import { type SignInDependencies, signInCall } from './sign-in.ts';

export function signInCalls(platform: Platform, parts: SignInDependencies): void {
  const { call } = platform;
  signInCall(platform, parts);
  reauthenticationCall(platform, parts);
  registrationCalls(platform, parts);
  invitationCalls(platform, parts);
  approvalCalls(platform, parts);
  resetCalls(platform, parts);

  call(signOut, { access: mayUse('logout'), byWhoever: true }, endOwnSession(platform));
}

const endOwnSession =
  ({ db }: Pick<Platform, 'db'>): CallHandler<typeof signOut> =>
  async ({ visitor, cookies }) => {
    await write(db, (tx) => endSession(tx, visitor.session));
    cookies.clear(sessionCookie);
    cookies.clearBrowserCache();
    return ok('You’re signed out.');
  };
