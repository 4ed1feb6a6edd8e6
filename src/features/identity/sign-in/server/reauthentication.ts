import { resolveReturnPath } from '#features/society/accounts/return-path.ts';
import {
  mayUse,
  newSessionRenewal,
  type PasswordHashing,
  renewSession,
  setSessionCookie,
} from '#features/society/accounts/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { ensureRecentAuthentication } from '#platform/shared/calls/contract.ts';
import { type ReauthenticationPrompt, reauthenticate } from '../contract.ts';
import { confirmPassword } from './confirm-password.ts';

/** Replaces a page that needs a recently given password. */
export const buildReauthenticationPage = (
  { path }: Pick<PageRequest, 'path'>,
  answer?: CallResponse,
): ReauthenticationPrompt => ({
  type: 'password_again',
  title: 'Confirm your password',
  next: resolveReturnPath(path),
  ...(answer ? { answer } : {}),
});

interface Needed {
  passwords: PasswordHashing;
  isPublicDemo: boolean;
}

export function reauthenticationCall(platform: Platform, services: Needed): void {
  const { call } = platform;
  const context = { ...services, db: platform.db, refusals: platform.refusals };
  const form = {
    done: (typed: Readonly<Record<string, string>>) => resolveReturnPath(typed.next),
    again: (answer: CallResponse, typed: Readonly<Record<string, string>>) =>
      buildReauthenticationPage({ path: typed.next ?? '' }, answer),
  };
  // Open to everyone who is signed in, even while they still have to set up a second factor
  const options = { access: mayUse('logout'), form };
  // For links to pages that require re-authentication: called first, so the dialog opens on the page with the link
  call(ensureRecentAuthentication, { access: mayUse('logout'), grave: true }, () =>
    ok('You’ve recently confirmed your password.'),
  );
  call(reauthenticate, options, checkPassword(context));
}

type Context = Needed & Pick<Platform, 'db' | 'refusals'>;

const checkPassword =
  ({ db, refusals, ...services }: Context): CallHandler<typeof reauthenticate> =>
  async ({ body, ...visit }) => {
    await refusals.countIfRefused('sign_in.refused', visit.client.notedAddress, (tried) => {
      tried(visit.visitor.id);
      return confirmPassword(db, services, { ...visit, ...body });
    });
    const renewed = newSessionRenewal(visit.visitor.session, visit.now);
    await write(db, (tx) => renewSession(tx, renewed));
    setSessionCookie(visit.cookies, renewed);
    return ok('Thank you.');
  };
