import { resolveReturnPath } from '#features/society/accounts/return-path.ts';
import {
  accountRateLimits,
  buildSessionRenewal,
  findUser,
  mayUse,
  type PasswordHashing,
  renewSession,
  setSessionCookie,
} from '#features/society/accounts/server/index.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { rateLimits } from '#platform/server/rate-limits/index.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { ensureRecentAuthentication } from '#platform/shared/calls/contract.ts';
import { type ReauthenticationContent, reauthenticate } from '../contract.ts';

/** Builds the page that asks for the password before a form or a download that requires recent authentication. */
export const buildReauthenticationPage = (
  { path }: Pick<PageRequest, 'path'>,
  answer?: CallResponse,
): ReauthenticationContent => ({
  type: 'password_again',
  title: 'Confirm your password',
  next: resolveReturnPath(path),
  ...(answer ? { answer } : {}),
});

interface ReauthenticationServices {
  passwords: PasswordHashing;
  isPublicDemo: boolean;
}

export function registerPasswordConfirmationCalls(registry: RouteRegistry, services: ReauthenticationServices): void {
  const { call } = registry;
  const context = { ...services, db: registry.db, refusals: registry.refusals };
  const form = {
    done: (typed: Readonly<Record<string, string>>) => resolveReturnPath(typed.next),
    again: (answer: CallResponse, typed: Readonly<Record<string, string>>) =>
      buildReauthenticationPage({ path: typed.next ?? '' }, answer),
  };
  // Allowed to everyone who is signed in, even if they have to set up a second factor first
  const options = { access: mayUse('logout'), form };
  // This call is made before a download that requires re-authentication, so that the dialog opens over the current page
  call(ensureRecentAuthentication, { access: mayUse('logout'), requiresReauthentication: true }, () =>
    ok('You’ve recently confirmed your password.'),
  );
  call(reauthenticate, options, checkPassword(context));
}

type Context = ReauthenticationServices & Pick<RouteRegistry, 'db' | 'refusals'>;

const checkPassword =
  ({ db, refusals, ...services }: Context): CallHandler<typeof reauthenticate> =>
  async ({ body, ...visit }) => {
    await refusals.countIfRefused('sign_in.refused', visit.client.notedAddress, (noteAccount) => {
      noteAccount(visit.visitor.id);
      return verifyVisitorPassword(db, services, { ...visit, ...body });
    });
    const renewed = buildSessionRenewal(visit.visitor.session, visit.now);
    await write(db, (tx) => renewSession(tx, renewed));
    setSessionCookie(visit.cookies, renewed);
    return ok('Thank you.');
  };

/**
 * Verifies the signed-in visitor's password, so that nobody can change credentials on an unattended device.
 * @throws HttpError 400 if the password is wrong, 429 after too many attempts
 */
export async function verifyVisitorPassword(
  db: Database,
  { passwords, isPublicDemo }: { passwords: PasswordHashing; isPublicDemo: boolean },
  { visitor, now, client, password }: Pick<PageRequest, 'visitor' | 'now' | 'client'> & { password: string },
): Promise<void> {
  // In a public demo, strangers share the accounts and must not lock each other out, so attempts are limited per
  // network
  const limits = isPublicDemo
    ? rateLimits.networkKeys(accountRateLimits.confirm, client.address)
    : [rateLimits.key(accountRateLimits.confirm, visitor.id)];
  await write(db, (tx) => rateLimits.consume(tx, limits, now));
  const user = await findUser(db.read, visitor.id);
  if (!(await passwords.fits(user?.password_hash ?? '', password))) {
    refuse(400, 'That isn’t your password. Nothing was changed.', { password: 'That isn’t your password.' });
  }
  await write(db, (tx) => rateLimits.restore(tx, limits));
}
