import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import type { Post } from '#features/publishing/posts/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { measureMaxBlockingTime } from '#tests/support/measures/processor-time.ts';
import { createTemporaryFolder, onEachEngine, onSqlite } from '#tests/support/site/engines.ts';
import { createRefusalCounter } from '../audit/index.ts';
import { createEncryption } from '../crypto/encryption.ts';
import { type Database, write } from '../database/index.ts';
import { createDiskStorage } from '../storage/disk-storage.ts';
import { refuse } from './errors/http-error.ts';
import { busyWriteThreshold } from './handlers/server-context.ts';
import { type AccessRule, anonymousVisitor, everyone, type Visitor } from './request/visitor.ts';
import { createRouteRegistry, type RouteRegistry } from './route-registry.ts';
import { ok } from './routes/call.ts';
import type { PageRequest } from './routes/page.ts';
import { createServer } from './server.ts';

const member: Visitor = {
  ...anonymousVisitor,
  signedIn: true,
  id: 'member0000000001',
  role: 'member',
  may: { shows: true },
};
const membersOnly: AccessRule = { name: 'members', allows: (visitor) => visitor.signedIn };
const nobody: AccessRule = { name: 'nobody', allows: () => false };

const post = (title: string): Post => ({
  type: 'post',
  id: '',
  address: '/',
  title,
  content: '',
  description: '',
  content_html: '',
  lead_html: '',
  date: '',
  author: '',
  show_title: '',
  show_link: '',
  notice: '',
  edit_link: '',
  edit_label: '',
  files: [],
  files_title: 'Files',
  frontpage: false,
});

/** Starts a test site, to which `declare` adds pages and calls. */
async function siteWith(
  db: Database,
  declare: (registry: RouteRegistry) => void,
  {
    visitor = anonymousVisitor,
    clock = () => new Date('2026-11-21T12:00:00Z'),
    consumeMessageLimit = async () => ({ waitMs: 0 }),
  } = {},
) {
  const fastify = await createServer({ log: 'silent', https: false, dev: false, maxDelayMs: 0 });
  const registry = createRouteRegistry(fastify, {
    encryption: createEncryption('nobody guesses that these are tests'),
    refusals: createRefusalCounter(),
    errorRecorder: { record: () => {} },
    consumeMessageLimit,
    db,
    storage: createDiskStorage(createTemporaryFolder()),
    clock,
    visitorOf: () => visitor,
    loginPage: async () => post('Sign in'),
    passwordPage: () => post('Confirm your password'),
    timeZoneOf: async () => 'Europe/London',
    nextPublication: async () => undefined,
    getExternalRevision: () => 0,
    siteOf: async () => ({}) as never,
    documentOf: async ({ page }) => ({
      body: `<h1>${'title' in page ? page.title : page.type}</h1>`,
      sources: { 'style-src': ["'sha256-ofTheStyles'"] },
    }),
    publicUrl: '',
    home: () => '',
    cacheBytes: 1_000_000,
  });
  declare(registry);
  await fastify.ready();
  onTestFinished(() => fastify.close());
  const host = 'players.example';
  return {
    fastify,
    get: (url: string, headers = {}) => fastify.inject({ url, headers: { host, ...headers } }),
    post: (url: string, payload: object | string, headers = {}) =>
      fastify.inject({ method: 'POST', url, payload, headers: { host, ...headers } }),
  };
}

const change = (db: Database) =>
  write(db, (tx) => tx.insertInto('setting').values({ name: crypto.randomUUID(), value: '' }).execute());

onEachEngine('a page is rendered once, and again when public data has changed', async ({ db }) => {
  let made = 0;
  const { get } = await siteWith(db, ({ page }) =>
    page('/a', { type: 'post', access: everyone }, () => post(`${++made}`)),
  );
  await get('/a');
  expect((await get('/a')).body).toBe('<h1>1</h1>');
  await change(db);
  expect((await get('/a')).body).toBe('<h1>2</h1>');
});

onEachEngine('a sale invalidates cached pages that show availability, and no others', async ({ db }) => {
  let made = 0;
  const answer = () => ({ status: 200, contentType: 'text/plain', body: `${++made}` });
  const { get } = await siteWith(db, ({ page, resource }) => {
    page('/about', { type: 'post', access: everyone }, () => post(`${++made}`));
    page('/seats', { type: 'post', access: everyone, reads: ['sales'] }, () => post(`${++made}`));
    resource('/feed', { access: everyone }, answer);
    resource('/left', { access: everyone, reads: ['sales'] }, answer);
  });
  const all = async () => {
    const bodies: string[] = [];
    for (const path of ['/about', '/seats', '/feed', '/left']) bodies.push((await get(path)).body);
    return bodies.map((body) => body.replace(/<\/?h1>/g, ''));
  };
  expect(await all()).toEqual(['1', '2', '3', '4']);
  db.declareVisibility({ setting: 'sales' });
  await write(db, (tx) => tx.insertInto('setting').values({ name: 'sold', value: '1' }).execute());
  expect(await all()).toEqual(['1', '5', '3', '6']);
  expect(await all()).toEqual(['1', '5', '3', '6']);
  db.declareVisibility({ setting: 'public' });
  await change(db);
  expect(await all()).toEqual(['7', '8', '9', '10']);
});

onEachEngine('visitors who only look get the cached availability while many others are buying', async ({ db }) => {
  let [made, waiting] = [0, 0];
  let answerAll = () => {};
  const answered = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  const { get, post: send } = await siteWith(db, ({ page, call }) => {
    page('/seats', { type: 'post', access: everyone, reads: ['sales'] }, () => post(`${++made}`));
    page('/about', { type: 'post', access: everyone }, () => post(`about ${++made}`));
    call(declareCall('POST', '/hold'), { access: everyone }, async () => {
      waiting += 1;
      await answered;
      return ok('Held.');
    });
  });
  await Promise.all([get('/seats'), get('/about')]);
  const alone = send('/hold', {});
  await change(db);
  expect((await get('/seats')).body).toBe('<h1>3</h1>');
  const crowd = Array.from({ length: busyWriteThreshold }, () => send('/hold', {}));
  await vi.waitFor(() => expect(waiting).toBe(1 + busyWriteThreshold));
  await change(db);
  expect((await get('/seats')).body).toBe('<h1>3</h1>');
  // `/about` depends on no data of sales, so it is never served out of date
  expect((await get('/about')).body).toBe('<h1>about 4</h1>');
  answerAll();
  await Promise.all([alone, ...crowd]);
  expect((await get('/seats')).body).toBe('<h1>5</h1>');
});

onEachEngine('a sale during the rendering of a page makes that page stale', async ({ db }) => {
  let sold = 0;
  db.declareVisibility({ setting: 'sales' });
  const sell = async () => {
    sold += 1;
    await write(db, (tx) =>
      tx
        .insertInto('setting')
        .values({ name: `sold ${sold}`, value: '' })
        .execute(),
    );
  };
  const { get } = await siteWith(db, ({ page }) =>
    page('/seats', { type: 'post', access: everyone, reads: ['sales'] }, async () => {
      const seen = sold;
      if (sold === 0) await sell();
      return post(`${seen} sold`);
    }),
  );
  expect((await get('/seats')).body).toContain('0 sold');
  expect((await get('/seats')).body).toContain('1 sold');
});

onEachEngine('visitors who request a page at the same time share one rendering', async ({ db }) => {
  let made = 0;
  const { get } = await siteWith(db, ({ page }) =>
    page('/a', { type: 'post', access: everyone }, async () => {
      made += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return post('a');
    }),
  );
  await Promise.all(Array.from({ length: 10 }, () => get('/a')));
  expect(made).toBe(1);
});

onEachEngine('a cached page expires at the end of the society’s day, even when the clocks change', async ({ db }) => {
  let now = new Date('2026-10-24T22:59:00Z'); // 23:59 in London, the day before the clocks go back
  const declare = ({ page }: RouteRegistry) =>
    page('/a', { type: 'post', access: everyone }, ({ today }) => post(today));
  const { get } = await siteWith(db, declare, { clock: () => now });
  expect((await get('/a')).body).toBe('<h1>2026-10-24</h1>');
  now = new Date('2026-10-24T23:00:00Z');
  expect((await get('/a')).body).toBe('<h1>2026-10-25</h1>');
  now = new Date('2026-10-25T23:59:00Z');
  expect((await get('/a')).body).toBe('<h1>2026-10-25</h1>');
  now = new Date('2026-10-26T00:00:00Z');
  expect((await get('/a')).body).toBe('<h1>2026-10-26</h1>');
});

onSqlite('a browser that already has the current page gets a 304 response', async ({ db }) => {
  const { get } = await siteWith(db, ({ page }) => page('/a', { type: 'post', access: everyone }, () => post('a')));
  const { etag } = (await get('/a')).headers;
  const again = await get('/a', { 'if-none-match': etag });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
});

onSqlite('only declared query keys lead to separate cache entries', async ({ db }) => {
  let made = 0;
  const { get } = await siteWith(db, ({ page }) =>
    page('/a', { type: 'post', access: everyone, query: ['q'] }, ({ query }) => post(`${query} ${++made}`)),
  );
  expect((await get('/a?q=1&utm_source=x')).body).toBe('<h1>q=1 1</h1>');
  expect((await get('/a?fbclid=y&q=1')).body).toBe('<h1>q=1 1</h1>');
  expect((await get('/a?q=2')).body).toBe('<h1>q=2 2</h1>');
});

onEachEngine('a URL with thousands of query keys is refused at once, in the requested format', async ({ db }) => {
  const { get } = await siteWith(db, ({ page, call }) => {
    page('/a', { type: 'post', access: everyone }, () => post('a'));
    call(declareCall('GET', '/sitedata'), { access: everyone }, ({ query }) =>
      ok('Here.', { keys: [...query].length }),
    );
    call(declareCall('GET', '/api/x'), { access: everyone }, () => ok('Here.'));
  });
  const keys = (count: number, key = 'a') => Array.from({ length: count }, (_, at) => `${key}${at % 2}`).join('&');
  const longest = await measureMaxBlockingTime(async () => {
    const page = await get(`/a?${keys(7000)}`);
    expect([page.statusCode, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect((await get(`/a?react&${keys(60)}`)).json()).toMatchObject({ type: 'error', code: 400 });
    expect((await get(`/api/x?${keys(7000)}`)).json()).toEqual({
      code: 400,
      msg: 'That web address is longer and more complicated than any of ours. Check it, or start from the front page.',
    });
    expect((await get(`/nowhere?${keys(7000)}`)).statusCode).toBe(400);
  });
  // This took half a minute when each value was looked up for each occurrence of its key
  expect(longest).toBeLessThan(1000);
  // Each value is read once, even if its key occurs often
  expect((await get(`/sitedata?${keys(50)}`)).json().keys).toBe(50);
});

onSqlite('the query key `react` requests JSON at any position and with any value', async ({ db }) => {
  const { get } = await siteWith(db, ({ page }) =>
    page('/a', { type: 'post', access: everyone, query: ['q'] }, () => post('a')),
  );
  for (const query of ['?react', '?&react', '?q=b&react', '?react=1&q=b']) {
    expect((await get(`/a${query}`)).json()).toMatchObject({ type: 'post', title: 'a' });
  }
  expect((await get('/a?q=react')).headers['content-type']).toMatch('text/html');
});

onSqlite('HTML may contain a part of the content, and JSON always contains all of it', async ({ db }) => {
  const { get } = await siteWith(db, ({ page }) =>
    page('/a', { type: 'post', access: everyone, trimForHtml: (whole: Post) => ({ ...whole, title: 'part' }) }, () =>
      post('whole'),
    ),
  );
  expect((await get('/a')).body).toBe('<h1>part</h1>');
  expect((await get('/a?react')).json()).toMatchObject({ title: 'whole' });
});

onSqlite('a member’s page is rendered for that member alone and never cached', async ({ db }) => {
  const declare = ({ page }: RouteRegistry) =>
    page('/m', { type: 'post', access: membersOnly }, ({ visitor }) => post(visitor.id));
  const { get } = await siteWith(db, declare, { visitor: member });
  const answer = await get('/m');
  expect(answer.body).toBe(`<h1>${member.id}</h1>`);
  expect(answer.headers['cache-control']).toBe('no-store');
});

onSqlite('a page that nobody may open returns 401 to visitors and 403 to members', async ({ db }) => {
  const declare = ({ page }: RouteRegistry) => page('/m', { type: 'post', access: nobody }, () => post('secret'));
  const signedOut = await (await siteWith(db, declare)).get('/m?react');
  expect([signedOut.statusCode, signedOut.json().type]).toEqual([401, 'post']);
  const signedIn = await (await siteWith(db, declare, { visitor: member })).get('/m?react');
  expect(signedIn.statusCode).toBe(403);
});

onSqlite('an access rule receives the subject of the page, and a missing subject returns 404', async ({ db }) => {
  const own: AccessRule<{ owner: string }> = { name: 'owner', allows: ({ id }, { owner }) => id === owner };
  const things: Record<string, { owner: string }> = { mine: { owner: member.id }, theirs: { owner: 'other' } };
  const declare = ({ page }: RouteRegistry) =>
    page(
      '/thing/:id',
      { type: 'post', access: own, load: async ({ params }: PageRequest) => things[params.id ?? ''] },
      ({ subject }) => post(subject.owner),
    );
  const { get } = await siteWith(db, declare, { visitor: member });
  const statuses = await Promise.all(
    ['mine', 'theirs', 'none'].map(async (id) => (await get(`/thing/${id}`)).statusCode),
  );
  expect(statuses).toEqual([200, 403, 404]);
});

onSqlite(
  'an unknown URL gets an error page with status 404, and a call to an unknown URL gets JSON with code 404',
  async ({ db }) => {
    const { get, post: send } = await siteWith(db, () => {});
    const page = await get('/nowhere?react');
    expect(page.statusCode).toBe(404);
    const { type, code, title, message, content } = page.json();
    expect({ type, code, title, same: content === message }).toEqual({
      type: 'error',
      code: 404,
      title: '404 Not Found',
      same: true,
    });
    expect((await get('/nowhere')).headers['content-type']).toMatch('text/html');
    expect((await send('/nowhere', {})).json()).toMatchObject({ code: 404 });
  },
);

onSqlite(
  'an undecodable path, a control character or a very long URL gets an error page instead of a server error',
  async ({ db }) => {
    const { get } = await siteWith(db, ({ page }) =>
      page('/show/:id', { type: 'post', access: everyone }, () => post('a')),
    );
    for (const address of ['/%', '/%zz', '/show/%E0%A4%A', '/show/a?react&q=%']) {
      const { statusCode } = await get(address);
      expect({ address, statusCode }).toEqual({ address, statusCode: address.includes('?') ? 200 : 400 });
    }
    expect((await get('/%?react')).json()).toMatchObject({ type: 'error', code: 400, title: '400 Bad Request' });
    const unprintable = await get('/show/%00');
    expect(unprintable.statusCode).toBe(404);
    expect(unprintable.body).toBe((await get('/nowhere')).body);
    const long = await get(`/show/${'a'.repeat(5000)}?react`);
    expect(long.json()).toMatchObject({ type: 'error', code: 414, title: '414 URI Too Long' });
  },
);

onSqlite('a malformed URL counts towards the rate limit, and is refused once the limit is reached', async ({ db }) => {
  const { get } = await siteWith(db, () => {});
  const headers = { 'x-forwarded-for': '192.0.2.1' };
  for (const address of ['/%', `/${'a'.repeat(5000)}`]) {
    const { headers: answered } = await get(address, headers);
    expect({ address, counted: 'x-request-id' in answered }).toEqual({ address, counted: true });
  }
  const statuses: number[] = [];
  for (let sent = 2; sent <= 3000; sent += 1) statuses.push((await get('/%', headers)).statusCode);
  expect(statuses.filter((status) => status === 400)).toHaveLength(2998);
  expect(statuses.at(-1)).toBe(429);
});

onSqlite('an internal error page has a plain sentence and no details', async ({ db }) => {
  const { get } = await siteWith(db, ({ page }) =>
    page('/a', { type: 'post', access: everyone }, () => {
      throw new Error('select secret from table');
    }),
  );
  const answer = await get('/a?react');
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toMatch('secret');
  expect(answer.json().message).toBe('An unexpected error occurred. Please try again later.');
});

const contact = z.object({ name: z.string({ error: 'Say who you are.' }).min(1, 'Say who you are.') });

onSqlite('a call’s response has code and msg, and its HTTP status equals the code', async ({ db }) => {
  const { post: send } = await siteWith(db, ({ call }) =>
    call(declareCall('POST', '/api/x', { body: contact }), { access: everyone }, ({ body }) =>
      ok(`Thank you, ${body.name}.`),
    ),
  );
  expect((await send('/api/x', { name: 'Ann', role: 'admin' })).json()).toEqual({ code: 200, msg: 'Thank you, Ann.' });
  const wrong = await send('/api/x', {});
  expect(wrong.statusCode).toBe(400);
  expect(wrong.json()).toMatchObject({ code: 400, fields: { name: 'Say who you are.' } });
});

onEachEngine('a refused call writes nothing to the database', async ({ db }) => {
  const { post: send } = await siteWith(db, (registry) =>
    registry.call(declareCall('POST', '/api/x'), { access: everyone }, () =>
      write(registry.db, async (tx) => {
        await tx.insertInto('setting').values({ name: 'half', value: 'done' }).execute();
        return refuse(409, 'Someone was quicker.');
      }),
    ),
  );
  expect((await send('/api/x', {})).json()).toEqual({ code: 409, msg: 'Someone was quicker.' });
  expect(await db.read.selectFrom('setting').selectAll().execute()).toEqual([]);
});

onSqlite('a visitor without access to a call is refused before the body is read', async ({ db }) => {
  const declare = ({ call }: RouteRegistry) =>
    call(declareCall('POST', '/api/x', { body: contact }), { access: membersOnly }, () => ok('In.'));
  const { post: send } = await siteWith(db, declare);
  const answer = await send('/api/x', '{ this is not JSON', { 'content-type': 'application/json' });
  expect(answer.statusCode).toBe(401);
});

onSqlite('a form on another website can’t call this site', async ({ db }) => {
  const { post: send } = await siteWith(db, ({ call }) =>
    call(declareCall('POST', '/api/x'), { access: everyone }, () => ok('Done.')),
  );
  const from = async (headers: Record<string, string>) => (await send('/api/x', {}, headers)).statusCode;
  expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await from({ 'sec-fetch-site': 'same-site' })).toBe(403);
  expect(await from({ origin: 'https://evil.example' })).toBe(403);
  expect(await from({ origin: 'null' })).toBe(403);
  expect(await from({ origin: 'http://players.example', 'sec-fetch-site': 'same-origin' })).toBe(200);
  expect(await from({})).toBe(200);
});

onSqlite('a body that is too large, malformed or of an unknown type gets status 413, 400 or 415', async ({ db }) => {
  const { post: send } = await siteWith(db, ({ call }) =>
    call(declareCall('POST', '/api/x', { body: contact }), { access: everyone }, () => ok('Done.')),
  );
  const big = await send('/api/x', { name: 'x'.repeat(2_000_000) });
  expect(big.json()).toMatchObject({ code: 413 });
  const broken = await send('/api/x', '{ no', { 'content-type': 'application/json' });
  expect(broken.json()).toMatchObject({ code: 400 });
  const odd = await send('/api/x', 'hello', { 'content-type': 'text/odd' });
  expect(odd.json()).toMatchObject({ code: 415 });
});

const nested = (depth: number, within = '1') => '['.repeat(depth) + within + ']'.repeat(depth);
const asJson = { 'content-type': 'application/json' };

onEachEngine('JSON that is deep, wide or full of invalid values is refused at once', async ({ db }) => {
  const { post: send } = await siteWith(
    db,
    ({ call }) => {
      const accepts = z.object({ any: z.unknown(), names: z.array(z.string()).default([]) });
      call(declareCall('POST', '/api/x', { body: accepts }), { access: everyone }, () => ok('Done.'));
      call(declareCall('POST', '/api/members', { body: accepts }), { access: { ...membersOnly, members: true } }, () =>
        ok('Done.'),
      );
    },
    { visitor: member },
  );
  const statusOf = async (url: string, body: string) => (await send(url, body, asJson)).statusCode;
  const longest = await measureMaxBlockingTime(async () => {
    expect(await statusOf('/api/x', `{"any":${nested(10)}}`)).toBe(200);
    for (const depth of [100, 5000, 30_000]) expect(await statusOf('/api/x', `{"any":${nested(depth)}}`)).toBe(400);
    const wide = Array(25_000).fill(1).join();
    expect(await statusOf('/api/x', `{"any":[${wide}]}`)).toBe(413);
    expect(await statusOf('/api/members', `{"any":${nested(3300, Array(400_000).fill(1).join())}}`)).toBe(400);
    // Brackets within texts don't count as nesting
    const signs = JSON.stringify({ any: `${nested(500)}"\\`, names: [','.repeat(50_000)] });
    expect(await statusOf('/api/members', signs)).toBe(200);
    const wrong = await send('/api/x', `{"names":[${wide.slice(0, 9999)}]}`, asJson);
    expect([wrong.statusCode, Object.keys(wrong.json().fields).length]).toEqual([400, 50]);
  });
  expect(longest).toBeLessThan(1000);
});

onSqlite('JSON with more values than any form has is refused before it is parsed', async ({ db }) => {
  const accepts = z.object({ any: z.unknown() });
  const { post: send } = await siteWith(
    db,
    ({ call }) =>
      call(declareCall('POST', '/api/members', { body: accepts }), { access: { ...membersOnly, members: true } }, () =>
        ok('Done.'),
      ),
    { visitor: member },
  );
  const made = vi.spyOn(JSON, 'parse');
  const statusOf = async (body: string) => (await send('/api/members', body, asJson)).statusCode;
  expect(await statusOf(`{"any":${nested(400_000)}}`)).toBe(400);
  expect(await statusOf(`{"any":[${Array(400_000).fill(1).join()}]}`)).toBe(413);
  expect(await statusOf(`{"any":[${Array(200_000).fill('[]').join()}]}`)).toBe(413);
  expect(made.mock.calls.filter(([text]) => `${text}`.length > 100_000)).toEqual([]);
});

onSqlite('a body may have about 64 kB in visitors’ calls, and 1 MB in members’ calls', async ({ db }) => {
  const accepts = z.object({ text: z.string() });
  const { post: send } = await siteWith(
    db,
    ({ call }) => {
      call(declareCall('POST', '/api/x', { body: accepts }), { access: everyone }, () => ok('Done.'));
      call(declareCall('POST', '/api/members', { body: accepts }), { access: { ...membersOnly, members: true } }, () =>
        ok('Done.'),
      );
    },
    { visitor: member },
  );
  const statusOf = async (url: string, length: number) => (await send(url, { text: 'x'.repeat(length) })).statusCode;
  expect(await statusOf('/api/x', 60_000)).toBe(200);
  expect(await statusOf('/api/x', 70_000)).toBe(413);
  expect(await statusOf('/nowhere', 70_000)).toBe(413);
  expect(await statusOf('/api/members', 1_000_000)).toBe(200);
  expect(await statusOf('/api/members', 1_100_000)).toBe(413);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await send('/api/x', 'text=a&'.repeat(900), form)).statusCode).toBe(400);
  expect((await send('/api/x', `text=a&${'b&'.repeat(1200)}`, form)).statusCode).toBe(413);
});

onSqlite('every response has a content security policy and forbids browsers to guess content types', async ({ db }) => {
  const { get } = await siteWith(db, ({ page }) => page('/a', { type: 'post', access: everyone }, () => post('a')));
  for (const address of ['/a', '/a?react', '/nowhere']) {
    const { headers } = await get(address);
    expect(headers['content-security-policy']).toMatch("default-src 'self'");
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

test('page data cannot close its script element, whatever somebody typed', async () => {
  const { renderDataBlock } = await import('./response/html-document.ts');
  const title = '</script><script>alert(1)</script><!--\u2028';
  const block = renderDataBlock({ title });
  expect(block).not.toMatch(/[<\u2028]/);
  expect(JSON.parse(block)).toEqual({ title });
});

onSqlite('a page that uses another host allows that host in its own policy, and no other page does', async ({ db }) => {
  const map = { 'frame-src': ['https://maps.example'] };
  const { get } = await siteWith(db, ({ page }) => {
    page('/plain', { type: 'post', access: everyone }, () => post('Plain'));
    page('/map', { type: 'post', access: everyone, csp: map }, () => post('Map'));
    page('/by-content', { type: 'post', access: everyone, csp: ({ title }) => (title === 'Map' ? map : {}) }, () =>
      post('Map'),
    );
  });
  const policyOf = async (path: string) => String((await get(path)).headers['content-security-policy']);
  const frames = "frame-src 'self' https://maps.example; ";
  for (const path of ['/map', '/by-content', '/by-content']) {
    expect(await policyOf(path)).toContain(frames);
    expect((await policyOf(path)).replace(frames, '')).toBe(await policyOf('/plain'));
    expect((await get(`${path}?react`)).headers['x-own-document']).toBe('1');
  }
  expect((await get('/plain?react')).headers['x-own-document']).toBeUndefined();
});

onSqlite(
  'a document allows its own inline styles by their hash, cached or not, and a JSON response names no hash',
  async ({ db }) => {
    const { get } = await siteWith(db, ({ page }) => page('/a', { type: 'post', access: everyone }, () => post('a')));
    const policyOf = async (path: string) => String((await get(path)).headers['content-security-policy']);
    for (const address of ['/a', '/a', '/nowhere']) {
      expect(await policyOf(address)).toContain("; style-src 'self' 'sha256-ofTheStyles'");
    }
    expect(await policyOf('/a?react')).not.toContain('sha256');
  },
);

onSqlite('without PUBLIC_URL, absolute links begin with the host that was requested', async ({ db }) => {
  const { get } = await siteWith(db, ({ resource }) =>
    resource('/where', { access: everyone }, ({ origin }) => ({
      status: 200,
      contentType: 'text/plain',
      body: origin,
    })),
  );
  expect((await get('/where')).body).toBe('http://players.example');
});

onEachEngine(
  'the JSON of a list contains all its pages, and is built only once, whichever pages are requested',
  async ({ db }) => {
    let made = 0;
    const part = ({ title }: Post, { query }: PageRequest) => post(`${title}, page ${query.get('page')}`);
    const { get } = await siteWith(db, ({ page }) =>
      page('/list', { type: 'post', access: everyone, query: ['page'], trimForHtml: part }, () => post(`${++made}`)),
    );
    for (const number of [1, 2, 3]) expect((await get(`/list?react&page=${number}`)).json().title).toBe('1');
    expect((await get('/list?page=2')).body).toBe('<h1>2, page 2</h1>');
  },
);

onSqlite('a network gets 600 rendered pages a minute, and cached pages beyond that', async ({ db }) => {
  let made = 0;
  const { get } = await siteWith(db, ({ page }) =>
    page('/a', { type: 'post', access: everyone, query: ['q'] }, ({ query }) => {
      made += 1;
      return post(query.get('q') ?? '');
    }),
  );
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const statuses = new Map<number, number>();
  for (let n = 0; n < 700; n += 1) {
    const { statusCode } = await get(`/a?q=${n}`, from('192.0.2.1'));
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [200, 600],
    [429, 100],
  ]);
  expect(made).toBe(600);
  // The limited network still gets cached pages. Other networks have their own limits, even if they request a page at
  // the same time
  expect((await get('/a?q=1', from('192.0.2.1'))).statusCode).toBe(200);
  expect((await get('/nowhere', from('192.0.2.1'))).statusCode).toBe(429);
  const together = await Promise.all([
    get('/a?q=new', from('192.0.2.2')),
    get('/a?q=new', from('192.0.2.3')),
    get('/a?q=new', from('192.0.2.1')),
  ]);
  expect(together.slice(0, 2).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

onSqlite(
  'a form posted repeatedly gets rendered pages up to its limit, then refusals without a page',
  async ({ db }) => {
    const form = { done: '/done', again: () => post('Try again') };
    const { post: send } = await siteWith(
      db,
      ({ call }) =>
        call(declareCall('POST', '/api/x'), { access: everyone, rateLimit: 'message', form }, () => ok('Sent.')),
      { consumeMessageLimit: async () => ({ waitMs: 30_000 }) },
    );
    const pages: string[] = [];
    for (let sent = 0; sent < 150; sent++) pages.push((await send('/api/x', {}, { accept: 'text/html' })).body);
    expect(pages.filter((body) => body === '<h1>Try again</h1>')).toHaveLength(120);
    expect(pages.at(-1)).toMatch('429 Too Many Requests');
  },
);

onEachEngine('a flood of messages is refused without a database write for each message', async ({ db }) => {
  let counted = 0;
  const consumeMessageLimit = async () => {
    counted += 1;
    return { waitMs: counted > 20 ? 30_000 : 0 };
  };
  const { post: send } = await siteWith(
    db,
    ({ call }) => call(declareCall('POST', '/api/x'), { access: everyone, rateLimit: 'message' }, () => ok('Sent.')),
    { consumeMessageLimit },
  );
  const statuses: number[] = [];
  for (let sent = 0; sent < 150; sent++) statuses.push((await send('/api/x', {})).statusCode);
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(130).fill(429)]);
  expect(counted).toBe(120);
});

onSqlite(
  'a form posted before the script runs leads back to its page, or without a valid referrer to the front page',
  async ({ db }) => {
    const { post: send } = await siteWith(db, ({ call }) =>
      call(declareCall('POST', '/api/x'), { access: everyone }, () => ok('Done.')),
    );
    const from = async (referer: string) => {
      const { statusCode, headers } = await send('/api/x', {}, { accept: 'text/html,*/*;q=0.8', referer });
      return [statusCode, headers.location];
    };
    expect(await from('http://players.example/members/account_settings?a=b#c')).toEqual([
      303,
      '/members/account_settings?a=b',
    ]);
    for (const stranger of [
      '',
      'https://evil.example/x',
      'http://players.example.evil.example/',
      'javascript:alert(1)',
    ]) {
      expect(await from(stranger)).toEqual([303, '/']);
    }
    expect((await send('/api/x', {})).json()).toEqual({ code: 200, msg: 'Done.' });
  },
);

onSqlite('a HEAD request to a call that changes data is refused and changes nothing', async ({ db }) => {
  let done = 0;
  const { fastify, get } = await siteWith(db, ({ call }) =>
    call(declareCall('GET', '/api/x'), { access: everyone, changes: true }, () => ok(`Done ${++done}.`)),
  );
  const headers = { host: 'players.example' };
  expect((await fastify.inject({ method: 'HEAD', url: '/api/x', headers })).statusCode).toBe(403);
  expect(
    (await fastify.inject({ method: 'HEAD', url: '/api/x', headers: { ...headers, accept: '*/*' } })).statusCode,
  ).toBe(403);
  expect(done).toBe(0);
  expect((await get('/api/x')).json()).toEqual({ code: 200, msg: 'Done 1.' });
});

onSqlite('requests from other sites count towards the rate limit before they are refused', async ({ db }) => {
  const { fastify } = await siteWith(db, ({ call }) =>
    call(declareCall('POST', '/api/x'), { access: everyone }, () => ok('Done.')),
  );
  const headers = { host: 'players.example', origin: 'https://evil.example' };
  const send = () => fastify.inject({ method: 'POST', url: '/api/x', headers, remoteAddress: '192.0.2.1' });
  for (let sent = 0; sent < 3000; sent++) await send();
  expect((await send()).statusCode).toBe(429);
});

onSqlite('the response of an overloaded site is a plain HTML page that needs no rendering', async ({ db }) => {
  const { get } = await siteWith(db, ({ page }) =>
    page('/busy', { type: 'post', access: everyone }, () => refuse(503, 'Busy.')),
  );
  expect((await get('/busy')).body).toMatch('<!doctype html>');
});

onSqlite('an impossible host name is never treated as the site’s own', async ({ db }) => {
  const { get } = await siteWith(db, ({ resource }) =>
    resource('/where', { access: everyone }, ({ origin }) => ({
      status: 200,
      contentType: 'text/plain',
      body: origin,
    })),
  );
  const where = async (headers: Record<string, string>) => (await get('/where', headers)).body;
  for (const host of ['', 'a b', 'a"><b>', 'evil@players.example', 'players.example/evil', 'x:99999', '[::1']) {
    expect(await where({ host }), host).toBe('http://localhost');
  }
  expect(await where({ 'x-forwarded-proto': 'javascript' })).toBe('http://players.example');
  expect(await where({ host: 'Players.Example:80' })).toBe('http://players.example');
  expect(await where({ host: '[::1]:3000' })).toBe('http://[::1]:3000');
});

onSqlite('invented host names do not evict cached pages', async ({ db }) => {
  let made = 0;
  const { get } = await siteWith(db, ({ resource }) =>
    resource('/page', { access: everyone }, () => {
      made += 1;
      return { status: 200, contentType: 'text/plain', body: 'x'.repeat(100_000) };
    }),
  );
  await get('/page');
  for (let n = 0; n < 40; n += 1) await get('/page', { host: `invented-${n}.example` });
  expect(made).toBe(41);
  // Exactly ten of these pages fit into the cache
  expect((await get('/page')).statusCode).toBe(200);
  expect(made).toBe(41);
});
