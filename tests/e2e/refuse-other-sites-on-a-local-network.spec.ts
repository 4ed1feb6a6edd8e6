import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from '@playwright/test';
import { buildSession, createSession, sessionCookie } from '#features/society/accounts/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { test as base, expect } from '../support/screens/browser.ts';
import { inCrew } from '../support/society/factories.ts';
import { withSiteData } from '../support/society/members.ts';

// The site is addressed by a name over plain http, as in a hall's own network. Browsers then don't say from which site
// a request comes
const names = ['players.test', 'evil.test'];
/**
 * A browser for this journey only. If it were a worker's fixture, this test would need a worker of its own, which would
 * start only once all other workers have ended.
 */
const test = base.extend<{ inTheHall: Page }>({
  inTheHall: async ({ launchOptions }, use) => {
    const rules = `--host-resolver-rules=${names.map((name) => `MAP ${name} 127.0.0.1`).join(',')}`;
    const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), rules] });
    await use(await browser.newPage());
    await browser.close();
  },
});

let evil: Server;
test.beforeAll(async () => {
  evil = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Win a prize</title><main></main>');
  });
  await new Promise<void>((done) => evil.listen(0, () => done()));
});
test.afterAll(() => void evil.close());

const showIn = (page: Page, html: string) =>
  page.evaluate((written) => {
    document.body.replaceChildren(document.createRange().createContextualFragment(written));
  }, html);

test('no link, picture, frame or script of another origin deletes a file or signs anyone out', async ({
  inTheHall: page,
  site,
}) => {
  const own = `http://players.test:${new URL(site.url).port}`;
  const { file, token, userId } = await withSiteData(site, async (a, db) => {
    const show = await a.show({ title: 'Played in the hall', credits: [inCrew('Dee Marsh', 'Director')] });
    const user = await a.user();
    await a.personOf(user, 'Dee Marsh');
    const some = { userId: user.id, stage: 'full', device: 'Chromium', address: '127.0.0.1' } as const;
    const session = buildSession({ ...some, at: new Date().toISOString() });
    await write(db, (tx) => createSession(tx, session));
    return { file: await a.file({ show_id: show }), token: session.token, userId: user.id };
  });
  await page.context().addCookies([{ name: sessionCookie, value: token, url: own, sameSite: 'Lax' }]);
  const left = () =>
    withSiteData(site, async (_, db) => ({
      files: await db.read.selectFrom('file').select('id').where('id', '=', file).execute(),
      sessions: await db.read.selectFrom('session').select('user_id').where('user_id', '=', userId).execute(),
    }));
  const untouched = { files: [{ id: file }], sessions: [{ user_id: userId }] };

  const doors = [`${own}/members/api/delete_file/${file}`, `${own}/members/logout`, `${own}/members/logout?react`];
  // The first host is the same site on a different port, so the cookie is sent with every request. The second host is a
  // different site
  for (const host of names) {
    for (const url of doors) {
      for (const html of [`<img src="${url}">`, `<script src="${url}"></script>`, `<iframe src="${url}"></iframe>`]) {
        await page.goto(`http://${host}:${(evil.address() as AddressInfo).port}/`);
        const sent = page.waitForRequest((request) => request.url() === url);
        await showIn(page, html);
        await (await sent).response().catch(() => null);
      }
      for (const rel of ['opener', 'noreferrer']) {
        await page.goto(`http://${host}:${(evil.address() as AddressInfo).port}/`);
        await showIn(page, `<a href="${url}" rel="${rel}">Win</a>`);
        await Promise.all([page.waitForURL(url), page.getByRole('link', { name: 'Win' }).click()]);
      }
      expect({ host, url, left: await left() }).toEqual({ host, url, left: untouched });
    }
  }

  // Requests from our own pages are still served
  await page.goto(`${own}/members/docs`);
  const status = await page.evaluate(async (url) => (await fetch(url)).status, doors[0] ?? '');
  expect(status).toBe(200);
  await page.evaluate(() => window.location.assign('/members/logout'));
  await expect(page).toHaveURL(`${own}/members`);
  expect(await left()).toEqual({ files: [], sessions: [] });
});
