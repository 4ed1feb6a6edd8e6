import { findSecondStep } from '#features/identity/second-factor/server/index.ts';
import { listPublicDocEntries } from '#features/publishing/files/server/index.ts';
import { portalHomePath, resolveReturnPath } from '#features/society/accounts/return-path.ts';
import { endSession, hasAdmin, mayUse, sessionCookie } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { RedirectContent } from '#platform/shared/pages.ts';
import { type LoginContent, type LogoutContent, signOut } from '../contract.ts';

export const buildRedirect = (url: string, reloadSiteData = false): RedirectContent => ({
  type: 'redirect',
  url,
  text: 'Taking you there…',
  time: 0,
  ...(reloadSiteData ? { reloadSiteData } : {}),
});

export function registerSignInPages(registry: RouteRegistry): void {
  const { page, call } = registry;
  const context = { db: registry.db };
  // Not cached: a visitor with a pending session counts as anonymous, but sees the second step
  page('/members', { type: ['login', 'redirect'], access: everyone, isCacheable: false }, openLogin);
  // A link or picture on another site must not sign anyone out. A request from another site therefore gets a page with
  // a button
  page('/members/logout', { type: ['redirect', 'logout'], access: mayUse('logout') }, openLogout(context));
  call(signOut, { access: mayUse('logout'), byAnyUser: true }, handleSignOut(context));
}

type Context = Pick<RouteRegistry, 'db'>;

async function endOwnSession({ db }: Context, { visitor, cookies }: Pick<PageRequest, 'visitor' | 'cookies'>) {
  await write(db, (tx) => endSession(tx, visitor.session));
  cookies.clear(sessionCookie);
  cookies.clearBrowserCache();
}

const openLogin = async (visit: PageRequest): Promise<LoginContent | RedirectContent> =>
  visit.visitor.signedIn ? buildRedirect(portalHomePath) : buildLoginPage(visit);

const openLogout =
  (context: Context) =>
  async (visit: PageRequest): Promise<LogoutContent | RedirectContent> => {
    if (!visit.client.isFirstParty) return { type: 'logout', title: 'Sign out' };
    await endOwnSession(context, visit);
    return buildRedirect('/members', true);
  };

const handleSignOut =
  (context: Context): CallHandler<typeof signOut> =>
  async (request) => {
    await endOwnSession(context, request);
    return ok('You’re signed out.');
  };

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

async function buildPage(
  visit: Pick<PageRequest, 'db' | 'path'>,
  changes: Partial<LoginContent>,
): Promise<LoginContent> {
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

/** Builds the sign-in page after a refused form, with the response and the typed values. */
export const buildFailedLoginPage = (
  answer: CallResponse,
  typed: Readonly<Record<string, string>>,
  visit: PageRequest,
): Promise<LoginContent> =>
  buildPage(visit, { answer, typed: omitPasswords(typed), next: resolveReturnPath(typed.next) });

/** Builds the sign-in page, or the second step for a visitor with a pending session. */
export async function buildLoginPage(visit: PageRequest): Promise<LoginContent> {
  const second_step = await findSecondStep(visit);
  return buildPage(visit, second_step ? { second_step } : {});
}

/** Builds the page after a refused registration, with the registration form open. */
export const buildFailedRegistrationPage = (
  answer: CallResponse,
  typed: Readonly<Record<string, string>>,
  visit: PageRequest,
): Promise<LoginContent> =>
  buildPage(visit, { answer, typed: omitPasswords(typed), tab: 'register', next: resolveReturnPath(undefined) });
