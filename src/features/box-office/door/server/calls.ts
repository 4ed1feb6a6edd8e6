import {
  findOrderBalance,
  findTicketByCode,
  findTicketsById,
  findTicketsByRef,
  type SoldTicket,
} from '#features/box-office/orders/server/index.ts';
import { findPerformance, findSeatsOfTickets } from '#features/box-office/performances/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { notFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { formatTime, type Instant } from '#platform/shared/dates/dates.ts';
import { earlier } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { resolveCheckInTime } from '../arrival.ts';
import * as contract from '../contract.ts';
import { getCountingWindow, isPractice } from '../counting-window.ts';
import { findMoneyWarning } from '../money-warning.ts';
import { isValidTicket, toDoorTicket } from './list.ts';
import { getDoorData } from './pages.ts';
import { insertCheckIn, listTicketCheckIns, recordCheckIn } from './store.ts';

const access = mayUse('door');

/** Registers the calls of a performance's doors. */
export function registerDoorCalls(platform: Platform): void {
  const { call } = platform;
  call(contract.doorList, { access }, loadDoorList(platform));
  call(contract.submitCheckIns, { access }, saveCheckIns(platform));
}

type Context = Pick<Platform, 'db' | 'encryption'>;

const loadDoorList =
  ({ encryption }: Context): CallHandler<typeof contract.doorList> =>
  async ({ db, params, now }) => {
    const { list } = await getDoorData(db, params.id, { encryption, now });
    return ok('', list);
  };

const saveCheckIns =
  ({ db, encryption }: Context): CallHandler<typeof contract.submitCheckIns> =>
  async (request) => {
    const { body, params, now, visitor } = request;
    const { timeZone } = await readSettings(db.read);
    const performance = (await findPerformance(db.read, params.id)) ?? notFound();
    const counts = getCountingWindow(performance.starts_at, timeZone);
    const audit = () => auditContextFrom(request, 'door.invalid_ticket_admitted');
    const desk = {
      ...{ performance: params.id, timeZone, counts, encryption, now },
      ...{ device: body.device, user: visitor.id, audit },
    };
    const marked = await write(db, async (tx) => {
      if (!(await findPerformance(tx, params.id))) notFound();
      const settled: contract.CheckInResult[] = [];
      for (const mark of body.marks) settled.push(await settleCheckIn(tx, desk, mark));
      return settled;
    });
    return ok('', { marked });
  };

/** A device at the doors of a performance, as it sends its check-ins. */
interface CheckInContext {
  performance: Id;
  timeZone: string;
  counts: ReturnType<typeof getCountingWindow>;
  encryption: Platform['encryption'];
  now: Instant;
  device: string;
  user: Id;
  audit: () => Omit<Parameters<typeof recordAudit>[1], 'subject' | 'detail'>;
}

/** Records one check-in, and returns the result that its device shows. */
async function settleCheckIn(
  tx: DbTransaction,
  desk: CheckInContext,
  mark: contract.CheckIn,
): Promise<contract.CheckInResult> {
  const { performance, timeZone, counts, encryption, now } = desk;
  const ticket = await findCheckedTicket(tx, encryption, mark);
  const nothing = { id: mark.id, party: '' };
  if (!ticket) return { ...nothing, outcome: 'unknown' };
  const practice = isPractice(earlier(now, mark.waited), counts) && { practice: true };
  const marks = await listTicketCheckIns(tx, { performance, ticket: ticket.id });
  const row = {
    ...{
      id: mark.id,
      ticket_id: ticket.id,
      performance_id: performance,
      came: mark.came ? (1 as const) : (0 as const),
    },
    ...{ at: resolveCheckInTime(mark, { now, marks }), device: desk.device, user_id: desk.user },
  };
  const refusal = await findRefusal(tx, ticket, desk);
  if (refusal) {
    // A holder who was checked in is inside, even if the ticket has changed since: only a code can still be refused
    if (mark.code === '' && !practice && !marks.some(({ id }) => id === mark.id)) {
      await insertCheckIn(tx, row);
      const detail = `${ticket.ref}: ${formatInvalidArrival(ticket, row, timeZone)}`;
      if (mark.came) await recordAudit(tx, { ...desk.audit(), subject: ticket.order_id, detail });
    }
    return { ...nothing, ...refusal, ...practice };
  }
  const seat = (await findSeatsOfTickets(tx, [ticket.id])).get(ticket.id) ?? '';
  const place = { performance, timeZone, encryption, seat };
  const told = { id: mark.id, party: ticket.order_id, ...practice };
  // A code alone shows nothing about money. Somebody who presses a name has seen the amount due or refunded
  const isIn = marks.some(({ in_by_it }) => in_by_it !== null);
  const pause = mark.code === '' || isIn ? undefined : await findMoneyProblem(tx, ticket.order_id);
  if (pause) return { ...told, outcome: pause, ticket: await toDoorTicket(ticket, marks, place) };
  if (practice) {
    const outcome = mark.came ? (isIn ? 'already' : 'in') : 'out';
    return { ...told, outcome, ticket: await toDoorTicket(ticket, marks, place) };
  }
  const recorded = await recordCheckIn(tx, row);
  const isFirst = recorded.some((own) => own.id === mark.id && own.in_by_it !== null);
  const outcome = mark.came ? (isFirst ? 'in' : 'already') : 'out';
  return { ...told, outcome, ticket: await toDoorTicket(ticket, recorded, place) };
}

async function findCheckedTicket(
  db: DbReader,
  encryption: Platform['encryption'],
  mark: contract.CheckIn,
): Promise<SoldTicket | undefined> {
  if (mark.code !== '') return findTicketByCode(encryption, mark.code, (ref) => findTicketsByRef(db, ref));
  return (await findTicketsById(db, [mark.ticket]))[0];
}

/** Returns the reason why a ticket isn't valid for this performance; undefined if it is. */
async function findRefusal(
  db: DbReader,
  ticket: SoldTicket,
  { performance, timeZone }: Pick<CheckInContext, 'performance' | 'timeZone'>,
): Promise<Pick<contract.CheckInResult, 'outcome' | 'other'> | undefined> {
  if (!isValidTicket(ticket)) return { outcome: 'cancelled' };
  if (ticket.performance_id === performance) return undefined;
  const other = await findPerformance(db, ticket.performance_id);
  if (!other) return { outcome: 'unknown' };
  return {
    outcome: 'other',
    other: { show_title: other.show_title, date: formatIsoWithOffset(other.starts_at, timeZone) },
  };
}

/** Returns the state of an order's money that somebody has to decide on before a code lets its holder in. */
async function findMoneyProblem(tx: DbReader, order: Id) {
  const { sold: price, ...balance } = await findOrderBalance(tx, order);
  return balance.due > 0 ? ('owes' as const) : findMoneyWarning({ price, ...balance })?.outcome;
}

/** "came in at 7.12pm, Front; cancelled since". */
function formatInvalidArrival(
  ticket: SoldTicket,
  { at, device }: { at: string; device: string },
  timeZone: string,
): string {
  const came = `came in at ${formatTime(formatIsoWithOffset(at, timeZone))}${device && `, ${device}`}`;
  if (isValidTicket(ticket)) return `${came}, with a ticket that is now for another performance`;
  const isBefore = ticket.given_back_at !== null && ticket.given_back_at <= at;
  return isBefore ? `${came}, after the ticket was cancelled` : `${came}, cancelled since`;
}
