import { parseTicketRequests } from '#features/box-office/orders/requested-tickets.ts';
import { findTicketsInBasket, releaseHeldTickets } from '#features/box-office/orders/server/index.ts';
import { formatDiscount } from '#features/box-office/orders/tickets.ts';
import { endPartyWaitByBasket, toFormResponse } from '#features/box-office/waiting-list/server/index.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { createConcurrencyLimit } from '#platform/server/background/fair-queue.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields } from '#platform/server/http/errors/http-error.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type FormPostPages, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { rateLimits } from '#platform/server/rate-limits/index.ts';
import { maxTicketsPerBasket, toBasketLines } from '../basket.ts';
import * as contract from '../contract.ts';
import { basketPath, chooseSeatsPath } from '../paths.ts';
import {
  type Basket,
  findCurrentBasket,
  formatEmptyBasketMessage,
  getPromoCodeRateLimits,
  hashVisitorNetworks,
  paymentInProgressMessage,
  resetEmptiedBasket,
  updateOpenBasket,
} from './baskets/basket-store.ts';
import {
  assertNoUnaccompaniedTickets,
  assertPerformanceBookable,
  assertPlacesLeft,
  createAvailabilityCache,
} from './baskets/bookable-tickets.ts';
import { holdTicketsInBasket, renewBasketHold } from './baskets/hold-in-basket.ts';
import { buildBasketPage, buildChooseTicketsPage } from './pages.ts';
import { payForBasket } from './pay.ts';
import { findValidPromoCode } from './promo-codes.ts';

const access = everyone;

const getElapsedMs = () => performance.now();

/**
 * Registers the calls with which visitors choose and pay for tickets. They work without JavaScript, apart from payments
 * by card.
 */
export function registerShopCalls({ call }: RouteRegistry, services: Services): void {
  const { holding, basket, paying } = createFormPages(services);
  call(contract.holdTickets, { access, form: holding }, holdTickets(services));
  call(contract.removeTickets, { access, form: basket }, removeTickets(services));
  call(contract.emptyBasket, { access, form: basket }, emptyBasket(services));
  call(contract.renewHold, { access, form: basket }, renewHold(services));
  call(contract.applyPromoCode, { access, form: basket }, applyPromoCode(services));
  call(contract.payBasket, { access, form: paying }, (request) => payForBasket(request, services));
}

/**
 * Returns the pages that browsers without JavaScript see after a submission: the next page, or the form again with the
 * reason for the refusal.
 */
function createFormPages(services: Services) {
  const basket: FormPostPages = {
    done: basketPath,
    again: (answer, typed, visit) => buildBasketPage(visit, services, { typed, answer: toFormResponse(answer) }),
  };
  const holding: FormPostPages<{ link: string }> = {
    done: (_, { link }) => link,
    again: (answer, typed, visit) =>
      buildChooseTicketsPage({ ...visit, params: { id: typed.performance_id ?? '' } }, services, {
        typed,
        answer: toFormResponse(answer),
      }),
  };
  return { basket, holding, paying: { ...holding, again: basket.again } };
}

const holdTickets = ({ db, encryption, paymentProvider }: Services): CallHandler<typeof contract.holdTickets> => {
  // Concurrent writes wait for each other or conflict, so only six requests are let through at the same time. The
  // others wait, and check the availability again before they write
  const inLine = createConcurrencyLimit(6);
  const lookAt = createAvailabilityCache(db);
  return async (request) => {
    const { body, now, cookies } = request;
    const since = getElapsedMs();
    const look = await lookAt(body.performance_id, now);
    const performance = assertPerformanceBookable(look, now);
    const parsed = parseTicketRequests(body, performance.types, maxTicketsPerBasket);
    if ('fault' in parsed) return refuseFields({ [parsed.fault]: parsed.says });
    if (!paymentProvider && parsed.wanted.some(({ pence }) => pence > 0)) refuse(409, cardsUnavailableMessage);
    const { wanted } = parsed;
    assertNoUnaccompaniedTickets(toBasketLines(wanted), performance.types);
    const chosen = body.seats === 'plan' ? body.chosen_seats : [];
    const count = wanted.reduce((sum, one) => sum + one.count, 0);
    // A visitor with a basket isn't refused early, because that basket may hold some of the last places
    const isNew = !(await findCurrentBasket(request.db, cookies));
    if (isNew) assertPlacesLeft(look, performance, count);
    await inLine(async () => {
      await yieldToEventLoop();
      if (isNew) assertPlacesLeft(await lookAt(performance.id, now, { for: count, since }), performance, count);
      const seats = { chosen, wheelchairs: body.wheelchair };
      await holdTicketsInBasket(db, request, { look, performance, wanted, seats, encryption });
    });
    const onPlan = body.seats === 'plan' && chosen.length === 0 && performance.sells_seats === 1;
    return ok('Added to your basket.', { link: onPlan ? chooseSeatsPath(performance.id) : basketPath });
  };
};

const removeTickets =
  ({ db }: Services): CallHandler<typeof contract.removeTickets> =>
  async (request) => {
    const isOpen = await releaseFromBasket(db, request, { performance: request.body.performance_id });
    // A paid basket is refused, because removing its tickets here wouldn't cancel the booking
    return isOpen ? ok('Tickets removed from your basket.') : refuse(409, formatEmptyBasketMessage());
  };

const emptyBasket =
  ({ db }: Services): CallHandler<typeof contract.emptyBasket> =>
  async (request) => {
    await releaseFromBasket(db, request);
    return ok('Your basket is empty.');
  };

/**
 * Releases the tickets in the visitor's basket, for one performance or for all. Ends the hold of an emptied basket.
 * Returns false if the visitor has no open basket.
 */
async function releaseFromBasket(
  db: Database,
  { cookies, now }: Pick<PageRequest, 'cookies' | 'now'>,
  only: { performance?: string } = {},
): Promise<boolean> {
  const basket = await findCurrentBasket(db.read, cookies);
  if (!basket) return false;
  await write(db, async (tx) => {
    if (!(await updateOpenBasket(tx, basket.id, { show_id: basket.show_id }))) refuse(409, paymentInProgressMessage);
    await releaseHeldTickets(tx, { basket: basket.id, ...only });
    if ((await findTicketsInBasket(tx, basket.id)).length > 0) return;
    await endPartyWaitByBasket(tx, basket.id, 'declined');
    await resetEmptiedBasket(tx, basket, now);
  });
  return true;
}

const renewHold =
  ({ db, encryption }: Services): CallHandler<typeof contract.renewHold> =>
  async (request) => {
    const { cookies, now, home } = request;
    const basket = (await findCurrentBasket(db.read, cookies)) ?? refuse(409, formatEmptyBasketMessage());
    const networks = hashVisitorNetworks(request, encryption);
    await write(db, (tx) => renewBasketHold(tx, basket, { encryption, home, now }, { networks }));
    return ok('We’re holding your tickets again.');
  };

const applyPromoCode =
  ({ db, encryption }: Services): CallHandler<typeof contract.applyPromoCode> =>
  async (request) => {
    const { body, cookies, now, today } = request;
    const basket = (await findCurrentBasket(db.read, cookies)) ?? refuse(409, formatEmptyBasketMessage());
    if (body.promo === '') {
      await saveBasketPromo(db, basket, '');
      return ok('Promo code removed.');
    }
    const limits = getPromoCodeRateLimits({ id: basket.id, ...hashVisitorNetworks(request, encryption) });
    await write(db, (tx) => rateLimits.consume(tx, limits, now));
    const found = await findValidPromoCode(db.read, {
      show: basket.show_id,
      typed: body.promo,
      basket: basket.id,
      today,
      now,
    });
    if ('why' in found) return refuseFields({ promo: `${found.why}.` });
    await saveBasketPromo(db, basket, found.code.code);
    await write(db, (tx) => rateLimits.restore(tx, limits));
    return ok(`${found.code.code}: ${formatDiscount(found.code)}.`);
  };

async function saveBasketPromo(db: Database, { id }: Basket, promo: string): Promise<void> {
  if (!(await write(db, (tx) => updateOpenBasket(tx, id, { promo })))) refuse(409, paymentInProgressMessage);
}

export const cardsUnavailableMessage =
  'You can’t pay for tickets here at the moment. Contact us and we’ll reserve them for you.';
