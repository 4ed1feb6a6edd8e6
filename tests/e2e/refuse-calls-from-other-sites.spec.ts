import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { listTableNames } from '#platform/server/database/core/rows.ts';
import type { Route } from '#platform/server/http/routes/route.ts';
import { readRouteTable } from '../../tools/protocol/route-table.ts';
import { expect, test } from '../support/screens/browser.ts';
import type { RunningSite } from '../support/site/site.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

test.use({ expectedErrors: [/./] });

let evil: Server;
let routes: readonly Route[];

test.beforeAll(async () => {
  routes = await readRouteTable();
  evil = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Win a prize</title><main></main>');
  });
  await new Promise<void>((done) => evil.listen(0, () => done()));
});
test.afterAll(() => void evil.close());

/** All encodings that a form can use, tried in turn. */
const enctypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

const port = () => (evil.address() as AddressInfo).port;
const changing = (method: string) => routes.filter((route) => route.changes && route.method === method);
const addressOf = ({ path }: Route) => path.replace(/:\w+/g, 'somethingorother');

/** Returns all stored data except sessions and jobs as text, once the emails of earlier journeys have been sent. */
const readStoredData = (site: RunningSite) =>
  withSiteData(site, async (_, db) => {
    // Jobs that are due later, such as the end of orders for a cancelled performance, don't count, because they don't
    // write emails now
    const due = () => new Date().toISOString();
    const waiting = () =>
      db.read.selectFrom('job').select('key').where('status', '=', 'waiting').where('due', '<=', due()).execute();
    await expect.poll(waiting).toEqual([]);
    const stored: Record<string, unknown[]> = {};
    for (const name of await listTableNames(db.read, db.engine)) {
      // Sessions and the site's scheduled jobs change anyway
      if (name === 'session' || name === 'job') continue;
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db.read);
      stored[name] = rows.map((row) => JSON.stringify(row)).sort();
    }
    return JSON.stringify(stored);
  });

async function signInAsNewAdmin(site: RunningSite, context: Parameters<typeof signIn>[1]) {
  const admin = await withSiteData(site, (a) => a.user({ role: 'admin', firstname: 'Vera', lastname: 'Chair' }));
  await signIn(site, context, admin);
  return admin;
}

// A different host name is a different site. If only the port differs, the site is the same, so the cookie is sent.
for (const host of ['localhost', '127.0.0.1']) {
  test(`a page at ${host} that posts a form to every call changes nothing`, async ({ page, context, site }) => {
    test.setTimeout(120_000);
    await signInAsNewAdmin(site, context);
    const before = await readStoredData(site);
    expect(changing('POST').length).toBeGreaterThan(20);
    await page.goto(`http://${host}:${port()}/`);
    const doors = changing('POST').map((route, at) => ({
      url: site.url + addressOf(route),
      enctype: enctypes[at % enctypes.length] ?? '',
    }));
    // Only a few requests are made at a time, each in its own frame
    for (let first = 0; first < doors.length; first += 8) {
      const some = doors.slice(first, first + 8);
      const answers = some.map(({ url }) => page.waitForResponse((response) => response.url() === url));
      await page.evaluate((forms) => {
        document.body.replaceChildren();
        for (const [at, { url, enctype }] of forms.entries()) {
          const frame = Object.assign(document.createElement('iframe'), { name: `hidden${at}` });
          const form = Object.assign(document.createElement('form'), { method: 'post', action: url, enctype });
          form.target = frame.name;
          form.innerHTML = '<input name="id" value="somethingorother"><input name="confirmed" value="yes">';
          document.body.append(frame, form);
          form.submit();
        }
      }, some);
      const said = await Promise.all(answers.map(async (answer) => (await answer).status()));
      expect(some.map((door, at) => ({ ...door, status: said[at] }))).toEqual(
        some.map((door) => ({ ...door, status: 403 })),
      );
    }
    expect(await readStoredData(site)).toBe(before);
  });

  test(`a script at ${host} that makes every call changes nothing`, async ({ page, context, site }) => {
    test.setTimeout(120_000);
    await signInAsNewAdmin(site, context);
    const before = await readStoredData(site);
    await page.goto(`http://${host}:${port()}/`);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const doors = [...changing('POST'), ...changing('DELETE'), ...changing('GET')];
    await page.evaluate(
      async (all) => {
        for (const { url, method } of all) {
          // Before a DELETE, a browser sends a preflight request, which the site doesn't grant
          const simple: RequestInit = method === 'DELETE' ? {} : { mode: 'no-cors' };
          const body = method === 'POST' ? { body: '{"a":1}' } : {};
          // The connection may be closed before everything is sent, which is a refusal as well
          await fetch(url, { method, credentials: 'include', ...simple, ...body }).catch(() => null);
        }
      },
      doors.map((route) => ({ url: site.url + addressOf(route), method: route.method })),
    );
    await expect
      .poll(() => doors.map((route) => site.url + addressOf(route)).filter((url) => !requests.includes(url)))
      .toEqual([]);
    expect(await readStoredData(site)).toBe(before);
  });

  test(`pictures, links, frames and scripts at ${host} change nothing, even at URLs where a request can change data`, async ({
    page,
    context,
    site,
  }) => {
    const admin = await signInAsNewAdmin(site, context);
    expect(changing('GET').length).toBeGreaterThan(0);
    const show = await withSiteData(site, (a) => a.show({ title: `Played at ${host}` }));
    const before = await readStoredData(site);
    const urls = [
      ...changing('GET').map((route) => site.url + addressOf(route)),
      `${site.url}/members/emergency_contacts/${show}?react`,
      `${site.url}/members/emergency_contacts/${show}`,
      `${site.url}/members/logout`,
      `${site.url}/members/logout?react`,
    ];
    for (const url of urls) {
      for (const html of [
        `<img src="${url}">`,
        `<iframe src="${url}"></iframe>`,
        `<link rel="prefetch" href="${url}">`,
        `<script src="${url}"></script>`,
      ]) {
        await page.goto(`http://${host}:${port()}/`);
        const sent = page.waitForRequest((request) => request.url() === url);
        await page.evaluate((written) => {
          for (const part of document.createRange().createContextualFragment(written).children)
            document.body.append(part);
        }, html);
        await (await sent).response().catch(() => null);
      }
      await page.goto(`http://${host}:${port()}/`);
      await page.evaluate((to) => {
        document.body.innerHTML = `<a href="${to}">Win</a>`;
      }, url);
      await Promise.all([page.waitForURL(url), page.getByRole('link', { name: 'Win' }).click()]);
    }
    expect(await readStoredData(site)).toBe(before);
    const still = await withSiteData(site, (_, db) =>
      db.read.selectFrom('session').select('id').where('user_id', '=', admin.id).execute(),
    );
    expect(still).toHaveLength(1);
  });
}
