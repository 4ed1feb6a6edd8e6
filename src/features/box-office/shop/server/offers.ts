import { parseTicketRequests } from '#features/box-office/orders/requested-tickets.ts';
import { findTicketsInBasket, holdTickets, releaseHeldTickets } from '#features/box-office/orders/server/index.ts';
import {
  findPerformanceWithPublicTypes,
  type PerformanceWithPublicTypes,
} from '#features/box-office/performances/server/index.ts';
import { formatPlaces } from '#features/box-office/waiting-list/party.ts';
import {
  requireOffer,
  toFormResponse,
  transferOfferToBasket,
  type WaitingListOffer,
} from '#features/box-office/waiting-list/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { hashToken, newToken } from '#platform/server/crypto/secrets.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { maxTicketsPerBasket, toBasketLines } from '../basket.ts';
import { acceptOffer, type ChooseTicketsContent, type ShopPerformance } from '../contract.ts';
import { basketPath } from '../paths.ts';
import {
  deleteBasket,
  findBasket,
  findBasketIdsInPayment,
  findCurrentBasket,
  noNetworks,
  paymentInProgressMessage,
  recordBasket,
  setBasketCookie,
} from './baskets/basket-store.ts';
import {
  assertNoUnaccompaniedTickets,
  refreshChosenTickets,
  refuseTooFewPlaces,
  requireBookablePerformance,
} from './baskets/bookable-tickets.ts';
import { assignSeatsToHeldTickets } from './baskets/hold-in-basket.ts';
import { cardsUnavailableMessage } from './calls.ts';
import { buildShopPerformances, countHeldTicketsOfType, findShopShow } from './views.ts';

/** Registers the page and the call with which a party from the waiting list accepts its offer. */
export function registerOfferRoutes({ page, call }: RouteRegistry, services: Services): void {
  page('/tickets/offer/:id/:key', { type: 'choose_tickets', access: everyone, secret: true }, (visit) =>
    buildOfferPage(visit, services),
  );
  call(
    acceptOffer,
    {
      access: everyone,
      form: {
        done: basketPath,
        again: (answer, typed, visit) => buildOfferPage(visit, services, { typed, answer: toFormResponse(answer) }),
      },
    },
    acceptOfferIntoBasket(services),
  );
}

/**
 * Builds the page with which a party from the waiting list accepts its offer. After a refusal, the form contains the
 * submitted values.
 */
async function buildOfferPage(
  { db, now, params }: Pick<PageRequest, 'db' | 'now' | 'params'>,
  { paymentProvider, encryption }: Pick<Services, 'paymentProvider' | 'encryption'>,
  again: Partial<Pick<ChooseTicketsContent, 'typed' | 'answer'>> = {},
): Promise<ChooseTicketsContent> {
  const offer = await requireOffer(db, params, { encryption, now });
  const found = (await findPerformanceWithPublicTypes(db, offer.performance)) ?? refuseNotFound();
  const show = (await findShopShow(db, found.show_id)) ?? refuseNotFound();
  const performance = await findOfferedPerformance(db, found, { offer, now });
  const { timeZone } = await readSettings(db);
  const paying = await isInPayment(db, offer);
  return {
    ...{
      type: 'choose_tickets',
      title: show.title,
      show,
      performance,
      performances: [],
    },
    ...{ most: Math.min(offer.size, maxTicketsPerBasket), payable: paymentProvider !== undefined, typed: {} },
    offer: {
      ...{ id: params.id ?? '', key: params.key ?? '', size: offer.size },
      ...{ open: offer.isOpen || paying, paying },
      until: formatIsoWithOffset(offer.until, timeZone),
    },
    ...again,
  };
}

/**
 * Finds the performance of an offer, as the shop shows it. The tickets in the party's earlier basket count as left,
 * because the party can exchange them for others.
 */
async function findOfferedPerformance(
  db: DbReader,
  found: PerformanceWithPublicTypes,
  { offer: { basket, size }, now }: { offer: WaitingListOffer; now: Instant },
): Promise<ShopPerformance> {
  const held = (basket === '' ? [] : await findTicketsInBasket(db, basket)).filter(
    ({ held_until }) => held_until > now,
  );
  const own = { held, offered: basket === '' ? size : 0 };
  const performance = (await buildShopPerformances(db, [found], now, own))[0] ?? refuseNotFound();
  const types = performance.types.map((type) => ({
    ...type,
    left: type.left === null ? null : type.left + countHeldTicketsOfType(held, type.id),
  }));
  return { ...performance, types };
}

const acceptOfferIntoBasket =
  ({ encryption, paymentProvider, db }: Services): CallHandler<typeof acceptOffer> =>
  async ({ body, params, now, cookies, db: reading }) => {
    const { performance: wantedFor } = await requireOpenOffer(reading, params, { encryption, now });
    const seen = await requireBookablePerformance(reading, wantedFor, now);
    const parsed = parseTicketRequests(body, seen.types, maxTicketsPerBasket);
    if ('fault' in parsed) return refuseFields({ [parsed.fault]: parsed.says });
    assertNoUnaccompaniedTickets(toBasketLines(parsed.wanted), seen.types);
    if (!paymentProvider && parsed.wanted.some(({ pence }) => pence > 0)) refuse(409, cardsUnavailableMessage);
    const ids = parsed.wanted.flatMap(({ count }) => Array.from({ length: count }, () => newId()));
    const before = await findCurrentBasket(reading, cookies);
    const token = newToken();
    const fresh = { id: newId(), token_hash: hashToken(token), ...noNetworks, created_at: now };
    await write(db, async (tx) => {
      const offer = await requireOpenOffer(tx, params, { encryption, now });
      const { performance, wanted } = await refreshChosenTickets(tx, { performance: seen, wanted: parsed.wanted }, now);
      if (ids.length > offer.size) {
        const [first] = performance.types;
        refuseFields({
          [`tickets_${first?.id}`]: `We are holding only ${formatPlaces(offer.size).toLowerCase()} for you. Choose fewer tickets.`,
        });
      }
      if (before && before.id !== offer.basket && (await findTicketsInBasket(tx, before.id)).length > 0)
        refuse(409, otherTicketsMessage);
      await releaseEarlierBasket(tx, offer);
      await recordBasket(tx, { ...fresh, show_id: performance.show_id, held_until: offer.until });
      await transferOfferToBasket(tx, offer, fresh.id, now);
      const hold = {
        basket: fresh.id,
        performance: performance.id,
        wanted,
        ids,
        before: [],
        until: offer.until,
        now,
      };
      const held = await holdTickets(tx, hold);
      if (held !== 'held') await refuseTooFewPlaces(tx, performance, held);
      await assignSeatsToHeldTickets(tx, performance, { tickets: ids, until: offer.until, now, had: [] });
    });
    setBasketCookie(cookies, token);
    return ok('Added to your basket.');
  };

/**
 * Returns the offer to the party that a link belongs to.
 * @throws HttpError if the offer has ended or is being paid for
 */
async function requireOpenOffer(
  db: DbReader,
  params: Parameters<typeof requireOffer>[1],
  context: Parameters<typeof requireOffer>[2],
): Promise<WaitingListOffer> {
  const offer = await requireOffer(db, params, context);
  if (offer.isOpen) return offer;
  return refuse(409, (await isInPayment(db, offer)) ? paymentInProgressMessage : offerEndedMessage);
}

/** Returns true if the offered places are in a basket whose payment has no outcome yet. */
const isInPayment = async (db: DbReader, { basket }: WaitingListOffer): Promise<boolean> =>
  (await findBasketIdsInPayment(db, [basket])).has(basket);

/** Deletes the earlier basket with the offered places. It may be on another device, or have other ticket types. */
async function releaseEarlierBasket(tx: DbTransaction, { basket }: WaitingListOffer): Promise<void> {
  const before = basket === '' ? undefined : await findBasket(tx, basket);
  if (!before) return;
  if (before.status !== 'open') refuse(409, paymentInProgressMessage);
  await releaseHeldTickets(tx, { basket });
  await deleteBasket(tx, basket);
}

const offerEndedMessage =
  'These places are no longer held for you: they weren’t booked in time, they were released, or the performance is cancelled.';

const otherTicketsMessage =
  'Your basket has other tickets. Pay for those first, or empty the basket. Until the offer ends, we’re holding your places.';
