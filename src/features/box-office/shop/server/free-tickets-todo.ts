import { formatCount } from '#platform/server/feature/admin-todos.ts';
import type { AdminTodo } from '#platform/server/feature/feature.ts';
import { unconfirmedPath } from '../paths.ts';
import { listBasketsForBoxOffice } from './basket-store.ts';

/** Free tickets that the box office has to confirm, because no email can be sent to their buyers. */
export const freeTicketsTodo: AdminTodo = {
  tool: '',
  waiting: async ({ db, now }) => {
    const byShow = Map.groupBy(await listBasketsForBoxOffice(db, now), ({ show_id }) => show_id);
    return [...byShow].map(([show, { length }]) => ({
      words: `${formatCount(length, 'booking', 'bookings')} of free tickets ${length === 1 ? 'waits' : 'wait'} to be confirmed`,
      link: unconfirmedPath(show),
    }));
  },
  nudge: { kind: 'free_tickets', item: 'bookings', action: 'Confirm them' },
};
