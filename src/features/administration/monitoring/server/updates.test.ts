import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { AdminToolsContent } from '#features/members/portal/contract.ts';
import { isNewerVersion, version } from '#platform/server/program/program.ts';
import { onEachSite } from '#tests/support/site/app.ts';
import { mailCertificate } from '#tests/support/site/mail-server.ts';
import { UpdatesContent, updatesPath } from '../contract.ts';
import { checkForRelease } from './updates.ts';

const api = '/members/api/admin/updates';
const lookUp = async () => [{ address: '127.0.0.1', family: 4 }];
const outgoingNetwork = { allowPrivate: true, lookUp, ca: mailCertificate };
const key = readFileSync(
  join(import.meta.dirname, '../../../../../tests/support/site/certificates/reviews.example.key.pem'),
);

/** Starts a release feed; `answer` is its current response. */
async function startFeed(answer: { body: string; status?: number; location?: string }) {
  const asked: IncomingMessage[] = [];
  const server = createServer({ key, cert: mailCertificate }, (request, response) => {
    asked.push(request);
    response.writeHead(answer.status ?? 200, answer.location ? { location: answer.location } : {});
    response.end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { asked, url: `https://reviews.example:${(server.address() as AddressInfo).port}/latest.json` };
}

const release = (newest: string, url = 'https://callboard.example/notes') => JSON.stringify({ version: newest, url });

test('versions are compared number by number', () => {
  expect(isNewerVersion('0.10.0', '0.9.2')).toBe(true);
  expect(isNewerVersion('1.0.0', '1.0.0')).toBe(false);
  expect(isNewerVersion('0.9.9', '1.0.0')).toBe(false);
  expect(isNewerVersion('0.3.1', '0.3.0-dev')).toBe(true);
});

onEachSite(
  'an enabled update check tells admins of newer versions, and tells the feed nothing about the site',
  async ({ a, as, app, db }) => {
    const answer = { body: release(version) };
    const feed = await startFeed(answer);
    const admin = await as(await a.user({ role: 'admin' }));
    const services = { db, clock: () => new Date('2026-11-22T05:20:00.000Z'), outgoingNetwork, isPublicDemo: false };
    const show = async () => UpdatesContent.parse((await admin.page(updatesPath)).content);
    const waiting = async () =>
      AdminToolsContent.parse((await admin.page('/members/admin')).content).tools.find(
        ({ link }) => link === updatesPath,
      )?.waiting;
    await checkForRelease(services);
    expect(feed.asked).toEqual([]);
    expect(await show()).toMatchObject({ version, feed: '', checked: '', newer: '' });

    expect((await admin.post(api, { feed: feed.url })).json()).toMatchObject({ code: 200 });
    expect(await show()).toMatchObject({ feed: feed.url, newer: '', problem: '' });
    expect(await waiting()).toEqual([]);
    answer.body = release('99.0.1');
    await checkForRelease(services);
    expect(await show()).toMatchObject({ newer: '99.0.1', link: 'https://callboard.example/notes' });
    expect(await waiting()).toEqual([{ words: 'Callboard 99.0.1 is out', link: updatesPath }]);
    expect(feed.asked).toHaveLength(2);
    for (const { method, url, headers } of feed.asked) {
      expect({ method, url }).toEqual({ method: 'GET', url: '/latest.json' });
      expect(Object.keys(headers).sort()).toEqual(['accept', 'connection', 'host', 'user-agent']);
      expect(headers['user-agent']).toBe('Callboard');
    }
    expect((await app.fastify.inject({ url: '/healthz' })).json()).toMatchObject({ version });

    expect((await admin.post(api, { feed: '' })).json()).toMatchObject({ code: 200 });
    await checkForRelease(services);
    expect(feed.asked).toHaveLength(2);
    expect(await show()).toMatchObject({ feed: '', newer: '' });
  },
  ['sqlite'],
  undefined,
  { outgoingNetwork },
);

onEachSite(
  'an update feed that fails, or has no valid version and link, is reported and none of its content is shown',
  async ({ a, as }) => {
    const answer: Parameters<typeof startFeed>[0] = { body: '' };
    const feed = await startFeed(answer);
    const admin = await as(await a.user({ role: 'admin' }));
    const hostile = [
      { body: '<html>' },
      { body: release('99.0.0 <script>') },
      { body: release('99.0.0', 'javascript:alert(1)') },
      { body: release('99.0.0', 'http://callboard.example') },
      { body: release('99.0.0').padEnd(20_000) },
      { body: release('99.0.0'), status: 500 },
      { body: '', status: 302, location: feed.url },
    ];
    for (const one of hostile) {
      Object.assign(answer, { status: 200, location: '', ...one });
      const msg = (await admin.post(api, { feed: feed.url })).json<{ msg: string }>().msg;
      expect({ one: one.body.slice(0, 60), msg }).toMatchObject({
        msg: expect.stringMatching(/describe a version|an error/),
      });
      const { newer, link } = UpdatesContent.parse((await admin.page(updatesPath)).content);
      expect({ newer, link }).toEqual({ newer: '', link: '' });
    }
  },
  ['sqlite'],
  undefined,
  { outgoingNetwork },
);

onEachSite(
  'a failed update check keeps the last result and shows the problem',
  async ({ a, as, db }) => {
    const answer: Parameters<typeof startFeed>[0] = { body: release('99.0.0') };
    const feed = await startFeed(answer);
    const admin = await as(await a.user({ role: 'admin' }));
    await admin.post(api, { feed: feed.url });
    answer.status = 503;
    await checkForRelease({
      db,
      clock: () => new Date('2026-11-22T05:20:00.000Z'),
      outgoingNetwork,
      isPublicDemo: false,
    });
    expect(feed.asked).toHaveLength(2);
    const { content } = await admin.page(updatesPath);
    expect(content).toMatchObject({ newer: '99.0.0', problem: expect.stringContaining('responds with an error') });
  },
  ['sqlite'],
  undefined,
  { outgoingNetwork },
);

onEachSite(
  'an update feed without https or at a private address is refused, and a name that leads to a private address is reported',
  async ({ a, as }) => {
    const admin = await as(await a.user({ role: 'admin' }));
    const answer = async (feed: string) => (await admin.post(api, { feed })).json();
    for (const feed of [
      'http://callboard.example/',
      'https://127.0.0.1/',
      'https://localhost/',
      'https://[::1]/',
      'ftp',
    ])
      expect(await answer(feed)).toMatchObject({ code: 400, fields: { feed: expect.anything() } });
    expect(await answer('https://callboard.example/')).toMatchObject({
      msg: expect.stringContaining('private network'),
    });
  },
  ['sqlite'],
  undefined,
  { outgoingNetwork: { allowPrivate: false, lookUp } },
);
