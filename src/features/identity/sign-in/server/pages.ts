import { portalHomePath } from '#features/society/accounts/return-path.ts';
import { endSession, mayUse, sessionCookie } from '#features/society/accounts/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/access.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { RedirectContent } from '#platform/shared/pages.ts';
import { type Login, type Logout, signOut } from '../contract.ts';
import { buildLoginPage } from './login-page.ts';

export const redirectTo = (url: string, reloadSiteData = false): RedirectContent => ({
  type: 'redirect',
  url,
  text: 'Taking you there…',
  time: 0,
  ...(reloadSiteData ? { reloadSiteData } : {}),
});

export function registerSignInPages(platform: Platform): void {
  const { page, call } = platform;
  const context = { db: platform.db };
  // Not cached: a visitor with a pending session counts as anonymous, but sees the second step
  page('/members', { type: ['login', 'redirect'], access: everyone, keep: false }, openLogin);
  // A link or picture on another site must not sign anyone out. A request from another site therefore gets a page with
  // a button
  page('/members/logout', { type: ['redirect', 'logout'], access: mayUse('logout') }, openLogout(context));
  call(signOut, { access: mayUse('logout'), byAnyUser: true }, handleSignOut(context));
}

type Context = Pick<Platform, 'db'>;

async function endOwnSession({ db }: Context, { visitor, cookies }: Pick<PageRequest, 'visitor' | 'cookies'>) {
  await write(db, (tx) => endSession(tx, visitor.session));
  cookies.clear(sessionCookie);
  cookies.clearBrowserCache();
}

const openLogin = async (visit: PageRequest): Promise<Login | RedirectContent> =>
  visit.visitor.signedIn ? redirectTo(portalHomePath) : buildLoginPage(visit);

const openLogout =
  (context: Context) =>
  async (visit: PageRequest): Promise<Logout | RedirectContent> => {
    if (!visit.client.isFirstParty) return { type: 'logout', title: 'Sign out' };
    await endOwnSession(context, visit);
    return redirectTo('/members', true);
  };

const handleSignOut =
  (context: Context): CallHandler<typeof signOut> =>
  async (request) => {
    await endOwnSession(context, request);
    return ok('You’re signed out.');
  };
