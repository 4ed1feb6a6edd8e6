import {
  buildBuyerOrderPath,
  extendHold,
  findOrderWithAllTickets,
  findTicketsInBasket,
  releaseHeldTickets,
} from '#features/box-office/orders/server/index.ts';
import { endPartyWaitByBasket, hasOffer } from '#features/box-office/waiting-list/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { type AdminTodoSource, formatCount, type Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { hasMailServer } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { addMs, getEarliestInstant, minute } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { holdMinutes } from '../basket.ts';
import * as contract from '../contract.ts';
import { basketPath, bookingsTabPath } from '../paths.ts';
import {
  type Basket,
  endBasketConfirmation,
  findBasket,
  findBasketByCookie,
  findCurrentBasket,
  formatEmptyBasketMessage,
  listBasketsAwaitingBoxOffice,
} from './baskets/basket-store.ts';
import { requireBookablePerformance } from './baskets/bookable-tickets.ts';
import { listSaleEndTimes } from './baskets/hold-in-basket.ts';
import { queueFreeTicketsDeclinedEmail } from './emails.ts';
import { isConfirmationKey, isUnconfirmedBasket, listHeldTickets, sellFreeTickets } from './free-orders.ts';
import { buildBasketPage } from './pages.ts';
import { findShopShow } from './views.ts';

/** A to-do about free tickets that the box office has to confirm because the site can't send email. */
export const unconfirmedTicketsTodo: AdminTodoSource = {
  tool: '',
  waiting: async ({ db, now }) => {
    const byShow = Map.groupBy(await listBasketsAwaitingBoxOffice(db, now), ({ show_id }) => show_id);
    return [...byShow].map(([show, { length }]) => ({
      words: `${formatCount(length, 'booking', 'bookings')} of free tickets ${length === 1 ? 'waits' : 'wait'} to be confirmed`,
      link: bookingsTabPath(show),
    }));
  },
  nudge: { kind: 'free_tickets', item: 'bookings', action: 'Confirm the tickets' },
};

type ConfirmServices = Pick<Services, 'db' | 'encryption' | 'paymentProvider' | 'mailTransport'>;
type LinkParams = Readonly<Record<string, string>>;

/** The maximum number of confirmation attempts whose links are still recognised after their basket is deleted. */
const maxKnownAttempts = 10;

/**
 * Registers the page that the link in a confirmation email opens, and the calls about free tickets that wait for a
 * confirmation.
 */
export function registerFreeTicketConfirmationRoutes({ page, call }: RouteRegistry, services: ConfirmServices): void {
  page('/tickets/confirm/:id/:key', { type: 'confirm_order', access: everyone, secret: true }, (visit) =>
    buildConfirmPage(visit, services.encryption),
  );

  call(
    contract.confirmOwnFreeTickets,
    {
      access: everyone,
      form: {
        done: (_, { link }) => link,
        again: ({ code, msg }, _typed, visit) =>
          buildConfirmPage(visit, services.encryption, { answer: { code, msg } }),
      },
    },
    confirmByLink(services),
  );

  call(
    contract.reopenBasket,
    {
      access: everyone,
      form: {
        done: basketPath,
        again: ({ code, msg }, typed, visit) => buildBasketPage(visit, services, { typed, answer: { code, msg } }),
      },
    },
    reopenBasket(services),
  );

  const access = mayUse('bookings');
  call(contract.confirmFreeTickets, { access }, confirmByStaff(services));
  call(contract.declineFreeTickets, { access }, declineByStaff(services));
}

const confirmByLink =
  ({ db, encryption }: ConfirmServices): CallHandler<typeof contract.confirmOwnFreeTickets> =>
  async ({ params, now }) => {
    const { id } = params;
    await write(db, async (tx) => {
      const found = await findByLink(tx, params, encryption);
      if (found.state === 'confirmed') return;
      if (found.state === 'expired' || !found.basket || found.basket.held_until <= now) refuse(409, expiredMessage);
      await sellFreeTickets(tx, found.basket, now);
    });
    const { reissued } = (await findOrderWithAllTickets(db.read, id)) ?? refuseNotFound();
    return ok('Thank you: your tickets are booked.', { link: buildBuyerOrderPath(encryption, { id, reissued }) });
  };

const reopenBasket =
  ({ db }: ConfirmServices): CallHandler<typeof contract.reopenBasket> =>
  async (request) => {
    const { cookies, now } = request;
    const basket = await findBasketByCookie(db.read, cookies);
    if (!basket) return refuse(409, formatEmptyBasketMessage());
    await write(db, async (tx) => {
      const held = await findTicketsInBasket(tx, basket.id);
      const performances = [...new Set(held.map(({ performance_id }) => performance_id))];
      // Refuses to reopen a basket that then couldn't be booked again, because its tickets can still be confirmed as
      // they are
      if (isUnconfirmedBasket(basket) && basket.held_until > now) {
        for (const id of performances) await requireBookablePerformance(tx, id, now);
      }
      const ends = await listSaleEndTimes(tx, performances, now);
      // The hold of an offer from the waiting list may be longer than ten minutes, and must not be shortened
      const until = (await hasOffer(tx, basket.id)) ? basket.held_until : addMs(now, holdMinutes * minute);
      const held_until =
        basket.held_until <= now ? basket.held_until : getEarliestInstant(until, basket.held_until, ...ends);
      if (!(await endBasketConfirmation(tx, basket.id, { confirmation: '', held_until }))) {
        // Another window may have reopened the basket already
        if (!(await findCurrentBasket(tx, cookies))) refuse(409, noLongerWaitingMessage);
        return;
      }
      if (held_until > now) await extendHold(tx, held, held_until);
    });
    return ok('Your tickets are in the basket.');
  };

const confirmByStaff =
  ({ db, mailTransport }: ConfirmServices): CallHandler<typeof contract.confirmFreeTickets> =>
  async (request) => {
    const { params, now } = request;
    const entry = { ...createAuditContext(request, 'free_tickets.confirmed'), subject: params.id };
    const basket = await write(db, async (tx) => {
      const current = await requireUnconfirmed(tx, params.id, now);
      await sellFreeTickets(tx, current, now);
      await recordAudit(tx, { ...entry, detail: current.name });
      return current;
    });
    const confirmed = `Confirmed: the tickets are booked for ${basket.name}.`;
    return ok(
      hasMailServer(mailTransport) ? confirmed : `${confirmed} No email was sent: the tickets are on the buyer’s page.`,
    );
  };

const declineByStaff =
  ({ db, mailTransport }: ConfirmServices): CallHandler<typeof contract.declineFreeTickets> =>
  async (request) => {
    const { params, now, home } = request;
    const entry = { ...createAuditContext(request, 'free_tickets.declined'), subject: params.id };
    const { name, contact, isTold } = await write(db, async (tx) => {
      const current = await requireUnconfirmed(tx, params.id, now);
      const held = await findTicketsInBasket(tx, current.id);
      const isTold =
        hasMailServer(mailTransport) && (await queueFreeTicketsDeclinedEmail(tx, { basket: current, held, home, now }));
      await endBasketConfirmation(tx, current.id, { confirmation: 'declined', held_until: now });
      await releaseHeldTickets(tx, { basket: current.id });
      // If the places came from the waiting list, the party counts as removed, because it didn't decline the offer
      // itself
      await endPartyWaitByBasket(tx, current.id, 'removed');
      await recordAudit(tx, { ...entry, detail: current.name });
      return { name: current.name, contact: current.phone || current.email, isTold };
    });
    const told = isTold ? 'We’ve emailed the buyer.' : `No email was sent: tell the buyer yourself, at ${contact}.`;
    return ok(`Declined: the tickets of ${name} are released. ${told}`);
  };

const noLongerWaitingMessage =
  'These tickets have been confirmed or declined in the meantime, so they can’t be changed here. Reload the page.';

const expiredMessage =
  'This link is no longer valid, so nothing was booked. If we’ve emailed you a newer link, use that one; otherwise choose your tickets again.';

/** @throws HttpError if the tickets were confirmed, declined or released in the meantime */
async function requireUnconfirmed(tx: DbTransaction, id: Id, now: Instant): Promise<Basket> {
  const basket = (await findBasket(tx, id)) ?? refuseNotFound();
  if (basket.status === 'sold') refuse(409, 'These tickets have already been confirmed.');
  if (!isUnconfirmedBasket(basket) || basket.held_until <= now) refuse(409, 'These tickets are no longer held.');
  return basket;
}

/**
 * Finds the basket or order of a link in an email. Only the latest attempt's link can confirm the tickets.
 * @throws HttpError 404 if the link isn't valid
 */
async function findByLink(
  db: DbReader,
  { id = '', key = '' }: LinkParams,
  encryption: Services['encryption'],
): Promise<{ state: 'waiting' | 'confirmed' | 'expired'; basket: Basket | undefined }> {
  const basket = await findBasket(db, id);
  const last = basket?.confirmation_attempt ?? maxKnownAttempts;
  const attempts = Array.from({ length: last }, (_, before) => last - before);
  const attempt = attempts.find((one) => isConfirmationKey(encryption, { id, key, attempt: one })) ?? refuseNotFound();
  if (basket?.status === 'sold' || (!basket && (await findOrderWithAllTickets(db, id))))
    return { state: 'confirmed', basket };
  const isLast = basket !== undefined && attempt === basket.confirmation_attempt;
  return { state: isLast && isUnconfirmedBasket(basket) ? 'waiting' : 'expired', basket };
}

async function buildConfirmPage(
  { db, params, now }: Pick<PageRequest, 'db' | 'params' | 'now'>,
  encryption: Services['encryption'],
  again: Partial<Pick<contract.ConfirmOrderContent, 'answer'>> = {},
): Promise<contract.ConfirmOrderContent> {
  const { id = '', key = '' } = params;
  const { state, basket } = await findByLink(db, params, encryption);
  const isOver = state === 'waiting' && (basket?.held_until ?? '') <= now;
  const { timeZone } = await readSettings(db);
  const show = basket && (await findShopShow(db, basket.show_id));
  const { reissued } = (await findOrderWithAllTickets(db, id)) ?? { reissued: 0 };
  return {
    ...{ type: 'confirm_order', title: 'Confirm your tickets', id, key },
    state: isOver ? 'expired' : state,
    link: state === 'confirmed' ? buildBuyerOrderPath(encryption, { id, reissued }) : '',
    ...(show && { show }),
    held_until: basket ? formatIsoWithOffset(basket.held_until, timeZone) : '',
    tickets: basket && state === 'waiting' ? await listHeldTickets(db, basket.id, timeZone) : [],
    ...again,
  };
}
