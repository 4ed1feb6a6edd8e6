import { mayUse } from '#features/accounts/server/index.ts';
import { dueOfOrder, type SoldTicket, ticketByCode, ticketsById, ticketsByRef } from '#features/orders/server/index.ts';
import { findPerformance } from '#features/performances/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import { type Reading, type Writing, writeQuietly } from '#platform/server/database/index.ts';
import { ok } from '#platform/server/http/call.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { notFound } from '#platform/server/http/refusal.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import { arrivalTime } from '../arrival.ts';
import * as contract from '../contract.ts';
import { doorTicket, isComing } from './list.ts';
import { atDoor } from './pages.ts';
import { marksOf, recordMark } from './store.ts';

const access = mayUse('door');

/** What the doors of a performance ask and tell. */
export function doorCalls({ call, db, encryption }: Platform): void {
  call(contract.doorList, { access }, async ({ db: reading, params, now }) => {
    const { list } = await atDoor(reading, params.id, { encryption, now });
    return ok('', list);
  });

  call(contract.markArrivals, { access }, async ({ body, params, now, visitor }) => {
    const { timeZone } = await readSettings(db.read);
    const place = { performance: params.id, timeZone, encryption };

    const find = async (reading: Reading, mark: contract.Mark): Promise<SoldTicket | undefined> => {
      if (mark.code !== '') return ticketByCode(encryption, mark.code, (ref) => ticketsByRef(reading, ref));
      return (await ticketsById(reading, [mark.ticket]))[0];
    };

    const settle = async (tx: Writing, mark: contract.Mark): Promise<contract.Marked> => {
      const ticket = await find(tx, mark);
      const nothing = { id: mark.id, party: '' };
      if (!ticket) return { ...nothing, outcome: 'unknown' };
      if (!isComing(ticket)) return { ...nothing, outcome: 'cancelled' };
      if (ticket.performance_id !== params.id) {
        const other = await findPerformance(tx, ticket.performance_id);
        if (!other) return { ...nothing, outcome: 'unknown' };
        const date = withOffset(other.starts_at, timeZone);
        return { ...nothing, outcome: 'other', other: { show_title: other.show_title, date } };
      }
      const told = { id: mark.id, party: ticket.order_id };
      // A code alone says nothing of money. Somebody who presses a name has seen what is owed
      const owes = mark.code !== '' && (await dueOfOrder(tx, ticket.order_id)) > 0;
      if (owes) {
        const marks = await marksOf(tx, { performance: params.id, ticket: ticket.id });
        return { ...told, outcome: 'owes', ticket: await doorTicket(ticket, marks, place) };
      }
      const marks = await recordMark(tx, {
        ...{ id: mark.id, ticket_id: ticket.id, performance_id: params.id, came: mark.came ? 1 : 0 },
        at: arrivalTime(mark, { now, marks: await marksOf(tx, { performance: params.id, ticket: ticket.id }) }),
        ...{ device: body.device, user_id: visitor.id },
      });
      const isFirst = marks.some((own) => own.id === mark.id && own.in_by_it !== null);
      const outcome = mark.came ? (isFirst ? 'in' : 'already') : 'out';
      return { ...told, outcome, ticket: await doorTicket(ticket, marks, place) };
    };

    const marked = await writeQuietly(db, async (tx) => {
      if (!(await findPerformance(tx, params.id))) notFound();
      const settled: contract.Marked[] = [];
      for (const mark of body.marks) settled.push(await settle(tx, mark));
      return settled;
    });
    return ok('', { marked });
  });
}
