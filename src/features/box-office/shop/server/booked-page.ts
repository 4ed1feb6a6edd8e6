import type { OrderAccount } from '#features/box-office/orders/contract.ts';
import { formatAccessNeeds, isLiveOrder } from '#features/box-office/orders/order.ts';
import { arePerformancesOver } from '#features/box-office/orders/order-account.ts';
import {
  buildTicketQrRows,
  computeTicketCode,
  findOrderWithAllTickets,
  getSellerName,
  isValidOrderKey,
  loadOrderAccounts,
  renderTicketCalendar,
} from '#features/box-office/orders/server/index.ts';
import { calculateTicketPrice } from '#features/box-office/orders/tickets.ts';
import { sortTicketsBySeat } from '#features/box-office/performances/seats.ts';
import {
  findPerformanceWithPublicTypes,
  findSeatsOfTickets,
  getDoorTime,
  isPerformanceCancelled,
  type PerformanceWithPublicTypes,
} from '#features/box-office/performances/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { sumPricesAndDiscounts } from '../basket.ts';
import type { BookingContent } from '../contract.ts';
import { type Basket, findBasket, findBasketByCookie } from './baskets/basket-store.ts';
import { findSentOrPendingConfirmation } from './emails.ts';
import { findUnconfirmedTickets } from './free-orders.ts';
import { findShopShow } from './views.ts';

/** Registers the page of a booking and its calendar files, for anybody with the link. */
export function registerBuyerOrderPages(
  { page, resource }: RouteRegistry,
  services: Pick<Services, 'encryption' | 'all'>,
): void {
  const { encryption } = services;
  const requireOrderId = async ({ db, params: { id = '', key = '' } }: Pick<PageRequest, 'db' | 'params'>) => {
    // There is no order yet while the basket is being paid for
    const { reissued } = (await findOrderWithAllTickets(db, id)) ?? { reissued: 0 };
    return isValidOrderKey(encryption, { id, key, reissued }) ? id : refuseNotFound();
  };

  page('/tickets/order/:id/:key', { type: 'booked', access: everyone, secret: true }, async (visit) =>
    buildBookedPage(visit, await requireOrderId(visit), services),
  );

  resource('/tickets/order/:id/:key/:file', { access: everyone, secret: true }, async (visit) => {
    const { db, params, origin, now } = visit;
    const order = (await findOrderWithAllTickets(db, await requireOrderId(visit))) ?? refuseNotFound();
    const performance = /^(.+)\.ics$/.exec(params.file ?? '')?.[1] ?? refuseNotFound();
    const body = (await renderTicketCalendar(db, { order, performance, home: origin, now })) ?? refuseNotFound();
    return { status: 200, contentType: 'text/calendar; charset=utf-8', body };
  });
}

async function buildBookedPage(
  visit: PageRequest,
  id: string,
  services: Pick<Services, 'encryption' | 'all'>,
): Promise<BookingContent> {
  const { db, path, origin } = visit;
  const { encryption } = services;
  const order = await findOrderWithAllTickets(db, id);
  if (!order) return buildPendingPage(visit, await findBasket(db, id));
  const { timeZone } = await readSettings(db);
  const live = order.tickets.filter(({ given_back_at }) => given_back_at === null);
  const shown = live.length > 0 ? live : order.tickets;
  const performances: (PerformanceWithPublicTypes & { tickets: typeof shown })[] = [];
  for (const [performance, tickets] of Map.groupBy(shown, ({ performance_id }) => performance_id)) {
    const found = await findPerformanceWithPublicTypes(db, performance);
    if (found) performances.push({ ...found, tickets });
  }
  const seats = await findSeatsOfTickets(
    db,
    live.map((ticket) => ticket.id),
  );
  performances.sort((one, other) => (one.starts_at < other.starts_at ? -1 : 1));
  const show = await findShopShow(db, order.show_id);
  const isLive = isLiveOrder(order.status);
  const sum = sumPricesAndDiscounts(shown);
  const accounts = await loadOrderAccounts(db, [{ ...order, tickets: live }]);
  const account = accounts.get(order.id);
  return {
    ...{ type: 'booked', title: isLive ? 'Your tickets' : 'Your booking', ref: `${order.ref}` },
    state: isLive ? 'booked' : order.status === 'refunded' ? 'given back' : 'cancelled',
    ...{ name: order.name, email: order.email, ...(show && { show }) },
    ...(isLive && { emailed: await findSentOrPendingConfirmation(db, order) }),
    // Notes by the box office or by another seller aren't for the buyer
    note: order.source === 'online' ? order.note : '',
    performances: performances.map((performance) => ({
      id: performance.id,
      starts_at: formatIsoWithOffset(performance.starts_at, timeZone),
      doors_at: getDoorTime(performance, timeZone),
      notes: performance.notes,
      cancelled: isPerformanceCancelled(performance),
      calendar: `${path}/${performance.id}.ics`,
      tickets: sortTicketsBySeat(performance.tickets, seats).map(({ id: ticket, type, ...price }) => {
        const code = isLive ? computeTicketCode(encryption, { ...order, id: ticket }) : '';
        return {
          id: ticket,
          type,
          pence: calculateTicketPrice(price),
          seat: seats.get(ticket) ?? '',
          code,
          qr: code ? buildTicketQrRows(code) : [],
        };
      }),
    })),
    needs: formatAccessNeeds(order.needs),
    discount: sum.discount,
    total: sum.total,
    to_pay: order.status === 'reserved',
    is_over: arePerformancesOver(
      performances.map(({ starts_at }) => starts_at),
      { today: visit.today, timeZone },
    ),
    ...(account && { account: toBuyerAccount(account) }),
    ...(isLive && { url: `${origin}${path}` }),
    ...(order.source === 'import' && sum.total > 0 && { seller: await getSellerName(db, order.id, services) }),
  };
}

/** Returns the part of an order's account that the buyer sees. */
function toBuyerAccount({ payments: _, held: __, ...shown }: OrderAccount) {
  return shown;
}

/**
 * Builds the page of a basket that isn't an order: the basket is being paid for or unconfirmed, or nothing was booked.
 */
async function buildPendingPage(
  { db, cookies, now }: Pick<PageRequest, 'db' | 'cookies' | 'now'>,
  basket: Basket | undefined,
): Promise<BookingContent> {
  if (!basket || (basket.status !== 'paying' && basket.status !== 'open')) return refuseNotFound();
  const pending = await findUnconfirmedTickets(db, basket, now);
  const can_reopen = (await findBasketByCookie(db, cookies))?.id === basket.id;
  const show = await findShopShow(db, basket.show_id);
  return {
    ...{ type: 'booked', title: 'Your tickets', state: pending ? 'unconfirmed' : getUnbookedState(basket) },
    ...{ ref: '', name: basket.name, email: basket.email, note: basket.note, performances: [], needs: [] },
    ...{ discount: 0, total: 0, to_pay: false, ...(show && { show }), ...(pending && { pending, can_reopen }) },
  };
}

function getUnbookedState({ status, confirmation }: Basket): BookingContent['state'] {
  if (status === 'paying') return 'finding out';
  if (confirmation === 'declined') return 'declined';
  return confirmation === '' ? 'not paid' : 'expired';
}
