import { findValidPerformanceTickets, isTicketEmailOn } from '#features/box-office/orders/server/index.ts';
import {
  formatSeats,
  isPlainSeatMark,
  parseSeatLabel,
  type SeatMarks,
  sortSeats,
} from '#features/box-office/performances/seats.ts';
import {
  countPlaces,
  findPerformance,
  getCapacity,
  type PerformanceWithShow,
  parseHiddenSeats,
  parseSeatMarks,
  savePlan,
  setPlaceCount,
  setTicketPrices,
} from '#features/box-office/performances/server/index.ts';
import { findUserName, mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { canSendMail } from '#platform/server/mail/index.ts';
import {
  changesNotLostMessage,
  createConflictResponse,
  formatConflictNotice,
} from '#platform/shared/calls/conflict.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import { getBoxOfficeSeats, type SaveSeatingBody, saveSeating, updateHouseSeats } from '../contract.ts';
import { withholdOrReleaseSeats } from '../plan/actions.ts';
import { countSeats, isSeat, type Plan } from '../plan/plan.ts';
import {
  listUnseatedOrders,
  parseTypedSeats,
  validateHeldSeats,
  validatePlanSize,
  validatePromisedSeats,
  validateSeatAssignments,
} from '../plan/plan-validation.ts';
import { findPromisedSeatsByOrder, scheduleSeatChangeEmails } from './moved-seats.ts';
import { loadPlanForSale } from './seat-allocation.ts';
import { findTicketPrices, listHeldSeats, loadSeating, saveSeatAssignments } from './store.ts';

type Context = Pick<Services, 'db' | 'mailTransport'>;

/** Registers the calls that save a plan, list the seats for a box-office sale, and withhold or release house seats. */
export function registerSeatingCalls({ call }: RouteRegistry, services: Context): void {
  call(saveSeating, { access: mayUse('bookings') }, saveWholePlan(services));
  call(getBoxOfficeSeats, { access: mayUse('door') }, loadSeatsToSell);
  call(updateHouseSeats, { access: mayUse('bookings') }, withholdOrRelease(services));
}

const loadSeatsToSell: CallHandler<typeof getBoxOfficeSeats> = async ({ db, params, now }) => {
  const performance = (await findPerformance(db, params.id)) ?? refuseNotFound();
  const { rowCount, hiddenSeats, assignments, marks } = await loadPlanForSale(db, performance, { mine: [], now });
  const taken = sortSeats(Object.keys(assignments));
  return ok('Seats loaded.', { rowCount, hiddenSeats: [...hiddenSeats], taken, marks });
};

const saveWholePlan =
  ({ db, mailTransport: mail }: Context): CallHandler<typeof saveSeating> =>
  async (request) => {
    const { body, params, now, visitor } = request;
    const performance = (await findPerformance(request.db, params.id)) ?? refuseNotFound();
    const { timeZone } = await readSettings(request.db);
    const when = formatDateTime(formatIsoWithOffset(performance.starts_at, timeZone));
    const entry = {
      ...createAuditContext(request, 'seating_plan.saved'),
      subject: params.id,
      detail: `${performance.show_title}, ${when}`,
    };
    const saved = await write(db, async (tx) => {
      const change = { id: params.id, body, by: visitor.id, now };
      const current = await savePlanAndPrices(tx, change);
      if (!current) return undefined;
      await recordAudit(tx, entry);
      return { version: current.plan_version, moved: await scheduleSeatChangeEmails(tx, current, now) };
    });
    if (!saved) return describeConflict(db.read, params.id, body.version);
    return ok(`Plan saved.${await formatMoved(db.read, saved.moved, mail)}`, { version: saved.version });
  };

/**
 * Saves a plan with its seats and prices, or refuses all of it.
 * @returns the saved performance; undefined if the plan has changed since the sent version
 */
async function savePlanAndPrices(
  tx: DbTransaction,
  { id, body, by, now }: { id: Id; body: SaveSeatingBody; by: Id; now: Instant },
): Promise<PerformanceWithShow | undefined> {
  const plan = toPlan(body);
  const previous = (await findPerformance(tx, id)) ?? refuseNotFound();
  const before = { rowCount: previous.row_count, hiddenSeats: parseHiddenSeats(previous), assignments: {} };
  const layout = {
    row_count: plan.rowCount,
    hidden_seats: JSON.stringify(plan.hiddenSeats),
    seat_marks: JSON.stringify(keepExistingMarks(plan, body.marks ?? parseSeatMarks(previous))),
  };
  if (!(await savePlan(tx, { id, version: body.version, by, ...layout }))) return undefined;
  const tickets = await findValidPerformanceTickets(tx, [id]);
  const counts = new Map<string, number>();
  for (const { ref } of tickets) counts.set(`${ref}`, (counts.get(`${ref}`) ?? 0) + 1);
  const known = await findPromisedSeatsByOrder(tx, previous, now);
  const nameOf = (ref: string) => tickets.find((ticket) => `${ticket.ref}` === ref)?.name ?? `order ${ref}`;
  const faults = [
    ...validateSeatAssignments(plan, counts),
    ...validateHeldSeats(plan, await listHeldSeats(tx, id, now)),
    ...validatePromisedSeats(plan, { before, known, nameOf }),
  ];
  if (faults.length > 0) refusePlan(limitFaults(faults).join(' '));
  const seated = await saveSeatAssignments(tx, id, { assignments: plan.assignments, tickets, now });
  if (seated !== 'saved') refusePlan(`${formatSeats(seated.taken)}: already taken.`);
  const current = (await findPerformance(tx, id)) ?? refuseNotFound();
  const { sold = 0, held = 0 } = (await countPlaces(tx, [id], now)).get(id) ?? {};
  const sizeFault = validatePlanSize({
    seats: countSeats(plan),
    before: countSeats(before),
    taken: sold + held,
    numbered: current.sells_seats === 1,
    capacity: current.capacity,
    unseated: listUnseatedOrders(plan, tickets),
  });
  if (sizeFault) refusePlan(sizeFault);
  const capacity = getCapacity({ ...current, hidden_seats: plan.hiddenSeats });
  const places = await setPlaceCount(tx, { performance: id, capacity, now });
  if (places !== 'set')
    refusePlan(
      `${places.taken === 1 ? 'One place is' : `${places.taken} places are`} sold or held, but the capacity is ${capacity}.`,
    );
  const prices = await findTicketPrices(tx, current);
  if (Object.entries(body.ticket_pricing).some(([type, pence]) => prices[type] !== pence)) {
    const unknown = await setTicketPrices(tx, id, { pence: new Map(Object.entries(body.ticket_pricing)), by });
    if (unknown.length > 0) refusePlan(`There is no ticket type called ${unknown.join(' or ')}.`);
  }
  return current;
}

const refusePlan = (reason: string): never => refuse(400, `Nothing was saved. ${reason}`);

/** Describes the saved plan to a user who opened an older version. */
async function describeConflict(db: DbReader, id: Id, openedVersion = 0) {
  const { performance, layout, assignments, marks, ticket_pricing, version } = await loadSeating(db, id);
  // Versions after the last save come from seats that were sold or returned
  const isSavedSince = openedVersion < performance.plan_saved;
  const changed_by = isSavedSince ? await findUserName(db, performance.plan_updated_by) : '';
  const cause = isSavedSince
    ? formatConflictNotice(changed_by, 'this plan')
    : 'Seats have been sold or returned since you opened this plan.';
  const current = { layout, assignments, marks, ticket_pricing, version, changed_by };
  return createConflictResponse(`${cause} ${changesNotLostMessage}`, current);
}

/** The maximum number of problems that a refusal names. */
const maxFaults = 20;

const limitFaults = (faults: readonly string[]): readonly string[] =>
  faults.length <= maxFaults
    ? faults
    : [...faults.slice(0, maxFaults), `Further problems: ${faults.length - maxFaults}.`];

/** Formats how many parties have been given other seats, and how they are told; "" if there are none. */
async function formatMoved(db: DbReader, count: number, mail: Services['mailTransport']): Promise<string> {
  if (count === 0) return '';
  const moved = ` ${count === 1 ? 'One party has' : `${count} parties have`} different seats now`;
  if (canSendMail(mail) && (await isTicketEmailOn(db, 'seats')))
    return `${moved}, and ${count === 1 ? 'gets an email in ten minutes if it' : 'get an email in ten minutes if they'} left an email address. Until then you can cancel the email in Manage Bookings.`;
  return `${moved}. ${formatCannotEmailMessage({ isSwitchedOff: canSendMail(mail) })} Manage Bookings lists them.`;
}

/** Converts the request to a plan, without hidden seats in rows that the plan doesn't have. */
function toPlan({ layout: { rowCount, hiddenSeats }, assignments }: SaveSeatingBody): Plan {
  const existing = hiddenSeats.filter((seat) => (parseSeatLabel(seat)?.row ?? rowCount) < rowCount);
  return { rowCount, hiddenSeats: sortSeats(new Set(existing)), assignments };
}

/** Drops the marks of seats that the plan doesn't have, and marks of ordinary seats. */
const keepExistingMarks = (plan: Plan, marks: SeatMarks): SeatMarks =>
  Object.fromEntries(
    sortSeats(Object.keys(marks)).flatMap((seat) => {
      const mark = marks[seat];
      return mark && isSeat(plan, seat) && !isPlainSeatMark(mark) ? [[seat, mark]] : [];
    }),
  );

/** Withholds or releases seats without the planner. */
const withholdOrRelease =
  ({ db }: Pick<Services, 'db'>): CallHandler<typeof updateHouseSeats> =>
  async (request) => {
    const { body, params } = request;
    const performance = (await findPerformance(request.db, params.id)) ?? refuseNotFound();
    const opened = { rowCount: performance.row_count, hiddenSeats: parseHiddenSeats(performance), assignments: {} };
    const typed = parseTypedSeats(body.seats, (seat) => isSeat(opened, seat));
    if ('wrong' in typed) return refuseFields({ seats: typed.wrong });
    const { seats } = typed;
    const reason =
      body.sell === '1'
        ? ''
        : body.reason || refuseFields({ reason: 'Say who the seats are for, or why they’re withheld.' });
    const release = reason === '' ? 0 : body.release;
    const action = reason === '' ? 'house_seats.released' : 'house_seats.withheld';
    const audit = { ...createAuditContext(request, action), subject: params.id, detail: formatSeats(seats) };
    await write(db, async (tx) => {
      const current = (await findPerformance(tx, params.id)) ?? refuseNotFound();
      const { row_count, hidden_seats, plan_version: version } = current;
      const hiddenSeats = parseHiddenSeats(current);
      const plan = { rowCount: row_count, hiddenSeats, assignments: {}, marks: parseSeatMarks(current) };
      const outcome = withholdOrReleaseSeats(plan, { seats, reason, release });
      if ('refused' in outcome) return refuseFields({ seats: outcome.refused.says });
      const seat_marks = JSON.stringify(outcome.plan.marks);
      await savePlan(tx, { id: params.id, version, by: request.visitor.id, row_count, hidden_seats, seat_marks });
      await recordAudit(tx, audit);
    });
    const are = seats.length === 1 ? 'is' : 'are';
    return ok(`${formatSeats(seats)} ${are} ${reason === '' ? 'back on sale to visitors' : 'withheld from visitors'}.`);
  };
