import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Engine } from '#platform/server/database/index.ts';
import { buildRouteUrl, loadRouteCases, type UserKind, userKinds } from '#tests/support/routes/route-cases.ts';
import { createRouteSubjects } from '#tests/support/routes/route-subjects.ts';
import { onEachSite } from '#tests/support/site/app.ts';

/**
 * Returns the kinds of visitors to try. The rules are the same on both engines. On PostgreSQL, where each request takes
 * three times as long, only one kind is tried for each expected response: the first.
 */
const kindsToTry = (engine: Engine, line: Record<UserKind, number>): readonly UserKind[] =>
  engine === 'sqlite'
    ? userKinds
    : userKinds.filter((kind) => userKinds.find((first) => line[first] === line[kind]) === kind);

// The access matrix: the response to each kind of visitor from every page, call and resource. Each route has a line in
// its domain's `routes.cases.ts`. The test fails for a route without a line, and for a line without a route.
onEachSite('every page, call and resource gives each kind of visitor the response in the access matrix', async (on) => {
  const { app, engine } = on;
  const { ids, users } = await createRouteSubjects(on);
  const cases = await loadRouteCases();
  const routes = new Map(app.routes.map((route) => [`${route.method} ${route.path}`, route]));
  expect(cases.map(({ route }) => route).sort()).toEqual([...routes.keys()].sort());
  // Routes that only show something are tested first, before others delete anything
  const changes = ({ route }: { route: string }) => Number(routes.get(route)?.changes);
  for (const [at, { route, line }] of cases.toSorted((one, other) => changes(one) - changes(other)).entries()) {
    // Without a pause, a thousand requests would look like overload, and the site would refuse some
    await setImmediate();
    const { method, path, types } = routes.get(route) ?? { method: 'GET', path: '' };
    const address = buildRouteUrl({ method, path }, line, ids, app.routes);
    for (const kind of kindsToTry(engine, line)) {
      // Each request has its own session, because some routes end the session
      const { get, send } = kind === 'signedOut' ? on : await on.as(users[kind]);
      // Each route that changes something is called from its own client address, so that no rate limit applies: rate
      // limits are tested elsewhere
      const from = { 'x-forwarded-for': `198.18.${at >> 8}.${at % 256}` };
      const { statusCode } = method === 'GET' ? await get(address) : await send(method, address, from);
      expect({ route, kind, statusCode }).toEqual({ route, kind, statusCode: line[kind] });
    }
    // A page that only redirects has no screen
    const isSeen = types?.some((type) => type !== 'redirect') ?? false;
    expect({ route, isSeen: line.looks !== undefined }).toEqual({ route, isSeen });
    for (const { page } of types ? [on, await on.as(users.admin)] : []) {
      const { content } = await page(address);
      expect({ route, types: [...(types ?? []), 'login', 'error'] }).toEqual({
        route,
        types: expect.arrayContaining([content.type]),
      });
    }
  }
});
