// Every screen that has an address, as listed in the domains' `routes.cases.ts`. Axe checks it at the width of a
// desktop screen, then its colours in dark mode. At the width of a phone, axe checks the rules about space, and the
// elements that only a phone shows. Text of twice the size is tried on the same page, because loading each page again
// would take longer than the check. States without an address (an open menu, a dialog, a refused form) are checked in
// the journeys that reach them.
import { narrow, wide } from '../../playwright.config.ts';
import { readRouteTable } from '../../tools/protocol/route-table.ts';
import { checkUrl, type DemoIds, loadRouteCases, type RouteCase } from '../support/routes/route-cases.ts';
import { expect, test } from '../support/screens/browser.ts';
import { listTruncatedSelections, measureOverflow } from '../support/screens/readability.ts';
import type { RunningSite } from '../support/site/site.ts';
import { bookFreeTickets } from '../support/society/audience.ts';
import { findDemoPerformance, loadSiteEncryption, signIn, withSiteData } from '../support/society/members.ts';

interface Ids extends DemoIds {
  users: Readonly<Record<'member' | 'admin', { id: string }>>;
}

interface Visit {
  /** The feature that the screen belongs to. */
  feature: string;
  as: 'visitor' | 'member' | 'admin';
  at: (ids: Ids) => string;
  /** The response status of the page. */
  status: number;
  /** The page types that the page may have. */
  types: readonly string[];
}

/** Returns the ids for the screens' URLs: most are of the demo society's items, the rest of items created here. */
const prepareIds = (site: RunningSite): Promise<Ids> =>
  withSiteData(site, async (a, db) => {
    const showCalled = (title: string) =>
      db.read
        .selectFrom('show')
        .select('id')
        .where('title', '=', title)
        .orderBy('date', 'desc')
        .executeTakeFirstOrThrow();
    const postCalled = (title: string) =>
      db.read.selectFrom('post').select('id').where('title', 'like', title).executeTakeFirstOrThrow();
    const userWith = (email: string) =>
      db.read.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    const person = await db.read
      .selectFrom('person')
      .select('id')
      .where('name', '=', 'Margaret Ashdown')
      .executeTakeFirstOrThrow();
    const file = await db.read
      .selectFrom('file')
      .select(['id', 'name'])
      .where('member_docs', '=', 'members')
      .executeTakeFirstOrThrow();
    const openFile = await db.read
      .selectFrom('file')
      .select(['id', 'name'])
      .where('member_docs', '=', 'public')
      .executeTakeFirstOrThrow();
    const blog = await db.read.selectFrom('blog_post').select('key').executeTakeFirstOrThrow();
    const next = (await showCalled('Blithe Spirit')).id;
    const performance = await db.read
      .selectFrom('performance')
      .select('id')
      .where('show_id', '=', next)
      .orderBy('starts_at')
      .executeTakeFirstOrThrow();
    const order = await db.read
      .selectFrom('ticket_order')
      .select('id')
      .where('status', '=', 'paid')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const receipt = await db.read
      .selectFrom('entry')
      .select('id')
      .where('about', '=', 'subscription')
      .where('kind', '=', 'charge')
      .where('environment', '=', 'practice')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const [encryption, now] = [await loadSiteEncryption(site, db), Date.now()];
    const linkToConfirm = (isConfirmed: boolean, until: number) =>
      bookFreeTickets(
        db,
        { show: next, performance: performance.id, isConfirmed },
        { encryption, now: new Date(now).toISOString(), until: new Date(until).toISOString() },
      );
    const someone = await a.user({ firstname: 'Tess', lastname: 'Lockhart', status: 'awaiting' });
    await a.correction({ show_id: (await showCalled('Nell Gwynn')).id });
    return {
      past: { ...(await showCalled('An Inspector Calls')), title: 'An Inspector Calls' },
      next,
      performance: performance.id,
      person: person.id,
      post: (await postCalled('Blithe Spirit: the rehearsal schedule')).id,
      openPost: (await postCalled('Four full houses%')).id,
      file: `${file.id}/${encodeURIComponent(file.name)}`,
      openFile: `${openFile.id}/${encodeURIComponent(openFile.name)}`,
      blog: blog.key,
      message: await a.message(),
      mail: await a.mail({
        status: 'failed',
        last_error: 'EENVELOPE 550',
        subject: 'Call sheet',
        to: 'oli@nowhere.example',
      }),
      someone: someone.id,
      order: order.id,
      receipt: receipt.id,
      confirmLinks: {
        waiting: await linkToConfirm(false, now + 30 * 60_000),
        confirmed: await linkToConfirm(true, now + 30 * 60_000),
        expired: await linkToConfirm(false, now - 60_000),
      },
      users: { member: await userWith('member@demo.example'), admin: await userWith('admin@demo.example') },
    };
  });

const routes = await readRouteTable();

/** Builds the visits that a route's line describes, as the first kind of user admitted by the route. */
const visitsOf = ({ feature, route, line }: { feature: string; route: string; line: RouteCase }): Visit[] => {
  const first = line.signedOut === 200 ? 'visitor' : line.member === 200 ? 'member' : 'admin';
  const path = route.replace(/^GET /, '');
  // A redirect has no screen
  const declared = routes.find((one) => one.method === 'GET' && one.path === path)?.types ?? [];
  const types = declared.filter((type) => type !== 'redirect');
  return (line.looks ?? []).map((look) => {
    const { as, to } = typeof look === 'object' ? look : ({ as: first, to: look } as const);
    const addressIn = (ids: Ids) => {
      const address = typeof to === 'function' ? to(ids) : to;
      return checkUrl(address.startsWith('/') ? address : path + address, { method: 'GET', path }, routes);
    };
    return { feature, as, at: addressIn, status: 200, types };
  });
};

const visits: readonly Visit[] = [
  ...(await loadRouteCases()).flatMap(visitsOf),
  // These are the screens of URLs that don't exist, at least for this visitor
  { feature: 'site', as: 'visitor', at: () => '/nowhere', status: 404, types: ['error'] },
  { feature: 'site', as: 'member', at: () => '/members/admin/manage_users', status: 403, types: ['error'] },
];

/** The smallest phone. */
const narrowest = { width: 320, height: 640 };

/** The browser's font size unless the visitor sets another one. */
const fontSize = 16;

let ids: Ids | undefined;

/** The number of visits per test. They share a browser that has cached the scripts. */
const visitsPerTest = 9;
for (const who of ['visitor', 'member', 'admin'] as const) {
  const seen = visits.filter(({ as }) => as === who);
  for (let first = 0; first < seen.length; first += visitsPerTest) {
    const some = seen.slice(first, first + visitsPerTest);
    const features = [...new Set(some.map(({ feature }) => feature))].join(', ');
    test(`every screen that ${who === 'admin' ? 'an' : 'a'} ${who} sees is accessible, and fits the window with text of twice the size: ${features}`, async ({
      page,
      context,
      open,
      readsWell,
      site,
    }) => {
      test.setTimeout(120_000);
      ids ??= await prepareIds(site);
      if (who !== 'visitor') await signIn(site, context, ids.users[who]);
      const devtools = await context.newCDPSession(page);
      for (const { at, status, types } of some) {
        const address = at(ids);
        await test.step(address, async () => {
          const json = new URL(address, site.url);
          json.searchParams.set('react', '');
          const answer = await page.request.get(json.href);
          expect.soft(answer.status(), `the status of ${address}`).toBe(status);
          expect.soft(types, `the page type of ${address}`).toContain((await answer.json()).type);
          // A fragment alone loads no new document, so the shifts of the visit before, when the font changed, would count
          if (address.includes('#')) await page.goto('about:blank');
          await open(address);
          expect
            .soft(await page.evaluate(sumLayoutShifts), `the layout shift of ${address}`)
            .toBeLessThan(maxLayoutShift);
          await readsWell({ narrow: 'all' });
          expect
            .soft(await page.evaluate(listThinZeros), 'texts in which the zero is thinner than other figures')
            .toEqual([]);
          // Visitors may set a larger font size in the browser, which also enlarges lengths in units such as `rem`
          await devtools.send('Page.setFontSizes', { fontSizes: { standard: 2 * fontSize } });
          for (const size of [wide, narrow, narrowest]) {
            await page.setViewportSize(size);
            expect
              .soft(await page.evaluate(listTruncatedSelections), `${address} cuts off values, ${size.width} px wide`)
              .toEqual([]);
            expect.soft(await measureOverflow(page), `${address} scrolls sideways, ${size.width} px wide`).toBe(0);
          }
          await devtools.send('Page.setFontSizes', { fontSizes: { standard: fontSize } });
          await page.setViewportSize(wide);
        });
      }
    });
  }
}

// The test is in this file, which runs before the journeys, because they schedule shows before the demo's next show
test('the front page says which performance is sold out, and links to its waiting list', async ({
  page,
  open,
  site,
}) => {
  const { id } = await findDemoPerformance(site, 2);
  await open('/');
  const nights = page.getByRole('region', { name: 'Tickets' }).getByRole('listitem');
  const some = /Available|Filling up|Last few/;
  await expect(nights).toHaveText([some, some, /Sold out/, some]);
  await expect(nights.nth(2).locator(`a[href="/tickets/waiting/${id}"]`)).toHaveCount(1);
});

// Every journey checks the console, but a violation that a library catches, such as refused evaluation of code, isn't
// reported there
test('the settings, users and account pages violate no rule of the content security policy', async ({
  page,
  context,
  open,
  site,
}) => {
  const refused: string[] = [];
  await page.exposeFunction('reportRefusal', (directive: string) => refused.push(directive));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      (window as unknown as { reportRefusal: (directive: string) => void }).reportRefusal(effectiveDirective);
    });
  });
  const admin = await withSiteData(site, (a) => a.user({ firstname: 'Ada', lastname: 'Former', role: 'admin' }));
  await signIn(site, context, admin);
  for (const path of ['/members/admin/admin_settings', '/members/admin/manage_users', '/members/account_settings']) {
    await open(path);
    await page.waitForLoadState('networkidle');
  }
  expect(refused).toEqual([]);
});

/** The highest value that Web Vitals calls good, measured while a page loads at the width of a desktop screen. */
const maxLayoutShift = 0.1;

/** Adds up how far the page's content has moved by itself since it was requested (cumulative layout shift). */
function sumLayoutShifts(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) sum += entry.value;
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    // Waits for the frame after next, because all buffered entries have been delivered by then
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
  });
}

/** Returns texts in the display face with tabular figures, in which the zero stays thin at every weight. */
function listThinZeros(): (string | null)[] {
  const hasFigures = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\d/.test(node.textContent ?? ''));
  return [...document.body.querySelectorAll('*')]
    .filter((element) => {
      const { fontFamily, fontVariantNumeric } = getComputedStyle(element);
      return /^"?Besley/.test(fontFamily) && fontVariantNumeric.includes('tabular') && hasFigures(element);
    })
    .map(({ textContent }) => textContent);
}

test.use({ expectedErrors: [/status of 40[34]/] });
