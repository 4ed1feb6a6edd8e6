import {
  nextShow,
  performancesAhead,
  performanceToBook,
  publicPerformances,
} from '#features/box-office/performances/server/index.ts';
import { cardFormOf, cardSources } from '#features/money/payments/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { isSeller, isSoldHere } from '#features/society/settings/tickets.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { notFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/access.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { LiveLabels } from '#platform/shared/live-labels.ts';
import type { RedirectContent } from '#platform/shared/pages.ts';
import { availabilityLabel } from '../availability-label.ts';
import { maxTicketsPerBasket } from '../basket.ts';
import type { BasketContent, ChooseTicketsContent, ShopContent, TicketsContent } from '../contract.ts';
import { availabilityPath, chooseTicketsPath } from '../paths.ts';
import { isBookable } from '../sale-status.ts';
import { findLatestBasket, findOpenBasket } from './basket-store.ts';
import { basketView } from './basket-view.ts';
import { bookedPages } from './booked-page.ts';
import { loadSeatsForVisitor } from './choose-seats-page.ts';
import { offerPages } from './offer-page.ts';
import { pendingOf } from './unconfirmed-orders.ts';
import { shopPerformances, shopShow } from './views.ts';

type Shown = ShopContent | TicketsContent | RedirectContent;

/** The pages on a visitor's way to a ticket. */
export function shopPages(platform: Platform, services: Pick<Services, 'square' | 'encryption' | 'db' | 'all'>): void {
  const { page, resource } = platform;
  page('/tickets', { type: ['shop', 'tickets', 'redirect'], access: everyone, reads: ['sales'] }, shop);
  page('/tickets/:id', { type: 'choose_tickets', access: everyone, reads: ['sales'] }, (visit) =>
    buildChooseTicketsPage(visit, services),
  );
  resource(availabilityPath, { access: everyone, reads: ['sales'] }, async (visit) => ({
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(await left(visit)),
  }));
  page('/tickets/basket', { type: 'basket', access: everyone, keep: false, ...cardSources(services.square) }, (visit) =>
    basketPage(visit, services),
  );
  offerPages(platform, services);
  bookedPages(platform, services);
}

async function shop({ db, now, today }: PageRequest): Promise<Shown> {
  const settings = await readSettings(db);
  if (isSeller(settings.ticketsLink)) {
    const text = 'Our tickets are sold on another website.';
    return { type: 'redirect', url: settings.ticketsLink, text, time: 5, condition: settings.ticketsActive === '1' };
  }
  const ahead = isSoldHere(settings) ? await performancesAhead(db, now) : [];
  const shows: ShopContent['shows'] = [];
  for (const [id, performances] of Map.groupBy(ahead, ({ show_id }) => show_id)) {
    const [show, sold] = await Promise.all([shopShow(db, id), shopPerformances(db, performances, now)]);
    if (show) shows.push({ ...show, performances: sold });
  }
  if (shows.length > 0) return { type: 'shop', title: 'Tickets', shows };
  const next = await nextShow(db, { today, now });
  const message = next
    ? `Tickets for ${next.title} aren’t on sale yet.`
    : 'No tickets are on sale at the moment. We’ll announce the next show on our front page.';
  return {
    type: 'tickets',
    title: 'Tickets',
    message,
    performances: next ? await publicPerformances(db, next.id, today) : [],
  };
}

async function left({ db, now }: Pick<PageRequest, 'db' | 'now'>): Promise<LiveLabels> {
  const ahead = isSoldHere(await readSettings(db)) ? await performancesAhead(db, now) : [];
  const performances = await shopPerformances(db, ahead, now);
  return Object.fromEntries(
    performances.flatMap((performance) => {
      const label = availabilityLabel(performance);
      return label ? [[chooseTicketsPath(performance.id), label]] : [];
    }),
  );
}

/** Builds the form for one performance; after a refusal with the submitted values. */
export async function buildChooseTicketsPage(
  { db, now, params }: Pick<PageRequest, 'db' | 'now' | 'params'>,
  { square }: Pick<Services, 'square'>,
  again: Partial<Pick<ChooseTicketsContent, 'typed' | 'answer'>> = {},
): Promise<ChooseTicketsContent> {
  if (!isSoldHere(await readSettings(db))) notFound();
  const found = (await performanceToBook(db, params.id ?? '')) ?? notFound();
  const [shown, all] = await Promise.all([shopShow(db, found.show_id), performancesAhead(db, now)]);
  const show = shown ?? notFound();
  const ahead = all.filter(({ show_id }) => show_id === found.show_id);
  const isAhead = ahead.some(({ id }) => id === found.id);
  const performances = await shopPerformances(db, isAhead ? ahead : [...ahead, found], now);
  const performance = performances.find(({ id }) => id === found.id) ?? notFound();
  const isChosen = performance.numbered && isBookable(performance);
  return {
    ...{ type: 'choose_tickets', title: show.title, show, performance, performances, most: maxTicketsPerBasket },
    ...(isChosen && { plan: await loadSeatsForVisitor(db, found, { mine: [], now }) }),
    ...{ payable: square !== undefined, typed: {}, ...again },
  };
}

/** Returns the visitor's basket; after a refusal with the submitted values. */
export async function basketPage(
  visit: Pick<PageRequest, 'db' | 'now' | 'cookies' | 'today'>,
  { square }: Pick<Services, 'square'>,
  again: Partial<Pick<BasketContent, 'typed' | 'answer'>> = {},
): Promise<BasketContent> {
  const [basket, stored] = await Promise.all([basketView(visit), findOpenBasket(visit.db, visit.cookies)]);
  const last = basket ? undefined : await findLatestBasket(visit.db, visit.cookies);
  const pending = last && (await pendingOf(visit.db, last, visit.now));
  const card = basket && basket.total > 0 ? cardFormOf(square) : null;
  return {
    type: 'basket',
    title: 'Your basket',
    basket,
    released: stored?.released_at != null,
    ...(pending && { pending }),
    most: maxTicketsPerBasket,
    card,
    typed: {},
    ...again,
  };
}
