import { expect } from 'vitest';
import { measureEveryRoute } from '#tests/support/measures/hold-ups.ts';
import { onEachSite } from '#tests/support/site/app.ts';

/**
 * The maximum time in milliseconds between two turns of the event loop. The site promises fifty, which `npm run bench
 * -- hold-ups` checks. This limit leaves room for slow machines; a careless loop over a stranger's input takes far
 * longer.
 */
const maxBlockedMs = 500;

// SQLite only: it runs within the event loop, so a query's time counts too. PostgreSQL blocks the loop for less time.
const engines = ['sqlite'] as const;

onEachSite(
  'no route’s largest input blocks the event loop for half a second',
  async (on) => {
    const results = await measureEveryRoute(on, '2026-11-21T12:00:00.000Z');
    expect(new Set(results.map(({ route }) => route)).size).toBe(on.app.routes.length);
    expect(results.filter(({ status }) => status >= 500)).toEqual([]);
    expect(results.filter(({ held: ms }) => ms > maxBlockedMs)).toEqual([]);
  },
  engines,
);
