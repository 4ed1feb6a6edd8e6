import { expect } from 'vitest';
import { buildSession, createSession, sessionCookie } from '#features/society/accounts/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { inCast, inCrew } from '#tests/support/society/factories.ts';

/** Creates records of several kinds, so that many routes find their subject. */
async function createRecords({ a, db }: SiteTestContext): Promise<string[]> {
  const credits = [inCast('Ann Hale', 'Hamlet'), inCrew('Dee Moss', 'Director')];
  const show = await a.show({ title: 'Hamlet', credits });
  const person = await db.read.selectFrom('person').select('id').executeTakeFirstOrThrow();
  const waiting = await a.user({ status: 'awaiting' });
  return [
    show,
    await a.post({ show_id: show, type: 'private' }),
    await a.file({ show_id: show }),
    person.id,
    waiting.id,
  ];
}

const cookieFor = async (on: SiteTestContext, userId: string, stage: 'full' | 'second_factor') => {
  const session = buildSession({
    userId,
    stage,
    device: 'Firefox',
    address: '127.0.0.1',
    at: '2026-11-21T12:00:00.000Z',
  });
  await write(on.db, (tx) => createSession(tx, session));
  return `${sessionCookie}=${session.token}`;
};

/**
 * Sends a request with a cookie to every route except webhooks, and returns the status of each response by method and
 * URL.
 */
async function requestEachRoute(
  on: SiteTestContext,
  ids: readonly string[],
  cookie: string,
): Promise<Map<string, number>> {
  const answers = new Map<string, number>();
  for (const { kind, method, path } of on.app.routes) {
    // A webhook reads no session; it refuses every request that has a cookie
    if (kind === 'webhook') continue;
    const addresses = path.includes(':') ? ids.map((id) => path.replace(/:\w+/g, id)) : [path];
    for (const url of addresses) {
      const headers = { host: 'players.example', cookie, 'x-forwarded-for': `192.0.2.${answers.size % 250}` };
      const { statusCode } = await on.app.fastify.inject({ method: method as 'GET', url, headers });
      answers.set(`${method} ${url}`, statusCode);
    }
  }
  return answers;
}

/** The routes that accept a pending session begin with this. */
const secondStep = 'POST /members/api/second_factor';

// Other tests test sessions on both engines, so one engine is enough here
const engines = ['sqlite'] as const;

onEachSite(
  'pending sessions and those of disabled or unapproved accounts add no access but to the second sign-in step',
  async (on) => {
    const ids = await createRecords(on);
    const admin = await on.a.user({ role: 'admin' });
    await on.a.personOf(admin, 'Dee Moss');
    const shut = await on.a.user({ role: 'admin', status: 'deactivated' });
    const waits = await on.a.user({ role: 'admin', status: 'awaiting' });
    const nobody = await requestEachRoute(on, ids, '');
    expect([...nobody.values()].filter((status) => status === 401).length).toBeGreaterThan(100);
    const cookies = {
      'a pending session': await cookieFor(on, admin.id, 'second_factor'),
      'a disabled account’s session': await cookieFor(on, shut.id, 'full'),
      'a disabled account’s pending session': await cookieFor(on, shut.id, 'second_factor'),
      'an unapproved account’s session': await cookieFor(on, waits.id, 'full'),
    };
    for (const [whose, cookie] of Object.entries(cookies)) {
      const answers = await requestEachRoute(on, ids, cookie);
      const other = [...answers].filter(([address, status]) => nobody.get(address) !== status);
      const opened = other.filter(([address]) => !address.startsWith(secondStep));
      expect({ whose, opened }).toEqual({ whose, opened: [] });
    }
  },
  engines,
);

onEachSite(
  'an admin without the required second factor can use only the account settings and the logout of the members’ area',
  async (on) => {
    await on.a.settings({ secondFactorRequired: '1' });
    const ids = await createRecords(on);
    const admin = await on.a.user({ role: 'admin' });
    await on.a.personOf(admin, 'Dee Moss');
    const nobody = await requestEachRoute(on, ids, '');
    const access = new Map(on.app.routes.map(({ method, path, access: name }) => [`${method} ${path}`, name]));
    const open = new Set(['everyone', 'account_settings', 'logout']);
    for (const { method, path } of on.app.routes) {
      const route = `${method} ${path}`;
      if (open.has(access.get(route) ?? '')) continue;
      // Each route gets a new session, so that no route can affect the responses of the others
      const cookie = await cookieFor(on, admin.id, 'full');
      for (const url of path.includes(':') ? ids.map((id) => path.replace(/:\w+/g, id)) : [path]) {
        if (nobody.get(`${method} ${url}`) !== 401) continue;
        const headers = { host: 'players.example', cookie, 'x-forwarded-for': `192.0.2.${url.length}` };
        const { statusCode } = await on.app.fastify.inject({ method: method as 'GET', url, headers });
        // Pages redirect to the missing step, calls are refused, and items that don't exist aren't found
        expect({ route, statusCode }).toEqual({ route, statusCode: expect.toBeOneOf([302, 403, 404]) });
      }
    }
    const { get } = await on.as(admin);
    expect((await get('/members/account_settings')).statusCode).toBe(200);
  },
  engines,
);
