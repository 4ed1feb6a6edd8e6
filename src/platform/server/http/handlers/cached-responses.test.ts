import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, type SiteTestContext, startTestSite } from '#tests/support/site/app.ts';
import type { AppOptions } from '../../../../app.ts';

const sqlite = ['sqlite'] as const;
const browser = { host: 'players.example', 'accept-encoding': 'gzip, deflate, br' };

/**
 * Starts a site on a socket. Returns functions that request its pages; a response is repeated if the framework didn't
 * see the request.
 */
async function siteOnSocket(on: SiteTestContext, also: Partial<AppOptions> = {}) {
  let seen = 0;
  const { fastify } = await startTestSite(on, on.db, {
    ...also,
    alsoServe: (framework) =>
      framework.addHook('onRequest', async () => {
        seen += 1;
      }),
  });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = fastify.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const request = async (path: string, headers: Record<string, string> = {}, { method = 'GET', body = '' } = {}) => {
    const before = seen;
    const asked = send({ host: '127.0.0.1', port, path, agent, method, headers: { ...browser, ...headers } });
    const [response] = await once(asked.end(body), 'response');
    const pieces: Buffer[] = [];
    for await (const piece of response) pieces.push(piece);
    return {
      status: response.statusCode as number,
      headers: response.headers as IncomingHttpHeaders,
      bytes: Buffer.concat(pieces),
      isRepeated: seen === before,
    };
  };
  /**
   * Requests a page until its response has been compressed better than the first one, and is then repeated. Returns the
   * framework's response, and the repeated one.
   */
  const requestUntilRepeated = async (path: string) => {
    const first = await request(path);
    for (let model = first; ; ) {
      const next = await request(path);
      if (next.isRepeated && model.bytes.length < first.bytes.length) return { model, repeated: next };
      if (!next.isRepeated) model = next;
    }
  };
  return { request, requestUntilRepeated };
}

const withoutOwn = ({ 'x-request-id': _, date: __, ...same }: IncomingHttpHeaders) => same;

onEachSite(
  'a cached page sent without the framework has the same bytes and headers, except the request’s id and the date',
  async (on) => {
    const { request, requestUntilRepeated } = await siteOnSocket(on, {
      isPublicDemo: true,
      publicUrl: 'https://players.example',
    });
    const { model, repeated } = await requestUntilRepeated('/about-us');
    expect(withoutOwn(repeated.headers)).toEqual(withoutOwn(model.headers));
    expect(repeated.headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'strict-transport-security': expect.any(String),
      'content-encoding': 'br',
      'content-length': `${model.bytes.length}`,
    });
    expect(repeated.bytes.equals(model.bytes)).toBe(true);
    expect(repeated.headers['x-request-id']).not.toBe(model.headers['x-request-id']);

    const tag = { 'if-none-match': `${model.headers.etag}` };
    const unchanged = await request('/about-us', tag);
    const unchangedAgain = await request('/about-us', tag);
    expect([unchanged.isRepeated, unchangedAgain.isRepeated]).toEqual([false, true]);
    expect([unchanged.status, unchangedAgain.status, unchangedAgain.bytes.length]).toEqual([304, 304, 0]);
    expect(withoutOwn(unchangedAgain.headers)).toEqual(withoutOwn(unchanged.headers));
  },
  sqlite,
);

onEachSite(
  'a request is handled by the framework if its response could differ from the cached page',
  async (on) => {
    const { request, requestUntilRepeated } = await siteOnSocket(on);
    await requestUntilRepeated('/about-us');
    const others: [string, Record<string, string>, { method?: string; body?: string }?][] = [
      ['/about-us', { cookie: 'session=someone' }],
      ['/about-us', { 'accept-encoding': 'gzip' }],
      ['/about-us', { host: 'other.example' }],
      ['/about-us', { 'x-forwarded-proto': 'https' }],
      ['/about-us', { 'content-length': '1' }, { body: 'x' }],
      ['/about-us', {}, { method: 'HEAD' }],
      ['/about-us?react', {}],
      ['/nowhere', {}],
    ];
    for (const [path, headers, how] of others) {
      expect({ path, headers, isRepeated: (await request(path, headers, how)).isRepeated }).toEqual({
        path,
        headers,
        isRepeated: false,
      });
    }
    expect((await request('/nowhere')).isRepeated).toBe(false);
    expect((await request('/about-us')).isRepeated).toBe(true);
  },
  sqlite,
);

onEachSite(
  'a change is shown at once on a page that was sent from the cache without the framework',
  async (on) => {
    const { request, requestUntilRepeated } = await siteOnSocket(on);
    const { repeated: before } = await requestUntilRepeated('/about-us');
    await write(on.db, async (tx) => {
      await tx
        .insertInto('setting')
        .values({ name: 'siteName', value: 'The New Players' })
        .onConflict((row) => row.column('name').doUpdateSet({ value: 'The New Players' }))
        .execute();
    });
    const after = await request('/about-us', { 'if-none-match': `${before.headers.etag}` });
    expect([after.status, after.isRepeated]).toEqual([200, false]);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  },
  sqlite,
);

onEachSite(
  'cached pages sent without the framework count towards the rate limit, and requests beyond it are refused',
  async (on) => {
    const { request, requestUntilRepeated } = await siteOnSocket(on);
    await requestUntilRepeated('/about-us');
    const from = { 'x-forwarded-for': '203.0.113.9' };
    for (let time = 0; time < 3000; time += 1) {
      const { status, isRepeated } = await request('/about-us', from);
      if (status !== 200 || !isRepeated) throw new Error(`Request ${time} got ${status}`);
    }
    const refused = await request('/about-us', from);
    expect([refused.status, refused.isRepeated]).toEqual([429, false]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await request('/about-us', { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200);
  },
  sqlite,
);

onEachSite(
  'cached pages sent without the framework are counted in the metrics like other responses',
  async (on) => {
    const token = 'a token of the one who watches the site';
    const { request } = await siteOnSocket(on, { metricsToken: token });
    for (let time = 0; time < 3; time += 1) await request('/about-us');
    const { bytes } = await request('/metrics', { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' });
    expect(bytes.toString()).toContain(
      'http_route_duration_seconds_count{method="GET",route="/about-us",status="200"} 3\n',
    );
  },
  sqlite,
);
