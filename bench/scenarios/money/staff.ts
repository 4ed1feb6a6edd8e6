import { measureMaxBlockingTime } from '#tests/support/measures/processor-time.ts';
import { createAudience } from '#tests/support/society/audience.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { median, type Scenario } from '../../figures.ts';
import { createAdminCookie } from '../../signed-in.ts';
import { withSociety } from '../process/hold-ups.ts';

/**
 * Measures how long other requests wait while the site handles staff requests: for a house with 240 orders, and for the
 * longest list that may be pasted.
 */
export const staffCallsScenario: Scenario = {
  title: 'Staff print, export and paste: how long the event loop is blocked (240 orders, median of five)',
  measure: () =>
    withSociety(async ({ app, db, storage }) => {
      const a = createFactories(db, storage);
      const cookie = await createAdminCookie(a, db);
      const parties = Array.from({ length: 240 }, (_, n) => [`Ann Lark ${n}`, 2] as const);
      const { performance, show } = await createAudience(a, db, { title: 'The Tempest', parties, rows: 40 });
      const seating = `/members/bookings/seating/${performance}`;
      const read = { list: `${'"a'.repeat(90_000)} ann@members.example` };
      const requests = [
        ['printed tickets', 'GET', `${seating}/tickets`],
        ['printed tickets as JSON', 'GET', `${seating}/tickets?react`],
        ['the seating plan', 'GET', seating],
        ['the plan for the wall', 'GET', `${seating}/wall`],
        ['orders as JSON', 'GET', `/members/api/orders/${show.id}`],
        ['orders of a show', 'GET', `/members/bookings?show=${show.id}`],
        ['a pasted list of people to invite', 'POST', '/members/api/admin/invitations/read', read],
      ] as const;
      const figures = [];
      for (const [name, method, url, payload] of requests) {
        const times: number[] = [];
        for (let run = 0; run < 6; run += 1) {
          const held = await measureMaxBlockingTime(async () => {
            const headers = { host: 'players.example', cookie };
            const response = await app.fastify.inject({ method, url, headers, ...(payload && { payload }) });
            if (response.statusCode !== 200) throw new Error(`${url} responded with ${response.statusCode}.`);
          });
          // The first run has a figure of its own, because it also compiles the code
          if (run === 0) figures.push({ name: `${name}, the first time`, value: held, unit: 'ms' as const });
          else times.push(held);
        }
        figures.push({ name, value: median(times), unit: 'ms' as const, atMost: 50 });
      }
      return figures;
    }),
};
