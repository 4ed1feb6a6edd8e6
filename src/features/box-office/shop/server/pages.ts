import { findTicketsInBasket, type HeldTicket, isTicketEmailOn } from '#features/box-office/orders/server/index.ts';
import { buildDiscountFields, findMatchingTicketType, formatDiscount } from '#features/box-office/orders/tickets.ts';
import { sortSeats } from '#features/box-office/performances/seats.ts';
import {
  findPerformanceWithPublicTypes,
  findSeatsOfTickets,
  listPublicPerformances,
  listUpcomingPerformances,
  loadNextShow,
  type PerformanceWithPublicTypes,
  parseSeatMarks,
} from '#features/box-office/performances/server/index.ts';
import { allocateChosenSeats, loadPlanForSale } from '#features/box-office/seating/server/index.ts';
import { hasOffer } from '#features/box-office/waiting-list/server/index.ts';
import { buildCardFormCsp, getCardFormConfig } from '#features/money/payments/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { areTicketsSoldHere, isExternalTicketLink } from '#features/society/settings/tickets.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import type { LiveLabels, RedirectContent } from '#platform/shared/pages.ts';
import { buildAvailabilityLabel, isBookable } from '../availability.ts';
import { groupIntoBasketLines, maxTicketsPerBasket, sumPricesAndDiscounts } from '../basket.ts';
import { formatCompanionAdvice, formatWheelchairAdvice, hasCompanionTicketTypes } from '../booking-advice.ts';
import {
  type BasketContent,
  type ChooseSeatsContent,
  type ChooseTicketsContent,
  chooseSeats,
  type ShopContent,
  type TicketsContent,
  type VisitorSeatPlan,
} from '../contract.ts';
import { availabilityPath, chooseTicketsPath } from '../paths.ts';
import {
  findBasketByCookie,
  findCurrentBasket,
  paymentInProgressMessage,
  updateOpenBasket,
} from './baskets/basket-store.ts';
import { requireBookablePerformance } from './baskets/bookable-tickets.ts';
import { findBasketSeats } from './baskets/hold-in-basket.ts';
import { registerBuyerOrderPages } from './booked-page.ts';
import { findUnconfirmedTickets } from './free-orders.ts';
import { findValidPromoCode } from './promo-codes.ts';
import { buildShopPerformances, findShopShow } from './views.ts';

export function registerChooseSeatsRoutes(registry: RouteRegistry): void {
  const { page, call } = registry;

  page('/tickets/:id/seats', { type: 'choose_seats', access: everyone, isCacheable: false }, buildSeatsPage);
  call(chooseSeats, { access: everyone }, saveChosenSeats(registry));
}

const saveChosenSeats =
  ({ db }: Pick<RouteRegistry, 'db'>): CallHandler<typeof chooseSeats> =>
  async ({ body, cookies, now }) => {
    const basket = (await findCurrentBasket(db.read, cookies)) ?? refuse(409, nothingHeldMessage);
    const fault = await write(db, async (tx) => {
      const performance = await requireBookablePerformance(tx, body.performance_id, now);
      if (performance.sells_seats === 0) refuse(409, 'Seats for this performance aren’t numbered.');
      if (!(await updateOpenBasket(tx, basket.id, { show_id: basket.show_id }))) refuse(409, paymentInProgressMessage);
      const held = (await findTicketsInBasket(tx, basket.id)).filter(
        ({ performance_id }) => performance_id === performance.id,
      );
      const [first] = held;
      if (!first) return refuse(409, nothingHeldMessage);
      if (first.held_until <= now) return refuse(409, 'Your time has run out. Hold your tickets again first.');
      const hold = { tickets: held.map(({ id }) => id), until: first.held_until, now };
      return allocateChosenSeats(tx, performance, { ...hold, seats: body.seats });
    });
    if (fault) return { code: 409 as const, msg: fault.says, fix: fault.fix ?? [] };
    return ok('Seats saved.');
  };

const nothingHeldMessage = 'Your basket has no tickets for this performance. First choose how many you want.';

/** Loads a performance's seating plan for a visitor. The tickets in `mine` are the visitor's. */
async function loadVisitorSeatPlan(
  db: DbReader,
  performance: PerformanceWithPublicTypes,
  at: { mine: readonly Id[]; now: Instant },
): Promise<VisitorSeatPlan> {
  const plan = await loadPlanForSale(db, performance, at);
  const withheld = Object.keys(plan.marks).filter((seat) => plan.marks[seat]?.reason !== '');
  return {
    rowCount: performance.row_count,
    hiddenSeats: [...plan.hiddenSeats],
    taken: sortSeats(new Set([...Object.keys(plan.assignments), ...withheld])),
    // Visitors don't see the reason why a seat is withheld
    kinds: Object.fromEntries(
      Object.entries(plan.marks).flatMap(([seat, { kind, reason }]) => (kind && reason === '' ? [[seat, kind]] : [])),
    ),
  };
}

async function buildSeatsPage({ db, now, params, cookies }: PageRequest): Promise<ChooseSeatsContent> {
  const performance = (await findPerformanceWithPublicTypes(db, params.id ?? '')) ?? refuseNotFound();
  const show = (await findShopShow(db, performance.show_id)) ?? refuseNotFound();
  const { timeZone } = await readSettings(db);
  const basket = await findCurrentBasket(db, cookies);
  const held = basket ? await findTicketsInBasket(db, basket.id) : [];
  const own = held.filter(({ performance_id }) => performance_id === performance.id).map(({ id }) => id);
  const plan = await loadVisitorSeatPlan(db, performance, { mine: own, now });
  const seats = await findSeatsOfTickets(db, own);
  const isOpen = performance.sells_seats === 1 && basket?.status === 'open' && basket.held_until > now;
  return {
    ...{ type: 'choose_seats', title: `Your seats for ${show.title}`, show },
    performance: { id: performance.id, starts_at: formatIsoWithOffset(performance.starts_at, timeZone) },
    ...plan,
    mine: sortSeats([...seats.values()].filter((seat) => !plan.taken.includes(seat))),
    count: isOpen ? own.length : 0,
    held_until: basket && isOpen ? formatIsoWithOffset(basket.held_until, timeZone) : '',
    seconds_left:
      basket && isOpen ? Math.max(0, Math.floor((Date.parse(basket.held_until) - Date.parse(now)) / 1000)) : 0,
  };
}

/** Builds the view of the visitor's basket. Undefined if it is empty, or its show isn't on the site. */
async function buildBasketView({
  db,
  now,
  today,
  cookies,
}: Pick<PageRequest, 'db' | 'now' | 'cookies' | 'today'>): Promise<BasketContent['basket']> {
  const basket = await findCurrentBasket(db, cookies);
  const held = basket ? await findTicketsInBasket(db, basket.id) : [];
  const show = basket && (await findShopShow(db, basket.show_id));
  if (!basket || !show || held.length === 0) return undefined;
  const { timeZone } = await readSettings(db);
  const performances: NonNullable<BasketContent['basket']>['performances'] = [];
  const seated: Parameters<typeof formatWheelchairAdvice>[0][number][] = [];
  const seats = await findBasketSeats(db, held);
  const state = getBasketState(basket, now);
  const priced: HeldTicket[] = [];
  for (const [id, tickets] of Map.groupBy(held, ({ performance_id }) => performance_id)) {
    const found = await findPerformanceWithPublicTypes(db, id);
    // An expired hold is renewed at today's prices
    const own = state === 'lapsed' ? toCurrentPrices(tickets, found?.types ?? []) : tickets;
    priced.push(...own);
    const [performance] = found
      ? await buildShopPerformances(db, [found], now, { held: state === 'open' ? held : [] })
      : [];
    if (!found || !performance) continue;
    const lines = groupIntoBasketLines(own).flatMap((part) => part.lines);
    const { starts_at, types, numbered, wheelchair_spaces, has_wheelchair_spaces } = performance;
    const marks = parseSeatMarks(found);
    const labels = (seats.get(id) ?? []).map((seat) => ({ seat, kind: marks[seat]?.kind ?? ('' as const) }));
    seated.push({ when: formatDateTime(starts_at), numbered, wheelchair_spaces, has_wheelchair_spaces, seats: labels });
    performances.push({ id, starts_at, lines, types, numbered, seats: labels });
  }
  performances.sort((one, other) => (one.starts_at < other.starts_at ? -1 : 1));
  const used = basket.promo
    ? await findValidPromoCode(db, { show: show.id, typed: basket.promo, basket: basket.id, today, now })
    : undefined;
  const code = used && 'code' in used ? used.code : undefined;
  const tickets = priced.map((ticket) => ({ ...ticket, ...buildDiscountFields(ticket.pence, code) }));
  return {
    show,
    state,
    held_until: formatIsoWithOffset(basket.held_until, timeZone),
    seconds_left: Math.max(0, Math.floor((Date.parse(basket.held_until) - Date.parse(now)) / 1000)),
    offered: await hasOffer(db, basket.id),
    performances,
    companion: formatCompanionAdvice(performances),
    wheelchair: formatWheelchairAdvice(seated, basket.wheelchairs),
    wheelchairs: basket.wheelchairs,
    companions_free: hasCompanionTicketTypes(performances),
    promo: code?.code ?? '',
    promo_words: code ? formatDiscount(code) : '',
    ...sumPricesAndDiscounts(tickets),
  };
}

const toCurrentPrices = (
  tickets: readonly HeldTicket[],
  types: readonly { id: string; name: string; pence: number }[],
) => tickets.map((ticket) => ({ ...ticket, pence: findMatchingTicketType(ticket, [], types)?.pence ?? ticket.pence }));

function getBasketState({ status, held_until }: { status: string; held_until: string }, now: string) {
  if (status === 'paying') return 'paying';
  return held_until <= now ? 'lapsed' : 'open';
}

type ShopPage = ShopContent | TicketsContent | RedirectContent;

export function registerShopPages(
  registry: RouteRegistry,
  services: Pick<Services, 'paymentProvider' | 'encryption' | 'db' | 'all'>,
): void {
  const { page, resource } = registry;
  page('/tickets', { type: ['shop', 'tickets', 'redirect'], access: everyone, reads: ['sales'] }, buildShopPage);
  page('/tickets/:id', { type: 'choose_tickets', access: everyone, reads: ['sales'] }, (visit) =>
    buildChooseTicketsPage(visit, services),
  );
  resource(availabilityPath, { access: everyone, reads: ['sales'] }, async (visit) => ({
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(await buildAvailabilityLabels(visit)),
  }));
  page(
    '/tickets/basket',
    { type: 'basket', access: everyone, isCacheable: false, ...buildCardFormCsp(services.paymentProvider) },
    (visit) => buildBasketPage(visit, services),
  );
  registerBuyerOrderPages(registry, services);
}

async function buildShopPage({ db, now, today }: PageRequest): Promise<ShopPage> {
  const settings = await readSettings(db);
  if (isExternalTicketLink(settings.ticketsLink)) {
    const text = 'Our tickets are sold on another website.';
    return { type: 'redirect', url: settings.ticketsLink, text, time: 5, condition: settings.ticketsActive === '1' };
  }
  const ahead = areTicketsSoldHere(settings) ? await listUpcomingPerformances(db, now) : [];
  const shows: ShopContent['shows'] = [];
  for (const [id, performances] of Map.groupBy(ahead, ({ show_id }) => show_id)) {
    const [show, sold] = await Promise.all([findShopShow(db, id), buildShopPerformances(db, performances, now)]);
    if (show) shows.push({ ...show, performances: sold });
  }
  if (shows.length > 0) return { type: 'shop', title: 'Tickets', shows };
  const next = await loadNextShow(db, { today, now });
  const message = next
    ? `Tickets for ${next.title} aren’t on sale at the moment.`
    : 'No tickets are on sale at the moment. We’ll announce the next show on our front page.';
  return {
    type: 'tickets',
    title: 'Tickets',
    message,
    performances: next ? await listPublicPerformances(db, next.id, today) : [],
  };
}

async function buildAvailabilityLabels({ db, now }: Pick<PageRequest, 'db' | 'now'>): Promise<LiveLabels> {
  const ahead = areTicketsSoldHere(await readSettings(db)) ? await listUpcomingPerformances(db, now) : [];
  const performances = await buildShopPerformances(db, ahead, now);
  return Object.fromEntries(
    performances.flatMap((performance) => {
      const label = buildAvailabilityLabel(performance);
      return label ? [[chooseTicketsPath(performance.id), label]] : [];
    }),
  );
}

/**
 * Builds the page on which visitors choose tickets for one performance. After a refusal, the form contains the
 * submitted values.
 */
export async function buildChooseTicketsPage(
  { db, now, params }: Pick<PageRequest, 'db' | 'now' | 'params'>,
  { paymentProvider }: Pick<Services, 'paymentProvider'>,
  again: Partial<Pick<ChooseTicketsContent, 'typed' | 'answer'>> = {},
): Promise<ChooseTicketsContent> {
  if (!areTicketsSoldHere(await readSettings(db))) refuseNotFound();
  const found = (await findPerformanceWithPublicTypes(db, params.id ?? '')) ?? refuseNotFound();
  const [shown, all] = await Promise.all([findShopShow(db, found.show_id), listUpcomingPerformances(db, now)]);
  const show = shown ?? refuseNotFound();
  const ahead = all.filter(({ show_id }) => show_id === found.show_id);
  const isAhead = ahead.some(({ id }) => id === found.id);
  const performances = await buildShopPerformances(db, isAhead ? ahead : [found, ...ahead], now);
  const performance = performances.find(({ id }) => id === found.id) ?? refuseNotFound();
  const showsPlan = performance.numbered && isBookable(performance);
  return {
    ...{ type: 'choose_tickets', title: show.title, show, performance, performances, most: maxTicketsPerBasket },
    ...(showsPlan && { plan: await loadVisitorSeatPlan(db, found, { mine: [], now }) }),
    ...{ payable: paymentProvider !== undefined, typed: {}, ...again },
  };
}

/** Builds the page of the visitor's basket. After a refusal, the form contains the submitted values. */
export async function buildBasketPage(
  visit: Pick<PageRequest, 'db' | 'now' | 'cookies' | 'today'>,
  { paymentProvider }: Pick<Services, 'paymentProvider'>,
  again: Partial<Pick<BasketContent, 'typed' | 'answer'>> = {},
): Promise<BasketContent> {
  const [basket, stored] = await Promise.all([buildBasketView(visit), findCurrentBasket(visit.db, visit.cookies)]);
  const last = basket ? undefined : await findBasketByCookie(visit.db, visit.cookies);
  const pending = last && (await findUnconfirmedTickets(visit.db, last, visit.now));
  const card = basket && basket.total > 0 ? getCardFormConfig(paymentProvider) : null;
  return {
    type: 'basket',
    title: 'Your basket',
    basket,
    released: stored?.released_at != null,
    ...(pending && { pending }),
    most: maxTicketsPerBasket,
    card,
    emails_confirmation: await isTicketEmailOn(visit.db, 'confirmation'),
    typed: {},
    ...again,
  };
}
