import {
  findOrderBalance,
  findTicketByCode,
  findTicketsById,
  findTicketsByOrderRef,
  type TicketWithOrder,
} from '#features/box-office/orders/server/index.ts';
import { findPerformanceEvenIfArchived, findSeatsOfTickets } from '#features/box-office/performances/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { formatTime, type Instant } from '#platform/shared/dates/dates.ts';
import { subtractMs } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { getCheckInPeriod, isPracticeCheckIn, resolveCheckInTime } from '../check-ins.ts';
import * as contract from '../contract.ts';
import { findMoneyWarning } from '../shown-party.ts';
import { isValidTicket, toDoorTicket } from './list.ts';
import { loadPerformanceForDoor } from './pages.ts';
import { insertCheckIn, listTicketCheckIns, recordCheckIn } from './store.ts';

const access = mayUse('door');

/** Registers the calls that load the door list and submit check-ins. */
export function registerDoorCalls(registry: RouteRegistry): void {
  const { call } = registry;
  call(contract.getDoorList, { access }, loadDoorList(registry));
  call(contract.submitCheckIns, { access }, saveCheckIns(registry));
}

type Context = Pick<RouteRegistry, 'db' | 'encryption'>;

const loadDoorList =
  ({ encryption }: Context): CallHandler<typeof contract.getDoorList> =>
  async ({ db, params, now }) => {
    const { list, sale } = await loadPerformanceForDoor(db, params.id, { encryption, now });
    return ok('', { ...list, sale });
  };

const saveCheckIns =
  ({ db, encryption }: Context): CallHandler<typeof contract.submitCheckIns> =>
  async (request) => {
    const { body, params, now, visitor } = request;
    const { timeZone } = await readSettings(db.read);
    const performance = (await findPerformanceEvenIfArchived(db.read, params.id)) ?? refuseNotFound();
    const counts = getCheckInPeriod(performance.starts_at, timeZone);
    const audit = () => createAuditContext(request, 'door.invalid_ticket_admitted');
    const context = {
      ...{ performance: params.id, timeZone, counts, encryption, now },
      ...{ device: body.device, user: visitor.id, audit },
    };
    const marked = await write(db, async (tx) => {
      if (!(await findPerformanceEvenIfArchived(tx, params.id))) refuseNotFound();
      const results: contract.CheckInResult[] = [];
      for (const checkIn of body.marks) results.push(await processCheckIn(tx, context, checkIn));
      return results;
    });
    return ok('', { marked });
  };

/** The context that the check-ins of one request share. */
interface CheckInContext {
  performance: Id;
  timeZone: string;
  counts: ReturnType<typeof getCheckInPeriod>;
  encryption: RouteRegistry['encryption'];
  now: Instant;
  device: string;
  user: Id;
  audit: () => Omit<Parameters<typeof recordAudit>[1], 'subject' | 'detail'>;
}

/** Records one check-in, and returns the result for the device. */
async function processCheckIn(
  tx: DbTransaction,
  context: CheckInContext,
  checkIn: contract.CheckIn,
): Promise<contract.CheckInResult> {
  const { performance, timeZone, counts, encryption, now } = context;
  const ticket = await findCheckedTicket(tx, encryption, checkIn);
  const invalid = { id: checkIn.id, party: '' };
  if (!ticket) return { ...invalid, outcome: 'unknown' };
  const practice = isPracticeCheckIn(subtractMs(now, checkIn.waited), counts) && { practice: true };
  const checkIns = await listTicketCheckIns(tx, { performance, ticket: ticket.id });
  const row = {
    ...{
      id: checkIn.id,
      ticket_id: ticket.id,
      performance_id: performance,
      came: checkIn.came ? (1 as const) : (0 as const),
    },
    ...{ at: resolveCheckInTime(checkIn, { now, checkIns }), device: context.device, user_id: context.user },
  };
  const refusal = await findRefusal(tx, ticket, context);
  if (refusal) {
    // The person was admitted by name and is already inside, so the arrival is recorded even if the ticket has changed
    // in the meantime
    if (checkIn.code === '' && !practice && !checkIns.some(({ id }) => id === checkIn.id)) {
      await insertCheckIn(tx, row);
      const detail = `${ticket.ref}: ${formatInvalidArrival(ticket, row, timeZone)}`;
      if (checkIn.came) await recordAudit(tx, { ...context.audit(), subject: ticket.order_id, detail });
    }
    return { ...invalid, ...refusal, ...practice };
  }
  const seat = (await findSeatsOfTickets(tx, [ticket.id])).get(ticket.id) ?? '';
  const place = { performance, timeZone, encryption, seat };
  const valid = { id: checkIn.id, party: ticket.order_id, ...practice };
  // A check-in by name is only sent after the device has shown the amount that is due, refunded or disputed. A scanned
  // code must not admit anybody before door staff have seen that amount
  const isIn = checkIns.some(({ in_by_it }) => in_by_it !== null);
  const problem = checkIn.code === '' || isIn ? undefined : await findMoneyProblem(tx, ticket.order_id);
  if (problem) return { ...valid, outcome: problem, ticket: await toDoorTicket(ticket, checkIns, place) };
  if (practice) {
    const outcome = checkIn.came ? (isIn ? 'already' : 'in') : 'out';
    return { ...valid, outcome, ticket: await toDoorTicket(ticket, checkIns, place) };
  }
  const recorded = await recordCheckIn(tx, row);
  const isFirst = recorded.some((own) => own.id === checkIn.id && own.in_by_it !== null);
  const outcome = checkIn.came ? (isFirst ? 'in' : 'already') : 'out';
  return { ...valid, outcome, ticket: await toDoorTicket(ticket, recorded, place) };
}

async function findCheckedTicket(
  db: DbReader,
  encryption: RouteRegistry['encryption'],
  checkIn: contract.CheckIn,
): Promise<TicketWithOrder | undefined> {
  if (checkIn.code !== '') return findTicketByCode(encryption, checkIn.code, (ref) => findTicketsByOrderRef(db, ref));
  return (await findTicketsById(db, [checkIn.ticket]))[0];
}

/** Returns the outcome for a ticket that isn't valid for this performance; undefined if the ticket is valid. */
async function findRefusal(
  db: DbReader,
  ticket: TicketWithOrder,
  { performance, timeZone }: Pick<CheckInContext, 'performance' | 'timeZone'>,
): Promise<Pick<contract.CheckInResult, 'outcome' | 'other'> | undefined> {
  if (!isValidTicket(ticket)) return { outcome: 'cancelled' };
  if (ticket.performance_id === performance) return undefined;
  const other = await findPerformanceEvenIfArchived(db, ticket.performance_id);
  if (!other) return { outcome: 'unknown' };
  return {
    outcome: 'other',
    other: { show_title: other.show_title, date: formatIsoWithOffset(other.starts_at, timeZone) },
  };
}

/**
 * Finds a problem with an order's money, about which a person has to decide before the order's tickets admit anybody.
 */
async function findMoneyProblem(tx: DbReader, order: Id) {
  const { sold: price, ...balance } = await findOrderBalance(tx, order);
  return balance.due > 0 ? ('owes' as const) : findMoneyWarning({ price, ...balance })?.outcome;
}

/** Formats an arrival on an invalid ticket for the audit log: "came in at 7.12pm, Front, cancelled since". */
function formatInvalidArrival(
  ticket: TicketWithOrder,
  { at, device }: { at: string; device: string },
  timeZone: string,
): string {
  const came = `came in at ${formatTime(formatIsoWithOffset(at, timeZone))}${device && `, ${device}`}`;
  if (isValidTicket(ticket)) return `${came}, with a ticket that is now for another performance`;
  const isBefore = ticket.given_back_at !== null && ticket.given_back_at <= at;
  return isBefore ? `${came}, after the ticket was cancelled` : `${came}, cancelled since`;
}
