import { isLive } from '#features/orders/order.ts';
import { leftInWords, noExchangeInWords } from '#features/orders/refusals.ts';
import {
  countOfType,
  findByRef,
  moveTickets,
  queueRelease,
  recordTickets,
  type StoredOrder,
  sell,
  touchOrder,
} from '#features/orders/server/index.ts';
import { findPerformance, performancesOf, takePlaces } from '#features/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Writing } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { notFound, refuse, refuseFields } from '#platform/server/http/refusal.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { fold } from '#platform/shared/text.ts';
import type { AddBookingMod } from '../contract.ts';
import { findItem, type Item } from './items.ts';
import type { BookingModTable } from './tables.ts';

/** Ids made outside the write, which may run twice. */
export interface Prepared {
  id: Id;
  order: Id;
  /** For each ticket that may be added. */
  tickets: readonly Id[];
  now: Instant;
}

/** The result of a change. */
export interface Applied {
  mod: Omit<BookingModTable, 'ord'>;
  tickets: readonly Id[];
  order: { id: Id; ref: number };
  to: Item;
}

const nothing = 'Nothing was changed.';

/**
 * Makes a change to bookings, in one transaction: moves tickets of an order, adds free ones to it, or makes an order of
 * its own.
 * @throws Refusal with the reason where it doesn't fit
 */
export async function applyMod(
  tx: Writing,
  body: AddBookingMod,
  prepared: Prepared & Pick<Services, 'environment' | 'all'>,
): Promise<Applied> {
  const to = (await findItem(tx, body.to_item)) ?? refuseFields({ to_item: 'There is no such performance or ticket' });
  if (to.cancelled) refuse(409, `${to.when} is cancelled, so there are no tickets for it. ${nothing}`);
  const types = (await performancesOf(tx, to.show.id)).find(({ id }) => id === to.performance)?.types ?? [];
  const type = types.find(({ name_key }) => name_key === fold(to.type));
  if (!type) return refuseFields({ to_item: `There are no “${to.type}” tickets for ${to.when}` });
  if (body.ref_num === '' || Number(body.ref_num) === 0) return newOrder(tx, body, { to, type, ...prepared });
  const order =
    (await findByRef(tx, Number(body.ref_num))) ?? refuseFields({ ref_num: 'There is no booking of that number' });
  if (!isLive(order.status)) refuse(409, `${order.ref} has ended, so nothing can be changed of it.`);
  if (order.show_id !== to.show.id) refuseFields({ to_item: `${order.ref} is for another show` });
  const tickets =
    body.from_item === ''
      ? await addFree(tx, order, { to, type, count: body.change_quantity, ...prepared })
      : await move(tx, order, { to, body, now: prepared.now, all: prepared.all });
  await touchOrder(tx, order.id);
  const from = body.from_item === '' ? undefined : await findItem(tx, body.from_item);
  const kind = from ? 'move' : 'add';
  return { ...madeOf(body, { kind, order, to, from, id: prepared.id }), tickets, order, to };
}

function madeOf(
  body: AddBookingMod,
  made: { kind: BookingModTable['kind']; order: { id: Id; ref: number }; to: Item; from?: Item | undefined; id: Id },
): Pick<Applied, 'mod'> {
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

/** Turns this many of the order's tickets into others. For the sales they stay what they were: a change is no sale. */
async function move(
  tx: Writing,
  order: StoredOrder,
  { to, body, now, all }: { to: Item; body: AddBookingMod; now: Instant } & Pick<Services, 'all'>,
): Promise<Id[]> {
  const from =
    (await findItem(tx, body.from_item)) ?? refuseFields({ from_item: 'There is no such performance or ticket' });
  const there = order.tickets.filter(
    (one) => one.performance_id === from.performance && fold(one.type) === fold(from.type),
  );
  const moving = there.slice(0, body.change_quantity);
  if (moving.length < body.change_quantity) {
    const has = there.length === 0 ? 'none' : `${there.length}`;
    refuseFields({ change_quantity: `${order.ref} has ${has} of these` });
  }
  const moved = await moveTickets(tx, order, {
    ...{ tickets: moving, to: to.performance, type: to.type, keepsPrice: true, now, all },
  });
  if ('because' in moved) refuse(409, noExchangeInWords(moved, to.when));
  return moving.map(({ id }) => id);
}

interface Adding extends Prepared {
  to: Item;
  type: { name: string; pence: number; most: number | null };
}

/** Adds free tickets to an order. */
async function addFree(
  tx: Writing,
  order: StoredOrder,
  { to, type, count, tickets, now }: Adding & { count: number },
): Promise<Id[]> {
  const ids = tickets.slice(0, count);
  if (type.most !== null) {
    const left = Math.max(
      0,
      type.most - (await countOfType(tx, { performance: to.performance, type: type.name, now })),
    );
    if (count > left) refuse(409, leftInWords(to.when, { left, type: type.name }, nothing));
  }
  const taken = await takePlaces(tx, { performance: to.performance, tickets: ids, until: null, now });
  if (taken !== 'taken') refuse(409, leftInWords(to.when, taken, nothing));
  const free = { performance_id: to.performance, type: type.name, pence: 0 };
  await recordTickets(
    tx,
    order.id,
    ids.map((id) => ({ id, ...free })),
  );
  if (order.status === 'reserved') await releaseUnpaid(tx, to, now);
  return ids;
}

/** Makes an order of its own, for the name in `from_item`: reserved until it is paid, or complimentary. */
async function newOrder(
  tx: Writing,
  body: AddBookingMod,
  { to, type, ...prepared }: Adding & Pick<Services, 'environment'>,
): Promise<Applied> {
  const { from_item: name, change_quantity: count, note, is_reservation } = body;
  const { id, order, now, environment } = prepared;
  if (name === '') return refuseFields({ from_item: 'Write who it is for, or the number of their booking' });
  // Tickets of a booking whose number was left out
  if (await findItem(tx, name)) return refuseFields({ ref_num: 'Write the number of the booking' });
  if (name.length > 80) return refuseFields({ from_item: 'Keep a name to 80 characters.' });
  const wanted = [{ ...type, count }];
  const tickets = prepared.tickets
    .slice(0, count)
    .map((ticket) => ({ id: ticket, type: type.name, pence: is_reservation ? type.pence : 0 }));
  const sold = await sell(
    tx,
    { id: order, show: to.show, performance: to.performance, wanted, entry: '', tickets },
    {
      body: {
        ...{ performance_id: to.performance, name, email: '', phone: '', note, source: 'phone' },
        ...{ how: is_reservation ? 'reserved' : 'comp', reason: is_reservation ? '' : 'Changed by hand' },
      },
      ...{ now, environment },
    },
  );
  if ('left' in sold) return refuse(409, leftInWords(to.when, sold, nothing));
  if (is_reservation) await releaseUnpaid(tx, to, now);
  const made = { id: order, ref: sold.ref };
  return {
    ...madeOf(body, { kind: 'new', order: made, to, id }),
    tickets: tickets.map((one) => one.id),
    order: made,
    to,
  };
}

/** Has reserved tickets let go in their time, unless they are paid. */
async function releaseUnpaid(tx: Writing, { performance }: Item, now: Instant): Promise<void> {
  await queueRelease(tx, (await findPerformance(tx, performance)) ?? notFound(), now);
}
