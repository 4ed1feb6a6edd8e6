import type { RegisterRoute } from './api-server.ts';
import { createNotFoundError } from './errors.ts';
import type { Journal } from './journal.ts';

/** The page size of Square's list of disputes. */
const pageSize = 50;

/** Registers the routes of disputes, which are listed by state and location with a cursor. */
export function registerDisputeRoutes(serve: RegisterRoute, journal: Journal): void {
  serve('GET', '/v2/disputes', ({ query }) => {
    const states = query.states?.split(',');
    const all = journal
      .all('dispute')
      .filter(({ state }) => states === undefined || states.includes(state))
      .filter(({ location_id }) => query.location_id === undefined || location_id === query.location_id);
    const begin = Number(query.cursor ?? 0) || 0;
    const next = begin + pageSize;
    return { disputes: all.slice(begin, next), ...(next < all.length ? { cursor: String(next) } : {}) };
  });
  serve('GET', '/v2/disputes/:id', ({ params: { id = '' } }) => {
    const dispute = journal.get('dispute', id);
    if (!dispute) throw createNotFoundError(`Dispute ${id}`);
    return { dispute };
  });
}
