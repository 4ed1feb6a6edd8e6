import { parseTicketRequests } from '#features/box-office/orders/requested-tickets.ts';
import { findHeldTickets, holdTickets, releaseTickets } from '#features/box-office/orders/server/index.ts';
import { formatPlaces } from '#features/box-office/waiting-list/party.ts';
import { type Offer, requireOffer, transferOfferToBasket } from '#features/box-office/waiting-list/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { newToken, tokenHash } from '#platform/server/crypto/tokens.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/access.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { maxTicketsPerBasket, toBasketLines } from '../basket.ts';
import { acceptOffer } from '../contract.ts';
import { basketPath } from '../paths.ts';
import { noNetworks } from './basket-networks.ts';
import { assignSeatsToHold } from './basket-seats.ts';
import {
  deleteBasket,
  findBasket,
  findOpenBasket,
  paymentInProgressMessage,
  recordBasket,
  setBasketCookie,
} from './basket-store.ts';
import { cardsUnavailableMessage, toPageAnswer } from './calls.ts';
import {
  refreshPrices,
  refuseTooFewPlaces,
  refuseUnaccompanied,
  requireBookablePerformance,
} from './hold-in-basket.ts';
import { buildOfferPage } from './offer-page.ts';

/** Registers the calls of a party from the waiting list about its offer. */
export function registerOfferCalls({ call }: Platform, services: Services): void {
  call(
    acceptOffer,
    {
      access: everyone,
      form: {
        done: basketPath,
        again: (answer, typed, visit) => buildOfferPage(visit, services, { typed, answer: toPageAnswer(answer) }),
      },
    },
    acceptOfferIntoBasket(services),
  );
}

const acceptOfferIntoBasket =
  ({ encryption, square, db }: Services): CallHandler<typeof acceptOffer> =>
  async ({ body, params, now, cookies, db: reading }) => {
    const open = (offer: Offer) => (offer.isOpen ? offer : refuse(409, offerEndedMessage));
    const { performance: wantedFor } = open(await requireOffer(reading, params, { encryption, now }));
    const seen = await requireBookablePerformance(reading, wantedFor, now);
    const parsed = parseTicketRequests(body, seen.types, maxTicketsPerBasket);
    if ('fault' in parsed) return refuseFields({ [parsed.fault]: parsed.says });
    refuseUnaccompanied(toBasketLines(parsed.wanted), seen.types);
    if (!square && parsed.wanted.some(({ pence }) => pence > 0)) refuse(409, cardsUnavailableMessage);
    const ids = parsed.wanted.flatMap(({ count }) => Array.from({ length: count }, () => newId()));
    const before = await findOpenBasket(reading, cookies);
    const token = newToken();
    const fresh = { id: newId(), token_hash: tokenHash(token), ...noNetworks, created_at: now };
    await write(db, async (tx) => {
      const offer = open(await requireOffer(tx, params, { encryption, now }));
      const { performance, wanted } = await refreshPrices(tx, { performance: seen, wanted: parsed.wanted }, now);
      if (ids.length > offer.size) {
        const [first] = performance.types;
        refuseFields({
          [`tickets_${first?.id}`]: `We are holding ${formatPlaces(offer.size).toLowerCase()} for you.`,
        });
      }
      if (before && before.id !== offer.basket && (await findHeldTickets(tx, before.id)).length > 0)
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
      await assignSeatsToHold(tx, performance, { tickets: ids, until: offer.until, now, had: [] });
    });
    setBasketCookie(cookies, token);
    return ok('Added to your basket.');
  };

/** Empties the basket that held them before: on another device, or with other kinds of tickets. */
async function releaseEarlierBasket(tx: DbTransaction, { basket }: Offer): Promise<void> {
  const before = basket === '' ? undefined : await findBasket(tx, basket);
  if (!before) return;
  if (before.status !== 'open') refuse(409, paymentInProgressMessage);
  await releaseTickets(tx, { basket });
  await deleteBasket(tx, basket);
}

const offerEndedMessage =
  'These places are no longer held for you: they weren’t taken in time, they were released, or the performance is cancelled.';

const otherTicketsMessage =
  'Your basket has other tickets. Pay for those first, or empty it; we hold your places in the meantime.';
