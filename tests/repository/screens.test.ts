import { expect } from 'vitest';
import type { PageType } from '#platform/shared/pages.ts';
import { loadPageSchemas } from '../../tools/protocol/protocol.ts';
import { loadRouteCases } from '../support/routes/route-cases.ts';
import { onEachSite } from '../support/site/app.ts';

/** The page types that no `routes.cases.ts` lists for axe, each with the reason. */
const elsewhere: Partial<Record<PageType, string>> = {
  error: 'tests/e2e/all-screens.spec.ts checks it at an unknown address, and where access is refused',
  redirect: 'it shows nothing',
  logout: 'only a link from another site leads there: see tests/e2e/find-the-notices.spec.ts',
  password_again:
    'only without a script, on a page that requires re-authentication: see the tests of re-authentication',
  shop: 'tests/e2e/all-screens.spec.ts checks it at /tickets, which may also show another type',
  booked: 'only an order’s link opens it: see tests/e2e/buy-two-tickets-on-a-phone.spec.ts',
  waiting_party: 'only a party’s link opens it: see tests/e2e/join-a-waiting-list.spec.ts',
  tickets: 'only while none are on sale, and as plain a page as a notice',
};

onEachSite(
  'every type of page is tested in a browser, or is listed with the reason why not',
  async ({ app }) => {
    const lines = new Map((await loadRouteCases()).map(({ route, line }) => [route, line]));
    const seen = app.routes.flatMap(({ method, path, types = [] }) => {
      const screens = types.filter((type) => type !== 'redirect');
      // This test can't tell which of a route's several screens axe has checked
      return screens.length === 1 && lines.get(`${method} ${path}`)?.looks?.length ? screens : [];
    });
    // A passkey's schema has a `type` too, but isn't a page
    const all = [...(await loadPageSchemas()).keys()].filter((type) => type !== 'public-key');
    expect([...new Set<string>([...seen, ...Object.keys(elsewhere)])].sort()).toEqual(all.sort());
    expect(seen.filter((type) => type in elsewhere)).toEqual([]);
  },
  ['sqlite'],
);
