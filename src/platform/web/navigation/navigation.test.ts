import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Page, SiteData } from '#platform/shared/pages.ts';
import { Navigation } from './navigation.ts';
import type { AnyScreen } from './screen-types.ts';

const origin = 'https://lanternside.example';
/** Returns the part of the site data that the navigation uses. */
const siteOf = (id: string, name = 'Lanternside Players') => ({ site_name: name, current_user: { id } }) as SiteData;
const screen: AnyScreen = { default: () => null, head: () => ({ title: '', description: '' }) };
const tickets = (title: string): Page => ({ type: 'tickets', title, performances: [], message: '' });
const redirect = (url: string, more = {}): Page => ({ type: 'redirect', url, text: '', time: 0, ...more });

/**
 * Imitates a browser whose history works like a real one, and a server whose responses arrive when the test decides.
 */
function openBrowser({ at = '/', by = '' } = {}) {
  const entries: { state: unknown; url: string }[] = [{ state: null, url: origin + at }];
  let index = 0;
  const requests: {
    url: string;
    signal: AbortSignal | null | undefined;
    answer: (response: Response) => void;
    lose: () => void;
  }[] = [];
  let signedOut = 0;
  const left: string[] = [];
  const missing = new Set<string>();
  const url = new URL(at, origin);
  const navigation = new Navigation(
    { page: tickets('first'), screen, site: siteOf(by), path: url.pathname, query: url.search.slice(1) },
    null,
    {
      fetch: (input, init) =>
        new Promise((answer, reject) => {
          const lose = () => reject(new TypeError('Failed to fetch'));
          init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
          requests.push({ url: String(input).replace(origin, ''), signal: init?.signal, answer, lose });
        }),
      loadScreen: async ({ type }) => {
        if (missing.has(type)) throw new TypeError('Failed to fetch dynamically imported module');
        return screen;
      },
      history: {
        pushState: (state, _unused, to) => {
          entries.splice(index + 1, Number.POSITIVE_INFINITY, { state, url: new URL(String(to), origin).href });
          index += 1;
        },
        replaceState: (state, _unused, to) => {
          entries[index] = { state, url: to ? new URL(String(to), origin).href : (entries[index]?.url ?? origin) };
        },
      },
      here: () => new URL(entries[index]?.url ?? origin),
      leave: (to) => left.push(to.href),
      visitorOf: ({ current_user }) => current_user.id,
      saveScrollPosition: () => {},
      onSignedOut: () => {
        signedOut += 1;
      },
    },
  );
  const json = (page: unknown, status = 200) =>
    new Response(JSON.stringify(page), { status, headers: { 'content-type': 'application/json; charset=utf-8' } });
  const settled = () => vi.advanceTimersByTimeAsync(0);
  return {
    navigation,
    requests,
    left,
    missing,
    entries,
    address: () => (entries[index]?.url ?? '').replace(origin, ''),
    title: () => {
      const { page } = navigation.snapshot().view;
      return 'title' in page ? page.title : page.type;
    },
    failure: () => navigation.snapshot().failure,
    signedOut: () => signedOut,
    async answer(which: number, page: unknown, status?: number) {
      requests[which]?.answer(json(page, status));
      await settled();
    },
    async respond(which: number, response: Response) {
      requests[which]?.answer(response);
      await settled();
    },
    async lose(which: number) {
      requests[which]?.lose();
      await settled();
    },
    async move(steps: number) {
      index += steps;
      navigation.handlePopState(entries[index]?.state);
      await settled();
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('following a link shows the new page and its URL', () => {
  test('the URL changes together with the page, never before it', async () => {
    const h = openBrowser();
    void h.navigation.navigate('/tickets?for=blithe');
    expect(h.requests[0]?.url).toBe('/tickets?for=blithe&react');
    expect(h.address()).toBe('/');
    await h.answer(0, tickets('Tickets'));
    expect([h.address(), h.title()]).toEqual(['/tickets?for=blithe', 'Tickets']);
    expect(h.navigation.snapshot().view).toMatchObject({ path: '/tickets', query: 'for=blithe' });
  });

  test('an older response that arrives late never replaces a newer page', async () => {
    const h = openBrowser();
    void h.navigation.navigate('/slow');
    void h.navigation.navigate('/quick');
    await h.answer(1, tickets('quick'));
    await h.answer(0, tickets('slow'));
    expect([h.address(), h.title(), h.entries.length]).toEqual(['/quick', 'quick', 2]);
    expect(h.requests[0]?.signal?.aborted).toBe(true);
  });

  test('a link to the current page creates no history entry', async () => {
    const h = openBrowser({ at: '/tickets' });
    void h.navigation.navigate('/tickets');
    await h.answer(0, tickets('again'));
    expect([h.title(), h.entries.length]).toEqual(['again', 1]);
  });

  test('a “not found” page is shown at the requested URL', async () => {
    const h = openBrowser();
    void h.navigation.navigate('/nothing');
    await h.answer(0, { type: 'error', code: 404, title: '404 Not Found', message: 'No such page.', content: '' }, 404);
    expect([h.address(), h.title(), h.failure()]).toEqual(['/nothing', '404 Not Found', null]);
  });

  test('loading is announced only after 300 ms', async () => {
    const h = openBrowser();
    void h.navigation.navigate('/slow');
    await vi.advanceTimersByTimeAsync(299);
    expect(h.navigation.snapshot().pending).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(h.navigation.snapshot().pending).toBe(true);
    await h.answer(0, tickets('slow'));
    expect(h.navigation.snapshot().pending).toBe(false);
    void h.navigation.navigate('/quick');
    await h.answer(1, tickets('quick'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(h.navigation.snapshot().pending).toBe(false);
  });

  test('a link to a file is left to the browser', async () => {
    const h = openBrowser();
    void h.navigation.navigate('/file/notice.pdf');
    await h.respond(0, new Response('%PDF-1.4', { headers: { 'content-type': 'application/pdf' } }));
    expect([h.left, h.title(), h.failure()]).toEqual([[`${origin}/file/notice.pdf`], 'first', null]);
  });

  test('a page is loaded in full if its screen no longer exists after a deployment', async () => {
    const h = openBrowser();
    h.missing.add('tickets');
    void h.navigation.navigate('/tickets');
    await h.answer(0, tickets('new'));
    expect([h.left, h.title()]).toEqual([[`${origin}/tickets`], 'first']);
  });
});

describe('a page load that fails can be repeated', () => {
  test.each([
    ['the connection is lost', (h: ReturnType<typeof openBrowser>) => h.lose(0)],
    ['the server is in trouble', (h: ReturnType<typeof openBrowser>) => h.answer(0, tickets('no'), 503)],
    [
      'a proxy answers instead',
      (h: ReturnType<typeof openBrowser>) => h.respond(0, new Response('<h1>Bad</h1>', { status: 502 })),
    ],
    [
      'the answer is cut short',
      (h: ReturnType<typeof openBrowser>) =>
        h.respond(0, new Response('{"type', { headers: { 'content-type': 'application/json' } })),
    ],
  ])('the current page stays when %s, and “try again” repeats the load', async (_case, fail) => {
    const h = openBrowser();
    void h.navigation.navigate('/tickets');
    await fail(h);
    expect([h.address(), h.title(), h.failure()?.message]).toEqual([
      '/',
      'first',
      expect.stringContaining('try again'),
    ]);
    h.failure()?.retry?.();
    expect(h.failure()).toBeNull();
    await h.answer(1, tickets('Tickets'));
    expect([h.address(), h.title()]).toEqual(['/tickets', 'Tickets']);
  });
});

describe('redirects during navigation are followed only within the site', () => {
  test('redirects within the site are followed as one step in the history', async () => {
    const h = openBrowser();
    void h.navigation.navigate('/past-shows/abc');
    await h.answer(0, redirect('/past-shows/abc/Blithe_Spirit'));
    await h.answer(1, tickets('Blithe Spirit'));
    expect([h.address(), h.title(), h.entries.length]).toEqual(['/past-shows/abc/Blithe_Spirit', 'Blithe Spirit', 2]);
  });

  test('for a redirect that requires fresh site data, the data is fetched first', async () => {
    const h = openBrowser();
    void h.navigation.navigate('/members/logout');
    await h.answer(0, redirect('/members', { reloadSiteData: true }));
    expect(h.requests[1]?.url).toBe('/sitedata');
    await h.answer(1, siteOf('', 'Renamed Players'));
    await h.answer(2, tickets('Members'));
    expect(h.navigation.snapshot().site).toEqual(siteOf('', 'Renamed Players'));
    expect(h.signedOut()).toBe(1);
  });

  test('a redirect to another site shows a page that says so', async () => {
    const h = openBrowser();
    void h.navigation.navigate('/tickets');
    await h.answer(0, redirect('https://box-office.example/'));
    expect([h.title(), h.left]).toEqual(['redirect', []]);
  });

  test('a loop of redirects stops with an error after five', async () => {
    const h = openBrowser();
    void h.navigation.navigate('/round');
    for (let turn = 0; turn < 10; turn += 1) await h.answer(turn, redirect('/round'));
    expect([h.requests.length, h.title()]).toEqual([6, 'first']);
    expect(h.failure()).toMatchObject({ message: 'That page keeps redirecting, so we can’t open it.', retry: null });
  });

  test('a redirect to a script URL is not followed', async () => {
    const h = openBrowser();
    void h.navigation.navigate('/trap');
    await h.answer(0, redirect('javascript:alert(1)'));
    expect([h.title(), h.left, h.failure()?.retry]).toEqual(['first', [], null]);
  });
});

describe('Back and Forward show stored pages and reload them', () => {
  async function twoPages() {
    const h = openBrowser();
    void h.navigation.navigate('/tickets');
    await h.answer(0, tickets('Tickets'));
    return h;
  }

  test('Back shows the stored page at once, and reloads it after 500 ms', async () => {
    const h = await twoPages();
    await h.move(-1);
    expect([h.address(), h.title(), h.requests.length]).toEqual(['/', 'first', 1]);
    await vi.advanceTimersByTimeAsync(499);
    expect(h.requests.length).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await h.answer(1, tickets('first, newer'));
    expect([h.title(), h.entries.length]).toEqual(['first, newer', 2]);
  });

  test('pressing Back and then quickly Forward reloads only the last page', async () => {
    const h = await twoPages();
    await h.move(-1);
    await vi.advanceTimersByTimeAsync(200);
    await h.move(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(h.requests.map(({ url }) => url)).toEqual(['/tickets?react', '/tickets?react']);
  });

  test('Back reloads a page with the query that was last chosen on that page', async () => {
    const h = await twoPages();
    await h.move(-1);
    h.navigation.setQuery(new URLSearchParams({ genre: 'Drama' }));
    await vi.advanceTimersByTimeAsync(500);
    expect(h.requests.at(-1)?.url).toBe('/?genre=Drama&react');
  });

  test('Back cancels a page load that is in progress', async () => {
    const h = await twoPages();
    void h.navigation.navigate('/slow');
    await h.move(-1);
    await h.answer(1, tickets('slow'));
    expect([h.address(), h.title()]).toEqual(['/', 'first']);
  });

  test('Back between URLs that differ only by their query makes no request', async () => {
    const h = openBrowser({ at: '/past-shows' });
    h.navigation.setQuery(new URLSearchParams({ genre: 'Comedy' }));
    h.navigation.setQuery(new URLSearchParams({ genre: 'Drama' }), { replace: true });
    expect([h.address(), h.entries.length]).toEqual(['/past-shows?genre=Drama', 2]);
    await h.move(-1);
    await vi.advanceTimersByTimeAsync(1000);
    expect([h.navigation.snapshot().view.query, h.requests.length]).toEqual(['', 0]);
  });

  test('Back and Forward between sections of one page make no request', async () => {
    const h = openBrowser();
    h.entries.push({ state: null, url: `${origin}/#main` });
    await h.move(1);
    await h.move(-1);
    await vi.advanceTimersByTimeAsync(1000);
    expect([h.title(), h.requests.length]).toEqual(['first', 0]);
  });
});

describe('reloading the current page updates it in place', () => {
  test('refreshing the page counts as the same visit and keeps a query chosen in the meantime', async () => {
    const h = openBrowser();
    const { visit } = h.navigation.snapshot().view;
    void h.navigation.refresh();
    h.navigation.setQuery(new URLSearchParams({ q: 'inspector' }));
    await h.answer(0, tickets('renewed'));
    expect(h.navigation.snapshot().view).toMatchObject({ visit, query: 'q=inspector', page: { title: 'renewed' } });
  });

  test('refreshing the page and the site data updates both and counts as the same visit', async () => {
    const h = openBrowser();
    const { visit } = h.navigation.snapshot().view;
    void h.navigation.refresh({ around: true });
    const whereIs = (url: string) => h.requests.findIndex((one) => one.url === url);
    await h.answer(whereIs('/sitedata'), siteOf('', 'The Curtain Raisers'));
    await h.answer(whereIs('/?react'), tickets('renewed'));
    const { view, site } = h.navigation.snapshot();
    expect([site.site_name, view.visit]).toEqual(['The Curtain Raisers', visit]);
    expect(view.page).toMatchObject({ title: 'renewed' });
  });

  test('a refresh shows the page and the site data together, even if the page arrives first', async () => {
    const h = openBrowser();
    const seen: string[] = [];
    h.navigation.subscribe(() => seen.push(`${h.title()}, ${h.navigation.snapshot().site.site_name}`));
    const whereIs = (url: string) => h.requests.findIndex((one) => one.url === url);
    const renewing = h.navigation.refresh({ around: true });
    await h.answer(whereIs('/?react'), tickets('renewed'));
    expect(seen).toEqual([]);
    await h.answer(whereIs('/sitedata'), siteOf('', 'The Curtain Raisers'));
    await renewing;
    expect(seen).toEqual(['renewed, The Curtain Raisers']);
  });

  test('a refresh updates the page even if the site data can’t be loaded', async () => {
    const h = openBrowser();
    void h.navigation.refresh({ around: true });
    await h.answer(0, { message: 'out of order' }, 503);
    await h.answer(1, tickets('renewed'));
    expect([h.title(), h.navigation.snapshot().site]).toEqual(['renewed', siteOf('')]);
  });

  test('a reload of the page is dropped if a navigation is in progress', async () => {
    const h = openBrowser();
    void h.navigation.navigate('/tickets');
    void h.navigation.refresh();
    expect(h.requests.length).toBe(1);
    await h.answer(0, tickets('Tickets'));
    expect(h.title()).toBe('Tickets');
  });
});

describe('navigation after the visitor has changed shows nothing of the previous visitor', () => {
  const forVisitor = (page: Page, visitor: string, status = 200) =>
    new Response(JSON.stringify(page), {
      status,
      headers: { 'content-type': 'application/json', ...(visitor === '' ? {} : { 'x-visitor': visitor }) },
    });
  /** Opens two pages as Ruth, the dashboard and another one. */
  async function ruthOnTwoPages() {
    const h = openBrowser({ at: '/members/dashboard', by: 'ruth' });
    void h.navigation.navigate('/members/docs');
    await h.respond(0, forVisitor(tickets('Docs'), 'ruth'));
    return h;
  }

  test('signing out never shows one user’s page with another’s site data, and Back shows no earlier page', async () => {
    const h = await ruthOnTwoPages();
    void h.navigation.navigate('/members/logout');
    await h.respond(1, forVisitor(redirect('/members', { reloadSiteData: true }), 'ruth'));
    await h.answer(2, siteOf(''));
    expect([h.title(), h.navigation.snapshot().site]).toEqual(['Docs', siteOf('ruth')]);
    await h.respond(3, forVisitor(tickets('Sign in'), ''));
    expect([h.title(), h.navigation.snapshot().site]).toEqual(['Sign in', siteOf('')]);
    await h.move(-2);
    expect(h.title()).toBe('Sign in');
    await vi.advanceTimersByTimeAsync(500);
    await h.respond(4, forVisitor(tickets('Sign in first'), '', 401));
    expect([h.address(), h.title()]).toEqual(['/members/dashboard', 'Sign in first']);
  });

  test('if a session has ended elsewhere, the site data is updated together with the page', async () => {
    const h = await ruthOnTwoPages();
    void h.navigation.navigate('/members/shows');
    await h.respond(1, forVisitor(tickets('Sign in'), '', 401));
    expect(h.requests[2]?.url).toBe('/sitedata');
    await h.answer(2, siteOf(''));
    expect([h.title(), h.navigation.snapshot().site]).toEqual(['Sign in', siteOf('')]);
    expect(h.signedOut(), 'what was typed is still there after signing in again').toBe(0);
  });

  test('a sign-in in another tab is noticed in this tab with one request', async () => {
    const h = openBrowser();
    void h.navigation.navigate('/members/dashboard');
    await h.respond(0, forVisitor(tickets('Dashboard'), 'ruth'));
    await h.answer(1, siteOf('ruth'));
    expect(h.navigation.snapshot().site).toEqual(siteOf('ruth'));
    void h.navigation.navigate('/members/docs');
    await h.respond(2, forVisitor(tickets('Docs'), 'ruth'));
    expect([h.title(), h.requests.length]).toEqual(['Docs', 3]);
  });

  test('a failed request after signing out loads the page in full, so that no earlier content stays', async () => {
    for (const lost of [2, 3]) {
      const h = await ruthOnTwoPages();
      void h.navigation.navigate('/members/logout');
      await h.respond(1, forVisitor(redirect('/members', { reloadSiteData: true }), 'ruth'));
      if (lost === 3) await h.answer(2, siteOf(''));
      await h.lose(lost);
      expect(h.left).toEqual([`${origin}/members`]);
    }
  });
});

test('a link to a page with its own security policy loads a new document, but a refresh doesn’t', async () => {
  const h = openBrowser();
  const own = () =>
    new Response(JSON.stringify(tickets('own')), {
      headers: { 'content-type': 'application/json', 'x-own-document': '1' },
    });
  void h.navigation.navigate('/about-us');
  await h.respond(0, own());
  expect(h.left).toEqual([`${origin}/about-us`]);
  void h.navigation.refresh();
  await h.respond(1, own());
  expect([h.left.length, h.title()]).toEqual([1, 'own']);
});
