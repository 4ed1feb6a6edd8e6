import { findShow } from '#features/archive/shows/server/index.ts';
import { findUserName, mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import {
  ConfirmationRequiredError,
  refuse,
  refuseFields,
  refuseNotFound,
} from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import { canSendMail, describeQueuedEmailToPerson } from '#platform/server/mail/index.ts';
import {
  changesNotLostMessage,
  createConflictResponse,
  formatConflictNotice,
} from '#platform/shared/calls/conflict.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset, toInstant, toLocalTime } from '#platform/shared/dates/local-time.ts';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import * as contract from '../contract.ts';
import { shiftLocalTime } from '../performance-rules.ts';
import { updateShowRun } from './announced-run.ts';
import { findShowToSellTicketsFor } from './performance-lists.ts';
import { countPlaces, getCapacity, setPlaceCount } from './places.ts';
import { parseHiddenSeats } from './seating-plan.ts';
import {
  countPerformances,
  createPerformance,
  deletePerformanceRow,
  findPerformance,
  hasPerformanceAt,
  type PerformanceWithShow,
  savePerformance,
  setPerformanceCancelled,
} from './store.ts';

const access = mayUse('bookings');

type Context = Pick<Services, 'db' | 'all' | 'mailTransport'>;

/** Registers the calls that add, change, cancel, restore and delete performances. */
export function registerPerformanceCalls({ call }: RouteRegistry, services: Context): void {
  call(contract.addPerformance, { access }, addPerformance);
  call(contract.changePerformance, { access }, changePerformance(services));

  // Requires re-authentication, because buyers who paid by card get refunds
  call(contract.cancelPerformance, { access, requiresReauthentication: true }, cancelOrRestore(services, true));
  call(contract.restorePerformance, { access }, cancelOrRestore(services, false));
  call(contract.deletePerformance, { access }, removePerformance(services));
}

const addPerformance: CallHandler<typeof contract.addPerformance> = async (request) => {
  const { body, now, once } = request;
  const id = newId();
  const { timeZone } = await readSettings(request.db);
  const show_id = body.show_id || (await findShowToSellTicketsFor(request.db, request))?.id;
  if (show_id === undefined) {
    return refuse(409, 'No show is announced yet. Add the show first, then its performances.');
  }
  const starts_at = toInstant(body.datetime, timeZone);
  const when = formatDateTime(formatIsoWithOffset(starts_at, timeZone));
  const entry = { ...createAuditContext(request, 'performance.added'), subject: show_id };
  return once(async (tx) => {
    const show = (await findShow(tx, show_id)) ?? refuseUnknownShow();
    if (show.cancelled) refuse(409, `${show.title} is cancelled, so it can’t have new performances.`);
    if (await hasPerformanceAt(tx, { show_id, starts_at })) refuseFields(duplicateTimeError);
    if ((await countPerformances(tx, show_id)) >= contract.maxPerformancesPerShow) {
      refuse(409, `${show.title} already has ${contract.maxPerformancesPerShow} performances, which is the maximum.`);
    }
    const past = formatPastWarning(starts_at, when, now);
    if (past !== '' && body.confirmed === '') throw new ConfirmationRequiredError(past);
    await createPerformance(tx, { id, show_id, starts_at, now });
    const run = await updateShowRun(tx, show_id, request);
    await recordAudit(tx, { ...entry, detail: `${show.title}, ${when}` });
    return ok(`Added: ${show.title}, ${when}.${run}`, { id });
  });
};

const changePerformance =
  ({ mailTransport: mail, all, db }: Context): CallHandler<typeof contract.changePerformance> =>
  async (request) => {
    const { body, params } = request;
    const performance = await requirePerformance(request);
    const { timeZone } = await readSettings(request.db);
    const starts_at = toInstant(body.datetime, timeZone);
    const { doors_minutes, release_minutes, notes, version } = body;
    const capacity = body.capacity === 0 ? null : body.capacity;
    const sale = resolveSaleWindow(body, { before: performance, starts_at, timeZone });
    const moved = starts_at !== performance.starts_at;
    const when = formatDateTime(formatIsoWithOffset(starts_at, timeZone));
    if (moved && body.confirmed === '') {
      const asked = [
        formatPastWarning(starts_at, when, request.now),
        await buildMoveWarning(performance.id, when, { db: request.db, mail, all }),
      ];
      if (asked.some(Boolean)) throw new ConfirmationRequiredError(asked.filter(Boolean).join(' '));
    }
    const sells_seats = body.sells_seats === undefined ? performance.sells_seats : body.sells_seats === '1' ? 1 : 0;
    const entry = {
      ...createAuditContext(request, moved ? 'performance.moved' : 'performance.changed'),
      subject: params.id,
      detail: `${performance.show_title}, ${when}`,
    };
    const change = { id: params.id, version, doors_minutes, release_minutes, notes, sells_seats } as const;
    const saved = await write(db, async (tx) => {
      // Only an active performance must have a start of its own: a cancelled performance and its replacement can have
      // the same start
      const isActive = performance.cancelled_at === null;
      if (isActive && (await hasPerformanceAt(tx, { show_id: performance.show_id, starts_at }, params.id)))
        refuseFields(duplicateTimeError);
      if (!(await savePerformance(tx, { ...change, by: request.visitor.id, starts_at, capacity, ...sale })))
        return undefined;
      // The planner may have saved the plan in the meantime, so the plan is read again
      const stored = (await findPerformance(tx, params.id)) ?? refuseNotFound();
      const plan = { ...stored, hidden_seats: parseHiddenSeats(stored) };
      const seats = getCapacity({ ...plan, capacity: null });
      if (sells_seats === 1 && capacity !== null && capacity > seats) {
        refuseFields({ capacity: `This performance sells numbered seats, and its plan has only ${seats}.` });
      }
      const places = { performance: params.id, capacity: getCapacity({ ...plan, capacity }) };
      const set = await setPlaceCount(tx, { ...places, now: request.now });
      if (set !== 'set') refuseFields({ capacity: `Enter at least ${set.taken}: that many places are already taken.` });
      const run = moved ? await updateShowRun(tx, performance.show_id, request) : '';
      const after = (await findPerformance(tx, params.id)) ?? refuseNotFound();
      for (const changes of all('performanceChanges')) await changes.onSave(tx, after, performance, request);
      await recordAudit(tx, entry);
      return { version: after.version, run };
    });
    if (!saved) {
      const current = await loadCurrentPerformance(db.read, params.id, timeZone);
      const cause = formatConflictNotice(current.changed_by, 'this performance');
      return createConflictResponse(`${cause} ${changesNotLostMessage}`, current);
    }
    const { version: savedVersion, run } = saved;
    const saleNote = formatSaleNote(body, { before: performance, sale, timeZone });
    return ok(`${moved ? `Moved to ${when}.${run}` : 'Performance saved.'}${saleNote}`, { version: savedVersion });
  };

const removePerformance =
  ({ db, all }: Context): CallHandler<typeof contract.deletePerformance> =>
  async (request) => {
    const performance = await requirePerformance(request);
    const when = await formatStart(request.db, performance);
    const detail = `${performance.show_title}, ${when}`;
    const entry = { ...createAuditContext(request, 'performance.deleted'), subject: performance.id, detail };
    const advice = performance.cancelled_at === null ? ' Cancel it instead.' : '';
    const run = await write(db, async (tx) => {
      const places = (await countPlaces(tx, [performance.id], request.now)).get(performance.id);
      if (places && places.sold + places.held > 0) {
        const why =
          places.sold > 0
            ? 'People have tickets for this performance'
            : 'Visitors are booking this performance, or were offered places from the waiting list';
        refuse(409, `${why}, so it can’t be deleted.${advice}`);
      }
      for (const { hasEverHadTickets } of all('performanceChanges')) {
        if (await hasEverHadTickets(tx, performance.id)) {
          refuse(
            409,
            `People have had tickets for this performance, which must stay on record, so it can’t be deleted.${advice}`,
          );
        }
      }
      for (const countNotes of all('doorNoteCounts')) {
        if ((await countNotes(tx)).has(performance.id)) {
          refuse(
            409,
            'This performance has open notes from the door about money, which would be lost. Confirm or dismiss those notes first: they’re listed under Door.',
          );
        }
      }
      for (const changes of all('performanceChanges')) await changes.beforeDelete?.(tx, performance, request);
      if (!(await deletePerformanceRow(tx, performance.id))) return '';
      await recordAudit(tx, entry);
      return updateShowRun(tx, performance.show_id, request);
    });
    return ok(`Deleted: ${when}.${run}`);
  };

const cancelOrRestore =
  (
    { all, db }: Context,
    cancelled: boolean,
  ): CallHandler<typeof contract.cancelPerformance | typeof contract.restorePerformance> =>
  async (request) => {
    const performance = await requirePerformance(request);
    const when = await formatStart(request.db, performance);
    const entry = {
      ...createAuditContext(request, cancelled ? 'performance.cancelled' : 'performance.restored'),
      subject: performance.id,
      detail: `${performance.show_title}, ${when}`,
    };
    const change = { at: cancelled ? request.now : null, by: request.visitor.id };
    const run = await write(db, async (tx) => {
      if (!cancelled && (await hasPerformanceAt(tx, performance, performance.id))) {
        refuse(409, 'Another performance of this show now starts at that time. Move or cancel that performance first.');
      }
      if (!(await setPerformanceCancelled(tx, performance.id, change))) return '';
      await recordAudit(tx, entry);
      if (cancelled) {
        const after = (await findPerformance(tx, performance.id)) ?? refuseNotFound();
        for (const changes of all('performanceChanges')) await changes.onCancel(tx, after, request);
      }
      return updateShowRun(tx, performance.show_id, request);
    });
    return ok(
      cancelled
        ? `${when} is cancelled, and the site says so. You can restore it.${run}`
        : `${when} is restored, and the site says so.${run}`,
    );
  };

/** Counts the orders with tickets for a performance. */
async function countOrders(all: Services['all'], db: DbReader, id: Id): Promise<number> {
  let count = 0;
  for (const { countOrders } of all('performanceChanges')) count += await countOrders(db, id);
  return count;
}

/** Builds the warning that buyers will be emailed about a move, or have to be told; "" if there are no orders. */
async function buildMoveWarning(
  id: Id,
  when: string,
  { db, mail, all }: { db: DbReader; mail: Services['mailTransport']; all: Services['all'] },
): Promise<string> {
  const orders = await countOrders(all, db, id);
  if (orders === 0) return '';
  const have = `${orders === 1 ? 'One order has' : `${orders} orders have`} tickets for this performance.`;
  const name = orders === 1 ? 'the buyer' : 'the buyers';
  for (const { isMoveEmailOn } of all('performanceChanges')) {
    if (canSendMail(mail) && isMoveEmailOn && !(await isMoveEmailOn(db)))
      return `${have} ${formatCannotEmailMessage({ name, isSwitchedOff: true })}`;
  }
  return `${have} ${describeQueuedEmailToPerson(mail, `Everyone who gave an email address will be told that the performance has moved to ${when}.`, { name })}`;
}

/** Formats the warning about a time in the past; "" for a time in the future. */
const formatPastWarning = (starts_at: Instant, when: string, now: Instant) =>
  starts_at < now ? `${when} is in the past. Check the day, the month and the year.` : '';

const duplicateTimeError = { datetime: 'This show already has a performance at that time.' };

const refuseUnknownShow = () => refuseFields({ show_id: 'Choose a show.' });

/**
 * Resolves the times between which visitors can book. If the end of the sale isn't sent, it moves with the performance.
 * @throws HttpError 400 if the sale would end before it begins
 */
function resolveSaleWindow(
  { on_sale_from, on_sale_until }: contract.PerformanceBody,
  { before, starts_at, timeZone }: { before: PerformanceWithShow; starts_at: Instant; timeZone: string },
): SaleWindow {
  const parse = (local: string) => (local === '' ? null : toInstant(local, timeZone));
  const from = on_sale_from === undefined ? before.on_sale_from : parse(on_sale_from);
  const until = on_sale_until === undefined ? shiftSaleEnd(before, starts_at, timeZone) : parse(on_sale_until);
  if (from !== null && until !== null && until <= from) {
    refuseFields({ on_sale_until: 'Choose a time after tickets go on sale.' });
  }
  return { on_sale_from: from, on_sale_until: until };
}

type SaleWindow = Pick<PerformanceWithShow, 'on_sale_from' | 'on_sale_until'>;

/** Moves the end of a sale with the performance, by the difference in local time. */
function shiftSaleEnd(
  { on_sale_until, starts_at: from }: PerformanceWithShow,
  to: Instant,
  timeZone: string,
): PerformanceWithShow['on_sale_until'] {
  if (on_sale_until === null || from === to) return on_sale_until;
  const local = (moment: Instant) => toLocalTime(moment, timeZone);
  return toInstant(shiftLocalTime(local(on_sale_until), { from: local(from), to: local(to) }), timeZone);
}

/**
 * Formats a sentence for each sale time that moved together with the performance, or that doesn't exist because the
 * clocks go forward; "" if there is none.
 */
function formatSaleNote(
  sent: contract.PerformanceBody,
  { before, sale, timeZone }: { before: PerformanceWithShow; sale: SaleWindow; timeZone: string },
): string {
  const when = (moment: Instant) => formatDateTime(formatIsoWithOffset(moment, timeZone));
  const isShifted = (local: string | undefined, moment: Instant | null): moment is Instant =>
    Boolean(local) && moment !== null && toLocalTime(moment, timeZone) !== local?.slice(0, 16);
  const clocks = ': the clocks go forward that night.';
  const { on_sale_from: from, on_sale_until: until } = sale;
  const hasMoved = sent.on_sale_until === undefined && until !== null && until !== before.on_sale_until;
  return [
    isShifted(sent.on_sale_from, from) && ` On sale from ${when(from)}${clocks}`,
    isShifted(sent.on_sale_until, until) && ` On sale until ${when(until)}${clocks}`,
    hasMoved && ` On sale until ${when(until)}.`,
  ]
    .filter(Boolean)
    .join('');
}

/**
 * Finds the performance that a request names.
 * @throws HttpError 404
 */
export const requirePerformance = async ({
  db,
  params,
}: {
  db: DbReader;
  params: { id: Id };
}): Promise<PerformanceWithShow> => (await findPerformance(db, params.id)) ?? refuseNotFound();

async function formatStart(db: DbReader, { starts_at }: PerformanceWithShow): Promise<string> {
  const { timeZone } = await readSettings(db);
  return formatDateTime(formatIsoWithOffset(starts_at, timeZone));
}

/** Loads the saved performance, which is sent with a 409 conflict. */
async function loadCurrentPerformance(db: DbReader, id: Id, timeZone: string): Promise<contract.CurrentPerformance> {
  const stored = (await findPerformance(db, id)) ?? refuseNotFound();
  const { starts_at, doors_minutes, release_minutes, capacity, notes, version } = stored;
  const local = (moment: Instant | null) => (moment ? toLocalTime(moment, timeZone) : '');
  return {
    datetime: toLocalTime(starts_at, timeZone),
    doors_minutes,
    own_capacity: capacity ?? 0,
    release_minutes,
    notes,
    on_sale_from: local(stored.on_sale_from),
    on_sale_until: local(stored.on_sale_until),
    sells_seats: stored.sells_seats === 1,
    cancelled: stored.cancelled_at !== null,
    version,
    changed_by: await findUserName(db, stored.updated_by),
  };
}

type ChangeContext = Pick<CallRequest, 'now' | 'home'>;

/**
 * Functions that a feature contributes to handle changes of performances. Features that have tickets or offers for
 * performances implement them.
 */
export interface PerformanceChangeHandler {
  /** Counts the orders with tickets for a performance. */
  countOrders: (db: DbReader, performance: string) => Promise<number>;
  /** Returns true if a performance ever had tickets. Returned tickets count too, because they stay on record. */
  hasEverHadTickets: (db: DbReader, performance: string) => Promise<boolean>;
  /** Returns true if the emails to buyers about a move are switched on. */
  isMoveEmailOn?: (db: DbReader) => Promise<boolean>;
  /** Called after a performance was saved, possibly with another time, in the same transaction. */
  onSave: (
    tx: DbTransaction,
    performance: PerformanceWithShow,
    before: PerformanceWithShow,
    context: ChangeContext,
  ) => Promise<void>;
  /** Called after a performance was cancelled, in the same transaction. */
  onCancel: (tx: DbTransaction, performance: PerformanceWithShow, context: ChangeContext) => Promise<void>;
  /** Called before a performance is deleted, in the same transaction. */
  beforeDelete?: (tx: DbTransaction, performance: PerformanceWithShow, context: ChangeContext) => Promise<void>;
}

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Handlers that are called when a performance is saved, cancelled or deleted. */
    performanceChanges: readonly PerformanceChangeHandler[];
    /** Counts the unsettled notes from doors, by performance. */
    doorNoteCounts: readonly ((db: DbReader) => Promise<ReadonlyMap<string, number>>)[];
  }
}
