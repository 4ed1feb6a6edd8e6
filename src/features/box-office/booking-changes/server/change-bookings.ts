import { newestFirstSql, selectShowsOnSite } from '#features/archive/shows/server/index.ts';
import { findUnaccompaniedTicketType, formatUnaccompaniedTickets } from '#features/box-office/orders/companions.ts';
import { calculateUnrefundedDifference, planExchangeRefund } from '#features/box-office/orders/exchange-price.ts';
import { isLiveOrder } from '#features/box-office/orders/order.ts';
import { hasDispute, sumRefundParts } from '#features/box-office/orders/order-account.ts';
import {
  type ExchangeRefusal,
  formatExchangeRefusal,
  formatPlaceShortage,
  formatUndoRefusal,
} from '#features/box-office/orders/requested-tickets.ts';
import {
  countTicketsOfType,
  type ExchangeIds,
  type ExchangeResult,
  exchangeTickets,
  explainCompanionRuleViolation,
  findOrderByReference,
  findOrderWithTickets,
  formatSettledDifference,
  type IssuedRefund,
  issueRefund,
  loadOrderAccount,
  loadSeatsAndCheckIns,
  moveTickets,
  type OrderWithTickets,
  queueReservationRelease,
  recordTickets,
  returnTickets,
  sellTickets,
  touchOrder,
} from '#features/box-office/orders/server/index.ts';
import { isTicketOfType, sortTicketsForReturn, sumTicketPrices } from '#features/box-office/orders/tickets.ts';
import { formatPerformanceKey } from '#features/box-office/performances/performance-rules.ts';
import { formatAssignedSeats } from '#features/box-office/performances/seats.ts';
import {
  findPerformance,
  findPerformanceEvenIfArchived,
  listPerformances,
  takePlaces,
} from '#features/box-office/performances/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { AddBookingChangeBody } from '../contract.ts';
import { type ChangedTicket, deleteStoredBookingChange, listBookingChangeTickets } from './store.ts';
import type { BookingChangeTable, BookingChangeTicketTable } from './tables.ts';

/** The performance and ticket type that an item's name stands for. */
interface TicketItem {
  show: { id: string; title: string };
  performance: string;
  /** The performance's date and time: "Saturday 6 February 2027 at 7.30pm". */
  when: string;
  cancelled: boolean;
  /** The type's name as in the item's name. The type may no longer be on sale. */
  type: string;
}

/**
 * Finds the performance and type by an item's name: "Blithe Spirit - Sat 6th Feb 7:30pm - Adult". If several match, it
 * prefers the newest show, and a performance that isn't cancelled.
 */
async function findTicketItem(db: DbReader, name: string): Promise<TicketItem | undefined> {
  const { timeZone } = await readSettings(db);
  const shows = await selectShowsOnSite(db).orderBy(newestFirstSql).execute();
  for (const { id, title, cancelled: wholeShow } of shows) {
    if (!name.startsWith(`${title} - `)) continue;
    const found = (await listPerformances(db, id)).flatMap(
      ({ id: performance, starts_at, cancelled_at }): TicketItem[] => {
        const moment = formatIsoWithOffset(starts_at, timeZone);
        const before = `${title} - ${formatPerformanceKey(moment)} - `;
        if (!name.startsWith(before)) return [];
        const when = formatDateTime(moment);
        const type = name.slice(before.length);
        return [{ show: { id, title }, performance, when, cancelled: cancelled_at !== null || wholeShow === 1, type }];
      },
    );
    const item = found.find(({ cancelled }) => !cancelled) ?? found[0];
    if (item) return item;
  }
  return undefined;
}

/** Ids, user and time that are determined before the transaction, because the transaction may run twice. */
interface PreparedIds {
  id: Id;
  order: Id;
  /** An id for each ticket that could be added. */
  tickets: readonly Id[];
  /** Ids of the charge and the refunds, if a difference is settled. */
  ids: ExchangeIds;
  by: Id | null;
  now: Instant;
}

interface AppliedBookingChange {
  mod: Omit<BookingChangeTable, 'ord'>;
  tickets: readonly ChangedTicket[];
  order: { id: Id; ref: number; name: string; phone: string };
  to: TicketItem;
  /** The tickets after the change: "2 Adult for Saturday 6 February 2027 at 7.30pm." */
  what: string;
  /** Describes how the difference in price was settled; "" if there is no difference. */
  settled?: string;
  /** The result of the exchange, if tickets of an order were exchanged. */
  exchanged?: ExchangeResult;
}

const nothingChanged = 'Nothing was changed.';

/**
 * Changes bookings in one transaction: moves tickets of an order, adds free tickets to it, or creates an order.
 * @throws HttpError with the reason if the change isn't possible
 */
export async function applyBookingChange(
  tx: DbTransaction,
  body: AddBookingChangeBody,
  prepared: PreparedIds & Pick<Services, 'environment' | 'all'>,
): Promise<AppliedBookingChange> {
  const to =
    (await findTicketItem(tx, body.to_item)) ??
    refuseFields({ to_item: 'There is no such performance or ticket type.' });
  if (to.cancelled) refuse(409, `${to.when} is cancelled, so there are no tickets for it. ${nothingChanged}`);
  const types = (await listPerformances(tx, to.show.id)).find(({ id }) => id === to.performance)?.types ?? [];
  const type = types.find(({ name_key }) => name_key === foldText(to.type));
  if (!type) return refuseFields({ to_item: `There are no “${to.type}” tickets for ${to.when}.` });
  if (body.ref_num === '' || Number(body.ref_num) === 0) return createOrder(tx, body, { to, type, ...prepared });
  const order =
    (await findOrderByReference(tx, Number(body.ref_num))) ??
    refuseFields({ ref_num: 'There is no booking with that reference.' });
  if (!isLiveOrder(order.status))
    refuse(409, `Booking ${order.ref} was cancelled or refunded, so it can’t be changed.`);
  if (order.show_id !== to.show.id) refuseFields({ to_item: `Booking ${order.ref} is for another show.` });
  const made = { order, to, id: prepared.id };
  if (body.from_item === '') {
    const tickets = await addFreeTickets(tx, order, { to, type, count: body.change_quantity, ...prepared });
    await touchOrder(tx, order.id);
    const what = `${body.change_quantity} ${type.name} for ${to.when}.`;
    return { ...toAppliedMod(body, { ...made, kind: 'add' }), tickets: tickets.map((id) => ({ id })), order, to, what };
  }
  const moved = await moveOrderTickets(tx, order, { to, type, body, ...prepared });
  await touchOrder(tx, order.id);
  return { ...toAppliedMod(body, { ...made, kind: 'move', from: moved.from }), ...moved, order, to };
}

function toAppliedMod(
  body: AddBookingChangeBody,
  made: {
    kind: BookingChangeTable['kind'];
    order: { id: Id; ref: number };
    to: TicketItem;
    from?: TicketItem | undefined;
    id: Id;
  },
): Pick<AppliedBookingChange, 'mod'> {
  const { kind, order, to, from, id } = made;
  return {
    mod: {
      ...{ id, kind, order_id: order.id, ref: kind === 'new' ? 0 : order.ref },
      ...{ from_item: body.from_item, change_quantity: body.change_quantity, to_item: body.to_item, note: body.note },
      is_reservation: body.is_reservation ? 1 : 0,
      ...{ from_performance: from?.performance ?? '', from_type: from?.type ?? '' },
      ...{ to_performance: to.performance, to_type: to.type },
    },
  };
}

/**
 * Exchanges the requested number of an order's tickets. Unpaid tickets take the new price. Paid tickets keep the price
 * that was paid, unless the difference is charged or refunded.
 */
async function moveOrderTickets(
  tx: DbTransaction,
  order: OrderWithTickets,
  {
    to,
    type,
    body,
    ...prepared
  }: TicketAddition & { body: AddBookingChangeBody } & Pick<Services, 'all' | 'environment'>,
): Promise<{ from: TicketItem; tickets: ChangedTicket[]; what: string; settled: string; exchanged: ExchangeResult }> {
  const { now, ids, by, all, environment } = prepared;
  const from =
    (await findTicketItem(tx, body.from_item)) ??
    refuseFields({ from_item: 'There is no such performance or ticket type.' });
  const types = (await listPerformances(tx, order.show_id)).find(({ id }) => id === from.performance)?.types ?? [];
  const known = new Set(types.map(({ id }) => id));
  const fromType = types.find(({ name_key }) => name_key === foldText(from.type));
  const isMeant = (ticket: OrderWithTickets['tickets'][number]) =>
    fromType ? isTicketOfType(ticket, fromType, known) : foldText(ticket.type) === foldText(from.type);
  const there = order.tickets.filter((ticket) => ticket.performance_id === from.performance && isMeant(ticket));
  // Chooses tickets in the same sequence as an exchange on the order's page, where tickets of people who are already
  // inside come last
  const moving = sortTicketsForReturn(await loadSeatsAndCheckIns(tx, there, { all })).slice(0, body.change_quantity);
  if (moving.length < body.change_quantity) {
    const has = there.length === 0 ? 'none' : `${there.length}`;
    refuseFields({ change_quantity: `Booking ${order.ref} has ${has} of these tickets.` });
  }
  if (from.performance === to.performance && fromType?.id === type.id) {
    refuseFields({ to_item: 'The tickets are already of this type, for this performance.' });
  }
  const { difference, how } = body;
  const exchanged = await exchangeTickets(tx, order, {
    ...{ tickets: moving, to: to.performance, type: type.id, difference, how, ids, by, now, all, environment },
  });
  if ('because' in exchanged) {
    // A manual change moves only one ticket type, so a companion's ticket can't move together with the paying ticket
    return exchanged.because === 'companion'
      ? refuse(409, `${exchanged.says} ${nothingChanged} Exchange them together on the page of order ${order.ref}.`)
      : refuse(409, formatExchangeRefusal(exchanged, to.when));
  }
  const settled = formatSettledDifference(order, exchanged);
  const what = `${body.change_quantity} ${type.name} for ${to.when}.${formatAssignedSeats(exchanged.seats)}`;
  return {
    ...{ from, exchanged, what, settled },
    tickets: moving.map(({ id, type_id, pence, discount }) => ({ id, before: { type_id, pence, discount } })),
  };
}

interface TicketAddition extends PreparedIds {
  to: TicketItem;
  type: { id: Id; name: string; pence: number; most: number | null; needs_paying_ticket: 0 | 1 };
}

async function addFreeTickets(
  tx: DbTransaction,
  order: OrderWithTickets,
  { to, type, count, tickets, now }: TicketAddition & { count: number },
): Promise<Id[]> {
  const ids = tickets.slice(0, count);
  if (type.most !== null) {
    const left = Math.max(0, type.most - (await countTicketsOfType(tx, { performance: to.performance, type, now })));
    if (count > left) refuse(409, formatPlaceShortage(to.when, { left, type: type.name }, nothingChanged));
  }
  const taken = await takePlaces(tx, { performance: to.performance, tickets: ids, until: null, now });
  if (taken !== 'taken') refuse(409, formatPlaceShortage(to.when, taken, nothingChanged));
  const free = {
    performance_id: to.performance,
    type_id: type.id,
    type: type.name,
    pence: 0,
    complimentary: 1,
  } as const;
  await recordTickets(
    tx,
    order.id,
    ids.map((id) => ({ id, ...free })),
  );
  const alone = await explainCompanionRuleViolation(tx, order);
  if (alone !== '') refuse(409, `${alone} ${nothingChanged}`);
  if (order.status === 'reserved') await queueReleaseForItem(tx, to, now);
  return ids;
}

/** Creates an order for the name in `from_item`: reserved until it is paid, or complimentary. */
async function createOrder(
  tx: DbTransaction,
  body: AddBookingChangeBody,
  { to, type, ...prepared }: TicketAddition & Pick<Services, 'environment'>,
): Promise<AppliedBookingChange> {
  const { from_item: name, change_quantity: count, note, is_reservation } = body;
  const { id, order, now, environment } = prepared;
  if (name === '')
    return refuseFields({ from_item: 'Enter who the tickets are for, or the reference of the booking to change.' });
  // If `from_item` is the name of an item instead of a buyer, the user has left out the booking's reference
  if (await findTicketItem(tx, name)) return refuseFields({ ref_num: 'Enter the booking’s reference.' });
  if (name.length > 80) return refuseFields({ from_item: 'Use 80 characters or fewer.' });
  const line = { type_id: type.id, type: type.name, pence: type.pence, count };
  const unaccompanied = is_reservation ? findUnaccompaniedTicketType([line], [type]) : undefined;
  if (unaccompanied) refuseFields({ to_item: formatUnaccompaniedTickets(unaccompanied) });
  const wanted = [{ ...type, count }];
  const tickets = prepared.tickets
    .slice(0, count)
    .map((ticket) => ({ id: ticket, type_id: type.id, type: type.name, pence: is_reservation ? type.pence : 0 }));
  const sold = await sellTickets(
    tx,
    { id: order, show: to.show, performance: to.performance, wanted, entry: '', tickets },
    {
      body: {
        ...{ performance_id: to.performance, name, email: '', phone: '', note, source: 'phone' },
        ...{ how: is_reservation ? 'reserved' : 'comp', reason: is_reservation ? '' : 'Added by hand' },
      },
      ...{ now, environment },
    },
  );
  if ('left' in sold) return refuse(409, formatPlaceShortage(to.when, sold, nothingChanged));
  if (is_reservation) await queueReleaseForItem(tx, to, now);
  const made = { id: order, ref: sold.ref, name, phone: '' };
  return {
    ...toAppliedMod(body, { kind: 'new', order: made, to, id }),
    tickets: tickets.map((ticket) => ({ id: ticket.id })),
    ...{ order: made, to, what: `${count} ${type.name} for ${to.when}.` },
  };
}

/** Queues the release of reserved tickets that aren't paid in time. */
async function queueReleaseForItem(tx: DbTransaction, { performance }: TicketItem, now: Instant): Promise<void> {
  await queueReservationRelease(tx, (await findPerformance(tx, performance)) ?? refuseNotFound(), now);
}

const archivedShowMessage = 'To undo this change, restore the show in Manage Shows first. The order hasn’t changed.';

const performanceGone =
  'The performance that these tickets were for is no longer on the site, so the change can’t be undone. The order hasn’t changed.';

type UndoContext = { as: Id; now: Instant; by: Id | null } & Pick<Services, 'environment' | 'all'>;

/**
 * Undoes a change to bookings: restores the former performance, type and price of moved tickets, returns added tickets,
 * and cancels an order that the change created.
 *
 * @throws 409 with the reason, such as tickets that have changed since or old places that are taken, or 404 if the
 * change was undone before; nothing is changed then
 */
export async function undoBookingChange(
  tx: DbTransaction,
  mod: BookingChangeTable,
  how: UndoContext,
): Promise<{ buyer: OrderWithTickets; refund: IssuedRefund; unrefunded: number }> {
  const order = (await findOrderWithTickets(tx, mod.order_id)) ?? refuseNotFound();
  const own = new Map((await listBookingChangeTickets(tx, mod.id)).map((changed) => [changed.ticket_id, changed]));
  const tickets = order.tickets.filter(
    ({ id, performance_id, type }) =>
      own.has(id) && performance_id === mod.to_performance && foldText(type) === foldText(mod.to_type),
  );
  const changedSince = `These tickets have changed since then. Check order ${order.ref}.`;
  if (tickets.length < own.size) refuse(409, changedSince);
  if (mod.kind === 'new' && order.status === 'paid') {
    refuse(409, `Order ${order.ref} has been paid since then. Cancel it under Bookings instead.`);
  }
  if (!(await deleteStoredBookingChange(tx, mod.id))) refuseNotFound();
  if (mod.kind === 'move') {
    return { buyer: order, ...(await moveTicketsBack(tx, order, { mod, tickets, before: own, ...how })) };
  }
  const refund = await returnTickets(tx, order, {
    ...{ tickets: tickets.map(({ id }) => id), parts: [], as: how.as, at: how.now, by: how.by },
    ...{ environment: how.environment, reason: 'A change was undone' },
  });
  if (!refund) return refuse(409, changedSince);
  return { buyer: order, refund, unrefunded: 0 };
}

/** Moves tickets back, and refunds the amount that the change charged for them. */
async function moveTicketsBack(
  tx: DbTransaction,
  order: OrderWithTickets,
  {
    mod,
    tickets,
    before,
    ...how
  }: UndoContext & {
    mod: BookingChangeTable;
    tickets: OrderWithTickets['tickets'];
    before: ReadonlyMap<Id, BookingChangeTicketTable>;
  },
): Promise<{ refund: IssuedRefund; unrefunded: number }> {
  const { as, now: at, environment, all } = how;
  const to = mod.from_performance;
  const performance = await findPerformance(tx, to);
  if (!performance)
    return refuse(409, (await findPerformanceEvenIfArchived(tx, to)) ? archivedShowMessage : performanceGone);
  const { timeZone } = await readSettings(tx);
  const when = formatDateTime(formatIsoWithOffset(performance.starts_at, timeZone));
  const refuseToUndo = (why: ExchangeRefusal): never => refuse(409, formatUndoRefusal(why, { when, ref: order.ref }));
  const types = (await listPerformances(tx, order.show_id)).find(({ id }) => id === to)?.types ?? [];
  const [first] = before.values();
  const type =
    types.find(({ id }) => id === first?.from_type_id) ??
    types.find(({ name_key }) => name_key === foldText(mod.from_type));
  if (!type) return refuseToUndo({ because: 'no such ticket', type: mod.from_type });
  const prices = new Map(
    [...before.values()].flatMap(({ ticket_id, from_pence: pence, from_discount: discount }) =>
      pence === null ? [] : [[ticket_id, { pence, discount }] as const],
    ),
  );
  const account = await loadOrderAccount(tx, order);
  const moved = await moveTickets(tx, order, { tickets, to, type: type.id, prices, now: at, all });
  if ('because' in moved) return refuseToUndo(moved);
  const isPaid = order.status === 'paid';
  const after = await findOrderWithTickets(tx, order.id);
  const more = isPaid ? sumTicketPrices(after?.tickets ?? []) - sumTicketPrices(order.tickets) : 0;
  if (more > 0) {
    refuse(
      409,
      `The buyer would have to pay ${formatMoney(more)} more for the former tickets. Exchange the tickets on the page of order ${order.ref} instead.`,
    );
  }
  const parts = planExchangeRefund(account, more);
  const refund = await issueRefund(tx, parts, { as, at, environment, by: how.by, reason: 'A change was undone' });
  if (sumRefundParts(refund) !== sumRefundParts({ parts })) {
    refuseToUndo({ because: 'no refund', isDisputed: hasDispute(account) });
  }
  return { refund, unrefunded: calculateUnrefundedDifference(more, sumRefundParts(refund)) };
}
