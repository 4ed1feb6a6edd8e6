import { z } from 'zod';
import {
  findValidPerformanceTickets,
  isTicketEmailOn,
  notifyBuyer,
  type TicketWithOrder,
} from '#features/box-office/orders/server/index.ts';
import { formatSeats, sortSeats } from '#features/box-office/performances/seats.ts';
import {
  findPerformance,
  isPerformanceCancelled,
  listPromisedSeats,
  listSeatAssignments,
  type PerformanceWithShow,
  setSeatChangeEmailTime,
  upsertPromisedSeats,
} from '#features/box-office/performances/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { defineJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import { canSendMail } from '#platform/server/mail/index.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { addMs, minute } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import { dismissSeatChangeEmail, type MovedParty, sendSeatChangeEmail } from '../contract.ts';
import { listMovedOrders, type MovedOrder } from '../plan/plan.ts';

const jobKind = 'seats-moved';

/**
 * A plan must have been unchanged for this long before emails are sent, because people try out changes while they plan
 * (milliseconds).
 */
const quietPeriodMs = 10 * minute;

/** Finds the orders for a performance whose seats differ from those promised to their buyers. */
async function findMovedOrders(db: DbReader, performance: Id): Promise<MovedOrder<TicketWithOrder>[]> {
  const promised = mapByTicket(await listPromisedSeats(db, [performance]));
  if (promised.size === 0) return [];
  const rows = (await listSeatAssignments(db, [performance])).filter(({ held_until }) => held_until === null);
  return listMovedOrders(await findValidPerformanceTickets(db, [performance]), promised, mapByTicket(rows));
}

const mapByTicket = (rows: readonly { ticket_id: Id; seat: string }[]): ReadonlyMap<Id, string> =>
  new Map(rows.map(({ ticket_id, seat }) => [ticket_id, seat]));

/** Finds the promised seats by order reference; empty if the performance is over or cancelled. */
export async function findPromisedSeatsByOrder(
  db: DbReader,
  performance: PerformanceWithShow,
  now: Instant,
): Promise<Record<string, string[]>> {
  const { id, starts_at } = performance;
  if (starts_at <= now || isPerformanceCancelled(performance)) return {};
  const promised = mapByTicket(await listPromisedSeats(db, [id]));
  if (promised.size === 0) return {};
  const known = Map.groupBy(
    (await findValidPerformanceTickets(db, [id])).filter((ticket) => promised.has(ticket.id)),
    ({ ref }) => `${ref}`,
  );
  const seatsOf = (own: readonly TicketWithOrder[]) => sortSeats(own.map((ticket) => promised.get(ticket.id) ?? ''));
  return Object.fromEntries([...known].map(([ref, own]) => [ref, seatsOf(own)]));
}

/**
 * Records that a buyer knows the present seats of these tickets, and that the tickets without a seat are seated later.
 */
async function recordKnownSeats(tx: DbTransaction, performance: Id, { tickets }: MovedOrder): Promise<void> {
  const seats = mapByTicket(await listSeatAssignments(tx, [performance]));
  const known = tickets.map(({ id }) => ({ ticket_id: id, performance_id: performance, seat: seats.get(id) ?? '' }));
  await upsertPromisedSeats(tx, known);
}

/**
 * Schedules emails to buyers whose promised seats have changed, to be sent once the plan has been unchanged for a while.
 * Buyers who get their seats back by then receive none. If no seats have changed, cancels emails scheduled earlier.
 * @returns the number of parties whose buyers must be notified
 */
export async function scheduleSeatChangeEmails(
  tx: DbTransaction,
  performance: PerformanceWithShow,
  now: Instant,
): Promise<number> {
  const { id, starts_at } = performance;
  const isAhead = starts_at > now && !isPerformanceCancelled(performance);
  const moved = isAhead ? await findMovedOrders(tx, id) : [];
  if (moved.length === 0) {
    if (performance.tell_seats_at !== null) await setSeatChangeEmailTime(tx, id, null);
    return 0;
  }
  const at = addMs(now, quietPeriodMs);
  await setSeatChangeEmailTime(tx, id, at);
  await queueJob(tx, { kind: jobKind, key: `${id} ${at}`, payload: { performance: id, at }, due: at, at: now });
  return moved.length;
}

interface SeatChangeEmail {
  performance: Id;
  moved: MovedOrder<TicketWithOrder>;
  timeZone: string;
  home: string;
  encryption: Services['encryption'];
  mail: Services['mailTransport'];
  at: Instant;
}

/**
 * Queues the email about a party's seats. Returns false if no email can be sent; somebody then has to notify the party.
 */
async function emailSeatChange(
  tx: DbTransaction,
  { performance: id, moved, timeZone, home, encryption, mail, at }: SeatChangeEmail,
): Promise<boolean> {
  if (!canSendMail(mail)) return false;
  const performance = await findPerformance(tx, id);
  const order = moved.tickets[0]?.order_id;
  if (!performance || order === undefined) return false;
  const when = formatDateTime(formatIsoWithOffset(performance.starts_at, timeZone));
  const about = `${id} ${at}`;
  const sent = await notifyBuyer(tx, {
    kind: 'seats',
    order,
    about,
    news: [formatSeatChange(moved, when)],
    home,
    encryption,
    at,
  });
  if (sent) await recordKnownSeats(tx, id, moved);
  return sent;
}

/** Formats the email's text about the former and the present seats. */
function formatSeatChange({ tickets, before, now }: MovedOrder, when: string): string {
  const had = before.length === 0 ? '' : `You had ${formatSeats(before)} on ${when}.`;
  const has = now.length === 0 ? '' : `Your ${now.length === 1 ? 'seat is' : 'seats are'} ${formatSeats(now)} now.`;
  const lacks =
    now.length < tickets.length ? 'We’ll write again once we know where the rest of your party will sit.' : '';
  const none =
    'You can’t have those seats after all, and we’re sorry. We’ll give you other seats, and write to tell you which ones.';
  return [had || `For ${when}:`, now.length === 0 ? none : has, now.length === 0 ? '' : lacks]
    .filter(Boolean)
    .join(' ');
}

/** Defines the job that sends the scheduled emails to buyers whose seats have moved. */
export const defineSeatChangeEmailJob = ({
  db,
  clock,
  home,
  encryption,
  mailTransport: mail,
}: Pick<Services, 'db' | 'clock' | 'home' | 'encryption' | 'mailTransport'>): JobHandler =>
  defineJob(
    {
      kind: jobKind,
      name: 'Emailing buyers about moved seats',
      payload: z.object({ performance: z.string(), at: z.string() }),
    },
    async ({ payload, signal }) => {
      const found = await findPerformance(db.read, payload.performance);
      const at = clock().toISOString();
      // If the plan was saved again, a later job sends any emails that are still due
      if (found?.tell_seats_at !== payload.at) return undefined;
      if (!isPerformanceCancelled(found) && found.starts_at > at) {
        const { timeZone } = await readSettings(db.read);
        for (const { tickets } of await findMovedOrders(db.read, found.id)) {
          signal.throwIfAborted();
          await write(db, async (tx) => {
            const current = (await findMovedOrders(tx, found.id)).find(
              (one) => one.tickets[0]?.order_id === tickets[0]?.order_id,
            );
            if (current)
              await emailSeatChange(tx, {
                performance: found.id,
                moved: current,
                timeZone,
                home: home(),
                encryption,
                mail,
                at,
              });
          });
        }
      }
      await write(db, async (tx) => {
        const current = await findPerformance(tx, found.id);
        if (current?.tell_seats_at === payload.at) await setSeatChangeEmailTime(tx, found.id, null);
      });
      return undefined;
    },
  );

/** Lists the parties at upcoming performances that still have to be notified of changed seats. */
export async function listMovedParties(
  db: DbReader,
  performances: readonly Id[],
  { timeZone, now }: { timeZone: string; now: Instant },
): Promise<MovedParty[]> {
  const parties: MovedParty[] = [];
  const isOn = await isTicketEmailOn(db, 'seats');
  for (const id of performances) {
    const found = await findPerformance(db, id);
    if (!found || found.starts_at <= now || isPerformanceCancelled(found)) continue;
    const leaves_at = found.tell_seats_at === null || !isOn ? '' : formatIsoWithOffset(found.tell_seats_at, timeZone);
    for (const { tickets, before, now: present } of await findMovedOrders(db, id)) {
      const [first] = tickets;
      if (first) parties.push({ performance_id: id, order_id: first.order_id, before, now: present, leaves_at });
    }
  }
  return parties;
}

type Context = Pick<Services, 'db' | 'encryption' | 'mailTransport'>;

/** Registers the calls that send an email about moved seats at once, or dismiss it. */
export function registerSeatChangeEmailCalls({ call }: RouteRegistry, services: Context): void {
  const access = mayUse('bookings');
  call(sendSeatChangeEmail, { access }, sendEmailNow(services));
  call(dismissSeatChangeEmail, { access }, dismissEmail(services));
}

const sendEmailNow =
  ({ db, encryption, mailTransport: mail }: Context): CallHandler<typeof sendSeatChangeEmail> =>
  async (request) => {
    const { params, body, now: at, home } = request;
    if (!(await findPerformance(request.db, params.id))) refuseNotFound();
    const { timeZone } = await readSettings(request.db);
    const audit = { ...createAuditContext(request, 'seat_change_email.sent'), subject: body.order_id };
    const ref = await write(db, async (tx) => {
      const moved = await requireMovedOrder(tx, params.id, body.order_id);
      if (!(await emailSeatChange(tx, { performance: params.id, moved, timeZone, home, encryption, mail, at }))) {
        return refuse(
          409,
          canSendMail(mail)
            ? 'Nothing was sent: there’s no email address, or this email is switched off. Tell the buyer yourself.'
            : formatCannotEmailMessage({ name: 'the buyer' }),
        );
      }
      const { ref: number = '' } = moved.tickets[0] ?? {};
      await recordAudit(tx, { ...audit, detail: `${number}: ${formatSeats(moved.now)}` });
      return number;
    });
    return ok(`Email sent for order ${ref}.`);
  };

const dismissEmail =
  ({ db }: Context): CallHandler<typeof dismissSeatChangeEmail> =>
  async (request) => {
    const { params, body } = request;
    if (!(await findPerformance(request.db, params.id))) refuseNotFound();
    const audit = { ...createAuditContext(request, 'seat_change_email.dismissed'), subject: body.order_id };
    const ref = await write(db, async (tx) => {
      const moved = await requireMovedOrder(tx, params.id, body.order_id);
      await recordKnownSeats(tx, params.id, moved);
      const { ref: number = '' } = moved.tickets[0] ?? {};
      await recordAudit(tx, { ...audit, detail: `${number}: ${formatSeats(moved.now)}` });
      return number;
    });
    return ok(`No email will be sent for order ${ref}.`);
  };

const requireMovedOrder = async (tx: DbReader, performance: Id, order: Id) =>
  (await findMovedOrders(tx, performance)).find(({ tickets }) => tickets[0]?.order_id === order) ??
  refuse(409, 'This buyer no longer has to be told about seats.');
