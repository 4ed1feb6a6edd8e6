import { endSession, mayUse, sessionCookie } from '#features/society/accounts/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { signOut } from '../contract.ts';
import { registerApprovalCalls } from './approval.ts';
import { registerInvitationCalls } from './invitations.ts';
import { registerPasswordConfirmation } from './reauthentication.ts';
import { registerRegistrationCalls } from './registration.ts';
import { registerPasswordResetCalls } from './reset-password.ts';
import { registerSignInCall, type SignInDependencies } from './sign-in.ts';

export function registerSignInCalls(platform: Platform, services: SignInDependencies): void {
  const { call } = platform;
  registerSignInCall(platform, services);
  registerPasswordConfirmation(platform, services);
  registerRegistrationCalls(platform, services);
  registerInvitationCalls(platform, services);
  registerApprovalCalls(platform, services);
  registerPasswordResetCalls(platform, services);
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
