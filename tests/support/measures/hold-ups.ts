// Measures how long other visitors wait while one visitor sends the largest input that a route accepts. Used by the
// test that guards against careless loops, and for the figures of `npm run bench -- hold-ups`.
import type { AddressInfo } from 'node:net';
import { createShows } from '#features/archive/shows/server/index.ts';
import { buildSession, createSession, sessionCookie } from '#features/society/accounts/server/index.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import type { Route } from '#platform/server/http/routes/route.ts';
import { generateLargeArchive } from '../../../bench/large-society.ts';
import type { BuiltApp } from '../../../src/app.ts';
import { type Factories, inCrew } from '../society/factories.ts';
import { buildLargestInputs } from '../society/largest-inputs.ts';
import { measureMaxBlockingTime } from './processor-time.ts';

interface Society {
  app: BuiltApp;
  a: Factories;
  db: Database;
}

export interface RouteBlockingTime {
  route: string;
  /** The kind of user who sent the request. */
  kind: string;
  /** The name of the input, such as "a search of one long word". */
  what: string;
  status: number;
  /** The longest time, in milliseconds, for which the event loop was blocked. */
  held: number;
}

/**
 * Creates records, some with texts that are slow to render. Returns a function that fills a path's parameters with
 * their ids.
 */
async function createPathFiller({ a, db }: Society): Promise<(path: string) => string> {
  const show = await a.show({ title: 'Hamlet', credits: [inCrew('Dee Moss', 'Director')], date: '2026-12-01' });
  const { id: person } = await db.read
    .selectFrom('person')
    .select('id')
    .where('name', '=', 'Dee Moss')
    .executeTakeFirstOrThrow();
  await a.blogPost({ content: `/media/ \n${'#\n'.repeat(49_000)}` });
  const ids: [RegExp, string][] = [
    [/:show_id/, show],
    [/blog/, await a.blogPost({ content: `[a]: /${'x'.repeat(1900)}\n\n${'[a]'.repeat(30_000)}` })],
    [/post/, await a.post({ show_id: show, content: '- a\n'.repeat(25_000) })],
    [/file/, await a.file({ show_id: show })],
    [/media/, await a.picture()],
    [/mails/, await a.mail({ status: 'sent' })],
    [/messages/, await a.message()],
    [/corrections\/:id/, await a.correction({ show_id: show })],
    [/users|registrations/, (await a.user()).id],
    [/people|person|past-shows\/member/, person],
  ];
  return (path) => {
    const id = ids.find(([pattern]) => pattern.test(path))?.[1] ?? show;
    return path.replace(':kind', 'contact').replace(/:\w+/, id).replace(/:\w+/g, 'a');
  };
}

/**
 * Returns a sort key. GET routes come first, while everything exists; then calls with a body; and last those without,
 * such as deletions.
 */
const getTryOrder = ({ method, schemas }: Route) => (method === 'GET' ? 0 : schemas?.body ? 1 : 2);

/**
 * Sends each route its largest inputs: anonymously if the route is for everyone, otherwise as an admin or, if admins have
 * no access, as another kind of user who has.
 */
export async function measureEveryRoute(society: Society, now: string): Promise<RouteBlockingTime[]> {
  const { app, a, db } = society;
  const archive = [...generateLargeArchive(300)];
  await write(db, (tx) => createShows(tx, archive, { now, by: null }));
  const addressOf = await createPathFiller(society);
  const director = await a.user();
  await a.personOf(director, 'Dee Moss');
  const kinds = {
    nobody: undefined,
    admin: await a.user({ role: 'admin' }),
    director,
    author: await a.user({ role: 'author' }),
    member: await a.user(),
  };
  // The site has to listen, because files are sent over a real connection
  if (!app.fastify.server.listening) await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const site = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`;

  const results: RouteBlockingTime[] = [];
  const routes = app.routes.toSorted((one, other) => getTryOrder(one) - getTryOrder(other));
  for (const [route, inputs] of buildLargestInputs(routes)) {
    for (const [kind, user] of Object.entries(kinds)) {
      // Only routes for everyone are tried anonymously
      if ((route.access === 'everyone') !== (user === undefined)) continue;
      let may = true;
      for (const { what, query = '', headers = {}, payload, form } of inputs) {
        // Each try has its own session, because some routes end it, and its own client address, because each address
        // has rate limits
        const from: Record<string, string> = {
          'x-forwarded-for': `198.18.${results.length >> 8}.${results.length & 255}`,
        };
        if (user) {
          const some = { userId: user.id, stage: 'full', device: 'Firefox', address: '127.0.0.1' } as const;
          const session = buildSession({ ...some, at: now });
          await write(db, (tx) => createSession(tx, session));
          from.cookie = `${sessionCookie}=${session.token}`;
        }
        const url = addressOf(route.path) + query;
        let status = 0;
        const ms = await measureMaxBlockingTime(async () => {
          if (form) {
            const response = await fetch(site + url, { method: route.method, body: form, headers: from });
            await response.arrayBuffer();
            status = response.status;
            return;
          }
          const request = { method: route.method, url, headers: { host: 'players.example', ...from, ...headers } };
          status = (await app.fastify.inject(payload === undefined ? request : { ...request, payload })).statusCode;
        });
        results.push({ route: `${route.method} ${route.path}`, kind, what, status, held: ms });
        may = status !== 401 && status !== 403;
        if (!may) break;
      }
      if (may) break;
    }
  }
  return results;
}
