import { findSecondStep, hasSecondFactor } from '#features/identity/second-factor/server/index.ts';
import { listPublicDocEntries } from '#features/publishing/files/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/contract.ts';
import { portalHomePath, resolveReturnPath } from '#features/society/accounts/return-path.ts';
import {
  accountRateLimits,
  buildSignedInResponse,
  cancelErasure,
  endSession,
  findKnownDeviceTokenHash,
  findSignInStatus,
  findUser,
  findUserByEmail,
  hasAdmin,
  isErasurePending,
  mayUse,
  type PasswordHashing,
  type PasswordOrigin,
  sessionCookie,
  setPasswordHash,
  signInUser,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { isLoopbackHost } from '#platform/server/http/request/request-limits.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { canSendMail } from '#platform/server/mail/index.ts';
import { type RateLimitKey, rateLimits } from '#platform/server/rate-limits/index.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { RedirectContent } from '#platform/shared/pages.ts';
import * as contract from '../contract.ts';

export interface SignInServices extends Pick<Services, 'all' | 'isPublicDemo' | 'mailTransport'> {
  passwords: PasswordHashing;
}

/** Registers the sign-in page, the call that signs in, and the page and the call that sign out. */
export function registerSignInRoutes(registry: RouteRegistry, services: SignInServices): void {
  const { page, call } = registry;
  const context = { ...services, db: registry.db, refusals: registry.refusals };
  // Not cached: a visitor with a pending session counts as anonymous, but sees the second step
  page('/members', { type: ['login', 'redirect'], access: everyone, isCacheable: false }, openLogin);
  const form = {
    done: (typed: Readonly<Record<string, string>>) => resolveReturnPath(typed.next),
    again: buildFailedLoginPage,
  };
  call(contract.signIn, { access: everyone, form }, checkCredentials(context));
  // A link or picture on another site must not sign anyone out. A request from another site therefore gets a page with
  // a button
  page('/members/logout', { type: ['redirect', 'logout'], access: mayUse('logout') }, openLogout(context));
  call(contract.signOut, { access: mayUse('logout'), byAnyUser: true }, handleSignOut(context));
}

type Context = SignInServices & Pick<RouteRegistry, 'db' | 'refusals'>;

const openLogin = async (visit: PageRequest): Promise<contract.LoginContent | RedirectContent> =>
  visit.visitor.signedIn ? buildRedirect(portalHomePath) : buildLoginPage(visit);

const passwordFields = new Set([
  'password',
  'confirm_password',
  'old_password',
  'new_password',
  'confirm_new_password',
]);

/** Removes passwords from the typed values, which are shown again. */
export const omitPasswords = (typed: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => !passwordFields.has(name)));

async function buildLoginContent(
  visit: Pick<PageRequest, 'db' | 'path'>,
  changes: Partial<contract.LoginContent>,
): Promise<contract.LoginContent> {
  const { registration } = await readSettings(visit.db);
  return {
    type: 'login',
    title: 'Members',
    files: await listPublicDocEntries(visit.db),
    next: resolveReturnPath(visit.path),
    registration,
    awaits_first_admin: !(await hasAdmin(visit.db)),
    tab: 'login',
    typed: {},
    ...changes,
  };
}

/** Builds the sign-in page, or the second step for a visitor with a pending session. */
export async function buildLoginPage(visit: PageRequest): Promise<contract.LoginContent> {
  const second_step = await findSecondStep(visit);
  return buildLoginContent(visit, second_step ? { second_step } : {});
}

/** Builds the sign-in page after a refused form, with the response and the typed values. */
const buildFailedLoginPage = (
  answer: CallResponse,
  typed: Readonly<Record<string, string>>,
  visit: PageRequest,
): Promise<contract.LoginContent> =>
  buildLoginContent(visit, { answer, typed: omitPasswords(typed), next: resolveReturnPath(typed.next) });

/** Builds the page after a refused registration, with the registration form open. */
export const buildFailedRegistrationPage = (
  answer: CallResponse,
  typed: Readonly<Record<string, string>>,
  visit: PageRequest,
): Promise<contract.LoginContent> =>
  buildLoginContent(visit, {
    answer,
    typed: omitPasswords(typed),
    tab: 'register',
    next: resolveReturnPath(undefined),
  });

const mismatchMessage = 'That email address and password don’t match. Check both and try again.';
/**
 * The response isn't a 200, so that clients don't proceed. It isn't an HttpError either: that would count as a refused
 * sign-in, and without JavaScript the form would appear again instead of the second step.
 */
const secondFactorPending = {
  code: 401,
  msg: 'That password is correct. One more step: confirm it’s you.',
  second_factor: true,
} as const;

interface SignInAttempt {
  email: string;
  userId: Id | undefined;
  visit: Pick<PageRequest, 'cookies' | 'client'>;
  isPublicDemo: boolean;
}

/**
 * Finds the rate limits against which an attempt counts: those of this browser if the member has signed in or set a
 * password with it before, otherwise those of the network and the account.
 */
async function findAttemptLimits(
  db: DbReader,
  { email, userId, visit, isPublicDemo }: SignInAttempt,
): Promise<{ limits: RateLimitKey[]; origin: PasswordOrigin }> {
  const device = userId && (await findKnownDeviceTokenHash(db, visit.cookies, userId));
  if (device) return { limits: [rateLimits.key(accountRateLimits.device, device)], origin: 'known' };
  const { address } = visit.client;
  // Behind a proxy that doesn't forward client addresses, everybody would share one limit
  const network = isLoopbackHost(address) ? [] : rateLimits.networkKeys(accountRateLimits.address, address);
  // Strangers share the accounts of a public demo, and must not lock each other out
  const account = isPublicDemo ? [] : [rateLimits.key(accountRateLimits.account, normaliseEmail(email))];
  return { limits: [...network, ...account], origin: 'stranger' };
}

const checkCredentials =
  (context: Context): CallHandler<typeof contract.signIn> =>
  (request) =>
    context.refusals.countIfRefused('sign_in.refused', request.client.notedAddress, (noteAccount) =>
      signIn(context, request, noteAccount),
    );

async function signIn(
  { mailTransport: mail, db, isPublicDemo, passwords }: Context,
  { body, ...visit }: CallRequest<contract.SignInForm>,
  noteAccount: (account: Id) => void,
) {
  const alternative = canSendMail(mail) ? 'or set a new password by email' : undefined;
  const user = await findUserByEmail(db.read, body.email);
  if (user) noteAccount(user.id);
  const { limits, origin } = await findAttemptLimits(db.read, {
    email: body.email,
    userId: user?.id,
    visit,
    isPublicDemo,
  });
  await write(db, (tx) => rateLimits.consume(tx, limits, visit.now, alternative));
  const fits = await passwords.fits(user?.password_hash ?? '', body.password, origin);
  if (!user || !fits) return refuse(401, mismatchMessage);
  const status = await findSignInStatus(db.read, user);
  // The status is revealed only with the correct password
  if (status === 'shut') {
    const erasure = (await isErasurePending(db.read, user.id)) ? ' and will be erased on the date we gave you' : '';
    refuse(
      403,
      `Your password is correct, but this account is disabled${erasure}. Contact us if you think this is a mistake.`,
    );
  }
  if (status === 'awaiting') {
    refuse(
      403,
      canSendMail(mail)
        ? 'Your address is confirmed, but your account still needs our approval. We’ll email you when it’s ready.'
        : 'Your address is confirmed, but your account still needs our approval. This site can’t send email, so try again from time to time.',
    );
  }
  const newHash = passwords.needsRehash(user.password_hash) ? await passwords.hash(body.password) : undefined;
  const owner = { userId: user.id, name: `${user.firstname} ${user.lastname}`, now: visit.now, auditId: newId() };
  const needsSecondFactor = await hasSecondFactor(db.read, user.id);
  await signInUser(db, {
    user,
    visit,
    stage: needsSecondFactor ? 'second_factor' : 'full',
    before: async (tx) => {
      // The owner may have changed the password and ended all sessions in the meantime
      const current = await findUser(tx, user.id);
      if (current?.password_hash !== user.password_hash || current.status !== user.status) refuse(401, mismatchMessage);
      if (!needsSecondFactor && (await hasSecondFactor(tx, user.id))) refuse(401, mismatchMessage);
      await rateLimits.restore(tx, limits);
      // With a second factor, the second step cancels the erasure
      if (status === 'returning' && !needsSecondFactor && !(await cancelErasure(tx, owner)))
        refuse(401, mismatchMessage);
      if (newHash) await setPasswordHash(tx, { id: user.id, hash: newHash, from: user.password_hash });
    },
  });
  if (needsSecondFactor) return secondFactorPending;
  return buildSignedInResponse({ kept: status === 'returning' });
}

async function endOwnSession(
  { db }: Pick<Context, 'db'>,
  { visitor, cookies }: Pick<PageRequest, 'visitor' | 'cookies'>,
) {
  await write(db, (tx) => endSession(tx, visitor.session));
  cookies.clear(sessionCookie);
  cookies.clearBrowserCache();
}

const openLogout =
  (context: Context) =>
  async (visit: PageRequest): Promise<contract.LogoutContent | RedirectContent> => {
    if (!visit.client.isFirstParty) return { type: 'logout', title: 'Sign out' };
    await endOwnSession(context, visit);
    return buildRedirect('/members', true);
  };

const handleSignOut =
  (context: Context): CallHandler<typeof contract.signOut> =>
  async (request) => {
    await endOwnSession(context, request);
    return ok('You’re signed out.');
  };

export const buildRedirect = (url: string, reloadSiteData = false): RedirectContent => ({
  type: 'redirect',
  url,
  text: 'Taking you there…',
  time: 0,
  ...(reloadSiteData ? { reloadSiteData } : {}),
});
