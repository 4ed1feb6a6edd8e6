import { countTicketsByType, formatAccessNeeds, formatTicketCountsByType } from '#features/box-office/orders/order.ts';
import {
  convertHoldToOrder,
  countFreeTickets,
  countTicketsInBaskets,
  countTicketsOnHold,
  extendHold,
  findTicketsInBasket,
  type HeldTicket,
} from '#features/box-office/orders/server/index.ts';
import { findPerformances } from '#features/box-office/performances/server/index.ts';
import { endPartyWaitByBasket, extendOffer, isOfferOwner } from '#features/box-office/waiting-list/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/contract.ts';
import { findUser } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { isSameSecret } from '#platform/server/crypto/secrets.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { isLoopbackHost } from '#platform/server/http/request/request-limits.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { hasMailServer } from '#platform/server/mail/index.ts';
import { declareRateLimits, rateLimits } from '#platform/server/rate-limits/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import {
  addMs,
  day,
  formatWait,
  getEarliestInstant,
  getLatestInstant,
  hour,
  minute,
  subtractMs,
} from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { getLatestHoldEnd, maxHeldTicketsPerNetwork, maxTicketsPerBasket } from '../basket.ts';
import type { HeldTickets, UnconfirmedOrder, UnconfirmedTickets } from '../contract.ts';
import {
  type Basket,
  findBasketsWithActiveHold,
  findLapsedUnconfirmedBasketIds,
  findSoldBasketIds,
  listBasketsAwaitingBoxOffice,
  listNetworkLevels,
  listUnconfirmedBaskets,
  startBasketConfirmation,
  toNewOrderFromHold,
} from './baskets/basket-store.ts';
import { assignSeatsToSoldTickets } from './baskets/hold-in-basket.ts';
import { queueBookingOutcomeEmail, queueConfirmationRequestEmail } from './emails.ts';

/** The time in milliseconds for which free tickets are held until the buyer confirms them by email. */
const buyerConfirmationPeriodMs = 30 * minute;

/** The time in milliseconds for which free tickets are held if the box office confirms them. */
const boxOfficeConfirmationPeriodMs = 3 * day;

type Encryption = Services['encryption'];
type BuyerRequest = Pick<PageRequest, 'now' | 'visitor' | 'home' | 'client'>;
type Buyer = Pick<Basket, 'name' | 'email' | 'phone' | 'note' | 'needs'>;

const hashConfirmKey = (encryption: Encryption, { id, attempt }: { id: Id; attempt: number }) =>
  encryption.hash(`${id} ${attempt}`, 'confirm order');

/**
 * Builds the path of the page on which a buyer confirms free tickets. The path isn't stored with the basket, and each
 * attempt has a new path.
 */
export const buildConfirmationPath = (encryption: Encryption, link: { id: Id; attempt: number }): string =>
  `/tickets/confirm/${link.id}/${hashConfirmKey(encryption, link)}`;

/** Returns true if the key belongs to this attempt. */
export function isConfirmationKey(
  encryption: Encryption,
  { key, ...link }: { id: Id; key: string; attempt: number },
): boolean {
  return isSameSecret(key, hashConfirmKey(encryption, link));
}

/** Returns true if a basket's free tickets still need a confirmation, even if their hold has expired. */
export const isUnconfirmedBasket = ({ status, confirmation }: Pick<Basket, 'status' | 'confirmation'>): boolean =>
  status === 'open' && (confirmation === 'email' || confirmation === 'box office');

/**
 * Books a basket that costs nothing. A buyer whose address is verified gets the tickets at once. Other buyers confirm
 * them with the link in an email. If the site can't send email, the box office confirms them. Until then the tickets
 * are held.
 * @throws HttpError if too many free tickets were booked from the same network or with the same address
 */
export async function bookFreeTickets(
  tx: DbTransaction,
  { basket, buyer }: { basket: Basket; buyer: Buyer },
  { now, visitor, home, client }: BuyerRequest,
  { encryption, mailTransport: mail }: Pick<Services, 'encryption' | 'mailTransport'>,
): Promise<'sold' | 'unconfirmed'> {
  const held = await findTicketsInBasket(tx, basket.id);
  await assertFreeOrderLimits(tx, { basket, email: buyer.email }, { now, client });
  if (await isVerifiedAddress(tx, { basket, email: buyer.email }, visitor)) {
    await sellFreeTickets(tx, { ...basket, ...buyer }, now);
    return 'sold';
  }
  const confirmation = hasMailServer(mail) ? 'email' : 'box office';
  if (confirmation === 'box office') await assertBoxOfficeHoldLimit(tx, { basket, email: buyer.email, held }, now);
  const until = await calculateConfirmationDeadline(tx, { basket, held, confirmation }, now);
  await extendHold(tx, held, until);
  await extendOffer(tx, basket.id, until);
  const attempt = basket.confirmation_attempt + 1;
  await startBasketConfirmation(tx, basket.id, {
    ...buyer,
    confirmation,
    confirmation_attempt: attempt,
    held_until: until,
  });
  if (confirmation === 'email') {
    const link = `${home}${buildConfirmationPath(encryption, { id: basket.id, attempt })}`;
    await queueConfirmationRequestEmail(tx, { basket: { ...basket, ...buyer }, held, attempt, until, link, home, now });
  }
  return 'unconfirmed';
}

/**
 * Returns the time until which tickets are held for their confirmation. A buyer has half an hour to confirm them. The
 * box office has three days, but no longer than until the first performance begins. In a reopened basket, this period
 * starts now, or at the latest time at which the basket's normal hold could have ended if that is earlier; otherwise
 * reopening could extend the hold again and again. The hold never ends earlier than before, unless a performance
 * begins.
 */
async function calculateConfirmationDeadline(
  db: DbReader,
  { basket, held, confirmation }: { basket: Basket; held: readonly HeldTicket[]; confirmation: 'email' | 'box office' },
  now: Instant,
): Promise<Instant> {
  const within = confirmation === 'email' ? buyerConfirmationPeriodMs : boxOfficeConfirmationPeriodMs;
  const since = basket.confirmation_attempt === 0 ? now : getEarliestInstant(now, getLatestHoldEnd(basket));
  const until = getLatestInstant(addMs(since, within), basket.held_until);
  if (confirmation === 'email') return until;
  const performances = await findPerformances(
    db,
    held.map(({ performance_id }) => performance_id),
  );
  const starts = [...performances.values()].map(({ starts_at }) => starts_at);
  return getEarliestInstant(until, ...starts);
}

/**
 * Limits the tickets that wait for the box office to one full basket for each network and each address, because the
 * wait is long and the address unverified. Wide networks have the same limit.
 * @throws HttpError if more tickets would wait
 */
async function assertBoxOfficeHoldLimit(
  tx: DbTransaction,
  { basket, email, held }: { basket: Basket; email: string; held: readonly HeldTicket[] },
  now: Instant,
): Promise<void> {
  const waiting = (await listBasketsAwaitingBoxOffice(tx, now)).filter(({ id }) => id !== basket.id);
  const groups = [
    waiting.filter((other) => normaliseEmail(other.email) === normaliseEmail(email)),
    ...listNetworkLevels(basket).map(({ column, hash }) => waiting.filter((other) => other[column] === hash)),
  ];
  for (const others of groups) {
    const count = await countTicketsOnHold(tx, getIds(others), now);
    if (count > 0 && count + held.length > maxTicketsPerBasket) refuse(429, boxOfficeLimitMessage);
  }
}

const boxOfficeLimitMessage =
  'Free tickets booked with this email address or from your network are already waiting for the box office. Please wait until the box office has confirmed them, or write to us.';

const getIds = (baskets: readonly Pick<Basket, 'id'>[]) => baskets.map(({ id }) => id);

const freeOrderLimits = declareRateLimits({
  /** Free orders with the same email address: three at once, then one every eight hours. */
  free: { burst: 3, everyMs: 8 * hour },
  /** Free orders from the same network, where many people in one building may book at the same time. */
  freeFrom: { burst: 20, everyMs: hour },
});

/**
 * Counts a free order against the rate limits. Also limits three numbers of tickets for each of the visitor's networks:
 * tickets on hold, tickets booked for free within a day, and free tickets that nobody confirmed in time. Wider networks
 * may hold and book more tickets, but the limit for unconfirmed tickets is the same.
 */
async function assertFreeOrderLimits(
  tx: DbTransaction,
  { basket, email }: { basket: Basket; email: string },
  { now, client }: Pick<BuyerRequest, 'now' | 'client'>,
): Promise<void> {
  const limits = [rateLimits.key(freeOrderLimits.free, normaliseEmail(email))];
  if (!isLoopbackHost(client.address)) limits.push(...rateLimits.networkKeys(freeOrderLimits.freeFrom, client.address));
  const { waitMs } = await rateLimits.tryConsume(tx, limits, now);
  if (waitMs > 0) refuse(429, `${tooManyMessage} Try again in ${formatWait(waitMs)}, or write to us.`);
  for (const level of listNetworkLevels(basket)) {
    const held = await countTicketsOnHold(tx, getIds(await findBasketsWithActiveHold(tx, level, now)), now);
    const sold = await countFreeTickets(tx, await findSoldBasketIds(tx, level, subtractMs(now, day)));
    const lapsed = await countTicketsInBaskets(
      tx,
      await findLapsedUnconfirmedBasketIds(tx, level, { since: subtractMs(now, day), now }),
    );
    const isTooMany = held + sold + lapsed > maxHeldTicketsPerNetwork * level.factor;
    if (isTooMany || lapsed >= maxHeldTicketsPerNetwork)
      refuse(429, `${tooManyMessage} Try again tomorrow, or write to us.`);
  }
}

const tooManyMessage = 'Too many free tickets have been booked with this email address or from your network.';

/** Returns true if the address is the signed-in member's own, or the one to which the waiting list sent the offer. */
async function isVerifiedAddress(
  db: DbReader,
  { basket, email }: { basket: Basket; email: string },
  visitor: PageRequest['visitor'],
): Promise<boolean> {
  const member = visitor.signedIn ? await findUser(db, visitor.id) : undefined;
  if (member && normaliseEmail(member.email) === normaliseEmail(email)) return true;
  return isOfferOwner(db, basket.id, email);
}

/**
 * Sells a basket that costs nothing.
 * @throws HttpError if its places are no longer available
 */
export async function sellFreeTickets(tx: DbTransaction, basket: Basket, now: Instant): Promise<void> {
  const held = await findTicketsInBasket(tx, basket.id);
  const sold = await convertHoldToOrder(tx, toNewOrderFromHold(basket, { entry: '', paidBy: '', at: now }), held);
  if (held.length === 0 || sold === 'gone') refuse(409, unavailableMessage);
  await assignSeatsToSoldTickets(tx, held, now);
  const { name, email, phone, note, needs } = basket;
  const buyer = { name, email, phone, note, needs };
  await tx
    .updateTable('basket')
    .set({ ...buyer, status: 'sold' })
    .where('id', '=', basket.id)
    .execute();
  await endPartyWaitByBasket(tx, basket.id, 'booked');
  await queueBookingOutcomeEmail(tx, { order: basket.id }, now);
}

const unavailableMessage =
  'These tickets can’t be booked any more: the performance was cancelled, or its last places are taken.';

/** Lists the tickets that a basket holds, formatted for each performance. */
export async function listHeldTickets(db: DbReader, basket: Id, timeZone: string): Promise<HeldTickets[]> {
  const byPerformance = Map.groupBy(await findTicketsInBasket(db, basket), ({ performance_id }) => performance_id);
  const performances = await findPerformances(db, [...byPerformance.keys()]);
  return [...byPerformance]
    .map(([id, held]) => ({
      starts_at: formatIsoWithOffset(performances.get(id)?.starts_at ?? '', timeZone),
      tickets: formatTicketCountsByType(countTicketsByType(held)),
    }))
    .sort((one, other) => (one.starts_at < other.starts_at ? -1 : 1));
}

/** Lists the free tickets of a show that wait for a confirmation, for staff who manage bookings. */
export async function listUnconfirmedOrders(
  db: DbReader,
  show: Id,
  { timeZone, now }: { timeZone: string; now: Instant },
): Promise<UnconfirmedOrder[]> {
  const baskets = await listUnconfirmedBaskets(db, show, now);
  return Promise.all(
    baskets.map(async ({ id, name, email, phone, note, needs, confirmation, created_at, held_until }) => ({
      ...{ id, name, email, phone, note, needs: formatAccessNeeds(needs) },
      by: confirmation === 'email' ? ('email' as const) : ('box office' as const),
      since: formatIsoWithOffset(created_at, timeZone),
      until: formatIsoWithOffset(held_until, timeZone),
      tickets: await listHeldTickets(db, id, timeZone),
    })),
  );
}

/** Finds the free tickets of a basket that wait for a confirmation. Undefined if there are none. */
export async function findUnconfirmedTickets(
  db: DbReader,
  basket: Basket,
  now: Instant,
): Promise<UnconfirmedTickets | undefined> {
  if (!isUnconfirmedBasket(basket) || basket.held_until <= now) return undefined;
  const { timeZone } = await readSettings(db);
  return {
    by: basket.confirmation === 'email' ? 'email' : 'box office',
    email: basket.email,
    until: formatIsoWithOffset(basket.held_until, timeZone),
    tickets: await listHeldTickets(db, basket.id, timeZone),
  };
}
