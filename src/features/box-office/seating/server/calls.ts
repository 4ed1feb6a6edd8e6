import { findValidTickets } from '#features/box-office/orders/server/index.ts';
import { capacityOf } from '#features/box-office/performances/capacity.ts';
import { formatSeats, parseSeatLabel, sortSeats } from '#features/box-office/performances/seat-labels.ts';
import { isPlain, type SeatMarks } from '#features/box-office/performances/seat-marks.ts';
import {
  countPlaces,
  type FoundPerformance,
  findPerformance,
  hiddenSeats,
  savePlan,
  seatMarks,
  setPlaces,
  setPrices,
} from '#features/box-office/performances/server/index.ts';
import { findUserName, mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { notFound, refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { canSendMail } from '#platform/server/mail/index.ts';
import { createConflict } from '#platform/shared/calls/conflict.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { saveSeating } from '../contract.ts';
import { countSeats, isSeat, type Plan } from '../plan/plan.ts';
import {
  listUnseatedOrders,
  validateHeldSeats,
  validatePlan,
  validatePlanSize,
  validatePromisedSeats,
} from '../plan/plan-validation.ts';
import { findPromisedSeatsByOrder, scheduleSeatChangeLetters } from './moved-seats.ts';
import { currentSeating, heldSeats, pricesAt, saveSeats } from './store.ts';

type Context = Pick<Services, 'db' | 'mailTransport'>;

/** Saves a plan whole, or refuses it whole and lists the invalid seats. */
export function seatingCalls({ call }: Platform, services: Context): void {
  call(saveSeating, { access: mayUse('bookings') }, saveWholePlan(services));
}

const saveWholePlan =
  ({ db, mailTransport: mail }: Context): CallHandler<typeof saveSeating> =>
  async (request) => {
    const { body, params, now, visitor } = request;
    const performance = (await findPerformance(request.db, params.id)) ?? notFound();
    const { timeZone } = await readSettings(request.db);
    const plan = planIn(body);
    const when = formatDateTime(formatIsoWithOffset(performance.starts_at, timeZone));
    const entry = {
      ...auditContextFrom(request, 'seating_plan.saved'),
      subject: params.id,
      detail: `${performance.show_title}, ${when}`,
    };
    const { show_id } = performance;
    const pricedAnew = async (reading: DbReader) => {
      const prices = await pricesAt(reading, { id: params.id, show_id });
      return Object.entries(body.ticket_pricing).some(([type, pence]) => prices[type] !== pence);
    };
    const markedAnew = (was: FoundPerformance) => JSON.stringify(marksIn(plan, body.marks ?? seatMarks(was)));
    const done = await write(db, async (tx) => {
      const was = (await findPerformance(tx, params.id)) ?? notFound();
      const seats = { row_count: plan.rowCount, hidden_seats: JSON.stringify(plan.hiddenSeats) };
      const layout = { ...seats, seat_marks: markedAnew(was) };
      const before = { rowCount: was.row_count, hiddenSeats: hiddenSeats(was), assignments: {} };
      if (!(await savePlan(tx, { id: params.id, version: body.version, by: visitor.id, ...layout }))) return undefined;
      const tickets = await findValidTickets(tx, [params.id]);
      const counts = new Map<string, number>();
      for (const { ref } of tickets) counts.set(`${ref}`, (counts.get(`${ref}`) ?? 0) + 1);
      const held = await heldSeats(tx, params.id, now);
      const known = await findPromisedSeatsByOrder(tx, was, now);
      const nameOf = (ref: string) => tickets.find((ticket) => `${ticket.ref}` === ref)?.name ?? `order ${ref}`;
      const faults = [
        ...validatePlan(plan, counts),
        ...validateHeldSeats(plan, held),
        ...validatePromisedSeats(plan, { before, known, nameOf }),
      ];
      if (faults.length > 0) refuse(400, `Nothing was saved. ${shortened(faults).join(' ')}`);
      const seated = await saveSeats(tx, params.id, { assignments: plan.assignments, tickets, now });
      if (seated !== 'saved') refuse(400, `Nothing was saved. ${formatSeats(seated.taken)}: already taken.`);
      const current = (await findPerformance(tx, params.id)) ?? notFound();
      const { sold = 0, held: holding = 0 } = (await countPlaces(tx, [params.id], now)).get(params.id) ?? {};
      const small = validatePlanSize({
        ...{ seats: countSeats(plan), before: countSeats(before), taken: sold + holding },
        ...{
          numbered: current.sells_seats === 1,
          capacity: current.capacity,
          unseated: listUnseatedOrders(plan, tickets),
        },
      });
      if (small) refuse(400, `Nothing was saved. ${small}`);
      const capacity = capacityOf({ ...current, hidden_seats: plan.hiddenSeats });
      const set = await setPlaces(tx, { performance: params.id, capacity, now });
      if (set !== 'set')
        refuse(400, `Nothing was saved. ${set.taken} places are sold or held, but the capacity is ${capacity}.`);
      const unknown = (await pricedAnew(tx))
        ? await setPrices(tx, params.id, { pence: new Map(Object.entries(body.ticket_pricing)), by: visitor.id })
        : [];
      if (unknown.length > 0) refuse(400, `Nothing was saved. There is no ticket type called ${unknown.join(' or ')}.`);
      await recordAudit(tx, entry);
      return { version: current.plan_version, moved: await scheduleSeatChangeLetters(tx, current, now) };
    });
    if (done === undefined) {
      const { performance: now, layout, assignments, marks, ticket_pricing } = await currentSeating(db.read, params.id);
      const isSaved = (body.version ?? 0) < now.plan_saved;
      const changed_by = isSaved ? await findUserName(db.read, now.plan_updated_by) : '';
      const what = isSaved
        ? `${changed_by || 'Someone else'} has saved this plan since you opened it.`
        : 'Seats were sold or returned since you opened this plan.';
      const current = { layout, assignments, marks, ticket_pricing, version: now.plan_version, changed_by };
      return createConflict(`${what} Your changes aren’t lost: choose what to keep.`, current);
    }
    return ok(`Plan saved.${formatMoved(done.moved, mail)}`, { version: done.version });
  };

/** The number of sentences that somebody reads. */
const mostFaults = 20;

const shortened = (faults: readonly string[]): readonly string[] =>
  faults.length <= mostFaults
    ? faults
    : [...faults.slice(0, mostFaults), `And ${faults.length - mostFaults} more problems like these.`];

const formatMoved = (count: number, mail: Services['mailTransport']): string => {
  if (count === 0) return '';
  const moved = ` ${count === 1 ? 'One party has' : `${count} parties have`} different seats now`;
  return canSendMail(mail)
    ? `${moved} and will get an email in ten minutes. You can cancel it in Manage Bookings.`
    : `${moved}. This site can’t send email: tell them yourself. Manage Bookings lists them.`;
};

/** Returns the plan that was sent, without hidden seats in missing rows. */
function planIn({
  layout: { rowCount, hiddenSeats },
  assignments,
}: {
  layout: { rowCount: number; hiddenSeats: readonly string[] };
  assignments: Readonly<Record<string, string>>;
}): Plan {
  const there = hiddenSeats.filter((seat) => (parseSeatLabel(seat)?.row ?? rowCount) < rowCount);
  return { rowCount, hiddenSeats: sortSeats(new Set(there)), assignments };
}

/** Returns the marks of seats that exist. */
const marksIn = (plan: Plan, marks: SeatMarks): SeatMarks =>
  Object.fromEntries(
    sortSeats(Object.keys(marks)).flatMap((seat) => {
      const mark = marks[seat];
      return mark && isSeat(plan, seat) && !isPlain(mark) ? [[seat, mark]] : [];
    }),
  );
