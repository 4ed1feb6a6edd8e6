import type { TicketRequest } from '#features/box-office/orders/requested-tickets.ts';
import {
  extendHold,
  findTicketsInBasket,
  type HeldTicket,
  holdTickets,
} from '#features/box-office/orders/server/index.ts';
import { findMatchingTicketType } from '#features/box-office/orders/tickets.ts';
import { getSaleStatus } from '#features/box-office/performances/performance-rules.ts';
import { sortSeats } from '#features/box-office/performances/seats.ts';
import {
  findPerformance,
  findPerformances,
  findSeatsOfTickets,
  type PerformanceWithPublicTypes,
  parseSeatMarks,
} from '#features/box-office/performances/server/index.ts';
import { allocateBestSeats, allocateChosenSeats } from '#features/box-office/seating/server/index.ts';
import {
  countTicketsLeft,
  hasOffer,
  offerFreePlaces,
  type PartyEmailContext,
} from '#features/box-office/waiting-list/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Encryption } from '#platform/server/crypto/encryption.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { hashToken, newToken } from '#platform/server/crypto/secrets.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { HttpError, refuse, refuseFields } from '#platform/server/http/errors/http-error.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { getEarliestInstant } from '#platform/shared/dates/durations.ts';
import { calculateHoldExpiry, getHoldStart, groupIntoBasketLines, maxTicketsPerBasket } from '../../basket.ts';
import { formatMissingWheelchairSpaces } from '../../booking-advice.ts';
import {
  type Basket,
  type BasketNetworks,
  findBasket,
  findCurrentBasket,
  formatEmptyBasketMessage,
  hashVisitorNetworks,
  paymentInProgressMessage,
  recordBasket,
  recordLapsedHold,
  setBasketCookie,
  updateOpenBasket,
} from './basket-store.ts';
import {
  type AvailabilitySnapshot,
  assertHouseSeatsStayFree,
  assertOfferedTicketsStayFree,
  type ChosenTickets,
  refreshChosenTickets,
  refuseMissingTicketType,
  refuseTooFewPlaces,
  requireBookablePerformance,
} from './bookable-tickets.ts';
import { assertNoHoarding, type ChangedHold } from './hoarding.ts';
import { getScarcityThreshold, listPoolTicketsOnHold } from './scarce-pools.ts';

const seatsTakenMessage =
  'One or more of your seats are no longer available. You haven’t been charged. Hold your tickets again to get the best seats left.';

/**
 * Puts tickets for one performance into the visitor's basket, replacing the basket's earlier tickets for that
 * performance. Creates a basket if the visitor has none. If the basket's hold has expired, its tickets for other
 * performances are held again too.
 * @throws HttpError if the tickets aren't available; the basket is then unchanged
 */
export async function holdTicketsInBasket(
  db: Database,
  { now, cookies, client, home }: Pick<PageRequest, 'now' | 'cookies' | 'client' | 'home'>,
  {
    look,
    seats,
    encryption,
    ...seen
  }: ChosenTickets & { look: AvailabilitySnapshot; seats: VisitorSeatChoice; encryption: Encryption },
): Promise<void> {
  const known = await findCurrentBasket(db.read, cookies);
  const token = newToken();
  const networks = hashVisitorNetworks({ client }, encryption);
  const fresh = { id: newId(), token_hash: hashToken(token), ...networks };
  const ids = seen.wanted.flatMap(({ count }) => Array.from({ length: count }, () => newId()));
  const { settings, total, free } = look;
  const looksScarce = free - ids.length < getScarcityThreshold({ capacity: total, percent: settings.scarcePercent });
  const isNew = await write(db, async (tx) => {
    const { performance, wanted } = await refreshChosenTickets(tx, seen, now);
    const there = known && (await findBasket(tx, known.id));
    if (there && (await hasOffer(tx, there.id))) refuse(409, offerInBasketMessage);
    const basket = there ?? {
      ...fresh,
      show_id: performance.show_id,
      held_until: now,
      created_at: now,
      wheelchairs: 0,
      scarce: looksScarce ? (1 as const) : (0 as const),
    };
    const before = there ? await findTicketsInBasket(tx, there.id) : [];
    const others = there ? countOtherTickets(before, there, performance) : 0;
    const count = ids.length + others;
    if (count > maxTicketsPerBasket) {
      refuse(
        409,
        `A basket can hold up to ${maxTicketsPerBasket} tickets. Contact us if you’re booking for a larger party.`,
      );
    }
    const period = { ...basket, isEmptied: before.length === 0 && there !== undefined };
    const until = await calculateHoldEnd(tx, period, {
      performances: [performance.id, ...getPerformanceIds(before)],
      now,
    });
    if (!there) await recordBasket(tx, { ...basket, held_until: until });
    const context = { encryption, home, now };
    await offerFreePlaces(tx, performance, context);
    const hadSeats = (await findBasketSeats(tx, before)).get(performance.id) ?? [];
    const hadTickets = there
      ? await listPoolTicketsOnHold(tx, { baskets: [there.id], performance: performance.id, now })
      : [];
    const leftBefore = (await countTicketsLeft(tx, [performance], now)).get(performance.id)?.total ?? 0;
    const tickets = { basket: basket.id, performance: performance.id, wanted, ids, before, until, now };
    const held = await holdTickets(tx, tickets);
    if (held !== 'held') await refuseTooFewPlaces(tx, performance, held);
    await assertHouseSeatsStayFree(tx, performance, { count: ids.length, now });
    await assertOfferedTicketsStayFree(tx, performance, { count: ids.length, leftBefore, now });
    // The form on the basket's page sends only the number of tickets, so wheelchair users keep the spaces that they had
    const hadSpaces = seats.chosen.length === 0 ? countWheelchairSpaces(performance, hadSeats) : 0;
    const { chosen, wheelchairs = Math.min(hadSpaces, basket.wheelchairs, ids.length) } = seats;
    await assignSeatsToHeldTickets(tx, performance, { tickets: ids, until, now, had: hadSeats, chosen, wheelchairs });
    if (seats.wheelchairs !== undefined && seats.wheelchairs !== basket.wheelchairs)
      await updateOpenBasket(tx, basket.id, { wheelchairs: seats.wheelchairs });
    const again: ChangedHold[] = [];
    const began = getHoldStart(period, now);
    if (there) {
      // If the hold has expired, other visitors may have the places of the basket's tickets for other performances
      const lapsed = groupIntoBasketLines(there.held_until <= now ? before : []);
      const renewal = { basket: there, before, until, isPaying: false };
      for (const part of lapsed.filter((one) => one.performance !== performance.id)) {
        again.push(await holdTicketsAgain(tx, renewal, part, context).catch(refuseLapsedTickets));
      }
      if (began !== there.created_at) await recordLapsedHold(tx, there, newId());
      await extendBasketHold(tx, there, { show: performance.show_id, networks, until, began });
    }
    const had = there && { networks: there, tickets: hadTickets };
    const hold = { performance, basket: basket.id, before: had };
    const isScarce = await assertNoHoarding(tx, [hold, ...again], { networks, settings, now });
    // If the basket still holds tickets for other performances, these may be what made it scarce
    const isOtherScarce = others > 0 && again.length === 0 && basket.scarce === 1;
    await recordScarcity(tx, { basket, began, isScarce: isScarce || isOtherScarce }, now);
    return !there;
  });
  if (isNew) setBasketCookie(cookies, token);
}

/**
 * Returns the time until which a basket's tickets are held after a change. The time is never after the end of a sale,
 * because tickets can't be paid for once their sale has ended.
 */
async function calculateHoldEnd(
  db: DbReader,
  period: Parameters<typeof calculateHoldExpiry>[0],
  { performances, now }: { performances: readonly Id[]; now: Instant },
): Promise<Instant> {
  return getEarliestInstant(calculateHoldExpiry(period, now), ...(await listSaleEndTimes(db, performances, now)));
}

/** Lists the times at which the sales of these performances end, without those that have ended or not begun. */
export async function listSaleEndTimes(db: DbReader, performances: readonly Id[], now: Instant): Promise<Instant[]> {
  const sales = [...(await findPerformances(db, performances)).values()].map((one) => getSaleStatus(one, now));
  return sales.filter(({ is }) => is === 'open').map(({ at }) => at);
}

const getPerformanceIds = (held: readonly HeldTicket[]) => held.map(({ performance_id }) => performance_id);

/** Refuses with the explanation that the tickets for other performances in the basket can't be held again. */
function refuseLapsedTickets(error: unknown): never {
  if (!(error instanceof HttpError)) throw error;
  return refuse(
    error.code,
    `The time for the other tickets in your basket has run out. ${error.message} Change or remove the other tickets in your basket first.`,
  );
}

const offerInBasketMessage =
  'Your basket has the places that we offered you from the waiting list. Pay for those first, or use your link from the waiting list to choose again.';

/**
 * Returns the number of a basket's tickets for other performances.
 * @throws HttpError if those tickets are for another show
 */
function countOtherTickets(
  held: readonly HeldTicket[],
  basket: Basket,
  { id, show_id }: PerformanceWithPublicTypes,
): number {
  const others = held.filter(({ performance_id }) => performance_id !== id);
  if (others.length > 0 && basket.show_id !== show_id) {
    refuse(409, 'Your basket has tickets for another show. Pay for those first, or empty the basket.');
  }
  return others.length;
}

/** Extends the hold of a basket's tickets, and records its show and networks. Drops a promo code of another show. */
async function extendBasketHold(
  tx: DbTransaction,
  basket: Basket,
  { show, networks, until, began }: { show: Id; networks: BasketNetworks; until: Instant; began: Instant },
): Promise<void> {
  // A promo code is only valid for its show
  const promo = basket.show_id === show ? basket.promo : '';
  const change = { held_until: until, show_id: show, ...networks, created_at: began, promo, released_at: null };
  if (!(await updateOpenBasket(tx, basket.id, change))) refuse(409, paymentInProgressMessage);
  await extendHold(tx, await findTicketsInBasket(tx, basket.id), until);
}

/**
 * Stores if a basket has tickets from a scarce pool after a change. `basket` is the basket before the change. If it has
 * exchanged scarce tickets for others, records the time for which it held them, unless a new hold `began`: the former
 * hold is then recorded already.
 */
async function recordScarcity(
  tx: DbTransaction,
  { basket, began, isScarce }: { basket: Parameters<typeof recordLapsedHold>[1]; began: Instant; isScarce: boolean },
  now: Instant,
): Promise<void> {
  if ((basket.scarce === 1) === isScarce) return;
  if (!isScarce && began === basket.created_at && basket.created_at < now) {
    await recordLapsedHold(tx, { ...basket, held_until: getEarliestInstant(basket.held_until, now) }, newId());
  }
  await updateOpenBasket(tx, basket.id, { scarce: isScarce ? 1 : 0 });
}

/**
 * Renews the hold of a basket. If the hold has expired, the tickets get today's prices; if the former seats are taken,
 * they get other seats. The hold counts for `networks`. If the basket is being paid for, its seats must stay the same,
 * and the limits for scarce pools don't apply.
 *
 * @throws HttpError if some tickets aren't available, or one network would hold too many tickets
 */
export async function renewBasketHold(
  tx: DbTransaction,
  basket: Basket,
  context: PartyEmailContext,
  { networks, isPaying = false }: { networks: BasketNetworks; isPaying?: boolean },
): Promise<void> {
  const { now } = context;
  const before = await findTicketsInBasket(tx, basket.id);
  if (before.length === 0) refuse(409, formatEmptyBasketMessage(basket));
  const until = await calculateHoldEnd(tx, basket, { performances: getPerformanceIds(before), now });
  const settings = await readSettings(tx);
  const again: ChangedHold[] = [];
  for (const part of groupIntoBasketLines(before)) {
    again.push(await holdTicketsAgain(tx, { basket, before, until, isPaying }, part, context));
  }
  const began = getHoldStart(basket, now);
  if (!isPaying && began !== basket.created_at) await recordLapsedHold(tx, basket, newId());
  await extendBasketHold(tx, basket, { show: basket.show_id, networks, until, began });
  const isScarce = await assertNoHoarding(tx, isPaying ? [] : again, { networks, settings, now });
  if (!isPaying) await recordScarcity(tx, { basket, began, isScarce }, now);
}

/**
 * Holds a basket's tickets for one performance again. If the hold has expired, the tickets get today's prices; if the
 * former seats are taken, they get other seats. If the basket is being paid for, its seats must stay the same.
 *
 * @throws HttpError if some tickets aren't available
 */
async function holdTicketsAgain(
  tx: DbTransaction,
  {
    basket,
    before,
    until,
    isPaying,
  }: { basket: Basket; before: readonly HeldTicket[]; until: Instant; isPaying: boolean },
  { performance: id, lines }: ReturnType<typeof groupIntoBasketLines>[number],
  context: PartyEmailContext,
): Promise<ChangedHold> {
  const { now } = context;
  const performance = await requireBookablePerformance(tx, id, now);
  const isOver = basket.held_until <= now;
  const wanted: TicketRequest[] = [];
  for (const line of lines) {
    const { type, count, pence } = line;
    const sold =
      findMatchingTicketType(line, [], performance.types) ?? (await refuseMissingTicketType(tx, performance, type));
    const { id: typeId, name, most } = sold;
    wanted.push({ id: typeId, name, most, pence: isOver ? sold.pence : pence, count });
  }
  const tickets = before.filter(({ performance_id }) => performance_id === id);
  const ids = tickets.map((ticket) => ticket.id);
  const had = (await findBasketSeats(tx, tickets)).get(id) ?? [];
  await offerFreePlaces(tx, performance, context);
  const stillHeld = await listPoolTicketsOnHold(tx, { baskets: [basket.id], performance: id, now });
  const leftBefore = (await countTicketsLeft(tx, [performance], now)).get(id)?.total ?? 0;
  const held = await holdTickets(tx, { basket: basket.id, performance: id, wanted, ids, before, until, now });
  if (held !== 'held') await refuseTooFewPlaces(tx, performance, held);
  await assertHouseSeatsStayFree(tx, performance, { count: ids.length, now });
  await assertOfferedTicketsStayFree(tx, performance, { count: ids.length, leftBefore, now });
  const isBound = isPaying && performance.sells_seats === 1;
  // If others have taken a seat, the basket now has fewer seats than tickets
  if (isBound && had.length < ids.length) refuse(409, seatsTakenMessage);
  await assignSeatsToHeldTickets(tx, performance, { tickets: ids, until, now, had });
  // Staff may have withheld a seat in the meantime
  const given = isBound ? await findBasketSeats(tx, await findTicketsInBasket(tx, basket.id)) : undefined;
  if (given && given.get(id)?.join() !== had.join()) refuse(409, seatsTakenMessage);
  return { performance, basket: basket.id, before: { networks: basket, tickets: stillHeld } };
}

/** Finds the seats of a basket's tickets by performance, including those whose hold has expired. */
export async function findBasketSeats(db: DbReader, held: readonly HeldTicket[]): Promise<Map<Id, string[]>> {
  const seats = await findSeatsOfTickets(
    db,
    held.map(({ id }) => id),
  );
  return new Map(
    [...Map.groupBy(held, ({ performance_id }) => performance_id)].map(([performance, tickets]) => [
      performance,
      sortSeats(tickets.flatMap(({ id }) => seats.get(id) ?? [])),
    ]),
  );
}

/** Counts the wheelchair spaces among seats. */
export function countWheelchairSpaces(
  performance: Pick<PerformanceWithPublicTypes, 'seat_marks'>,
  seats: readonly string[],
): number {
  const marks = parseSeatMarks(performance);
  return seats.filter((seat) => marks[seat]?.kind === 'wheelchair').length;
}

/** The numbered seats that a visitor wants. */
export interface VisitorSeatChoice {
  /** The chosen seats. If empty, the best seats are assigned. */
  chosen: readonly string[];
  /** The number of wheelchair users. Undefined if the visitor wasn't asked. */
  wheelchairs: number | undefined;
}

/**
 * Assigns seats to a basket's tickets, if the performance sells numbered seats: the chosen seats, or the best seats
 * with as many of the former seats as possible.
 * @throws HttpError if there are too few seats or wheelchair spaces, or the chosen seats can't be sold
 */
export async function assignSeatsToHeldTickets(
  tx: DbTransaction,
  performance: PerformanceWithPublicTypes,
  {
    wheelchairs = 0,
    chosen = [],
    had,
    ...hold
  }: { tickets: readonly Id[]; until: Instant; now: Instant; had: readonly string[] } & Partial<VisitorSeatChoice>,
): Promise<void> {
  if (performance.sells_seats === 0) return;
  if (chosen.length > 0) {
    const fault = await allocateChosenSeats(tx, performance, { ...hold, seats: chosen });
    if (fault) refuse(409, fault.says, { seats: fault.says });
    const missing = formatMissingWheelchairSpaces({ spaces: countWheelchairSpaces(performance, chosen), wheelchairs });
    if (missing) refuse(409, missing, { seats: missing });
    return;
  }
  if (await allocateBestSeats(tx, performance, { ...hold, had, wheelchairs })) return;
  if (wheelchairs > 0) {
    const none = `For this performance, there ${wheelchairs > 1 ? 'aren’t that many wheelchair spaces' : 'are no wheelchair spaces'} left${hold.tickets.length > wheelchairs ? ' with seats for the rest of your party' : ''}`;
    refuseFields({ wheelchair: `${none}. Contact us and we’ll see what we can do.` });
  }
  refuse(
    409,
    'Apart from wheelchair spaces and companion seats, there aren’t enough seats left. Choose fewer tickets, or another performance.',
  );
}

/**
 * Assigns new seats, next to the rest of the order, to sold tickets whose seats others took after the hold had expired.
 * If too few seats are free, staff see the tickets as unseated.
 */
export async function assignSeatsToSoldTickets(
  tx: DbTransaction,
  tickets: readonly { id: Id; performance_id: Id }[],
  now: Instant,
): Promise<void> {
  for (const [id, own] of Map.groupBy(tickets, ({ performance_id }) => performance_id)) {
    const performance = await findPerformance(tx, id);
    if (!performance || performance.sells_seats === 0) continue;
    const ids = own.map((ticket) => ticket.id);
    const seats = await findSeatsOfTickets(tx, ids);
    const unseated = ids.filter((ticket) => !seats.has(ticket));
    if (unseated.length === 0) continue;
    await allocateBestSeats(tx, performance, { tickets: unseated, beside: [...seats.values()], until: null, now });
  }
}
