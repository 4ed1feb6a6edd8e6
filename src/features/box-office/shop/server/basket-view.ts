import { discounted, formatDiscount } from '#features/box-office/orders/discount.ts';
import { type HeldTicket, heldIn } from '#features/box-office/orders/server/index.ts';
import { matchingType } from '#features/box-office/orders/ticket-type.ts';
import { performanceToBook, seatMarks } from '#features/box-office/performances/server/index.ts';
import { holdsOffer } from '#features/box-office/waiting-list/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatDateTime } from '#platform/shared/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/local-time.ts';
import { groupIntoLines, sumTickets } from '../basket.ts';
import { areCompanionsFree, formatCompanionAdvice } from '../companion.ts';
import type { BasketContent } from '../contract.ts';
import { formatWheelchairAdvice } from '../wheelchair.ts';
import { seatsInBasket } from './basket-seats.ts';
import { findOpenBasket } from './basket-store.ts';
import { findValidPromoCode } from './promo-codes.ts';
import { shopPerformances, shopShow } from './views.ts';

/** Returns the visitor's basket as its page shows it; undefined while it is empty. */
export async function basketView({
  db,
  now,
  today,
  cookies,
}: Pick<PageRequest, 'db' | 'now' | 'cookies' | 'today'>): Promise<BasketContent['basket']> {
  const basket = await findOpenBasket(db, cookies);
  const held = basket ? await heldIn(db, basket.id) : [];
  const show = basket && (await shopShow(db, basket.show_id));
  if (!basket || !show || held.length === 0) return undefined;
  const { timeZone } = await readSettings(db);
  const performances: NonNullable<BasketContent['basket']>['performances'] = [];
  const seated: Parameters<typeof formatWheelchairAdvice>[0][number][] = [];
  const seats = await seatsInBasket(db, held);
  const state = stateOf(basket, now);
  const priced: HeldTicket[] = [];
  for (const [id, tickets] of Map.groupBy(held, ({ performance_id }) => performance_id)) {
    const found = await performanceToBook(db, id);
    // Once its time is over, a basket is held again at today's prices
    const own = state === 'lapsed' ? atPricesOf(tickets, found?.types ?? []) : tickets;
    priced.push(...own);
    const [performance] = found ? await shopPerformances(db, [found], now) : [];
    if (!found || !performance) continue;
    const lines = groupIntoLines(own).flatMap((part) => part.lines);
    const { starts_at, types, numbered, wheelchair_spaces, has_wheelchair_spaces } = performance;
    const marks = seatMarks(found);
    const labels = (seats.get(id) ?? []).map((seat) => ({ seat, kind: marks[seat]?.kind ?? ('' as const) }));
    seated.push({ when: formatDateTime(starts_at), numbered, wheelchair_spaces, has_wheelchair_spaces, seats: labels });
    performances.push({ id, starts_at, lines, types, numbered, seats: labels });
  }
  performances.sort((one, other) => (one.starts_at < other.starts_at ? -1 : 1));
  const used = basket.promo
    ? await findValidPromoCode(db, { show: show.id, typed: basket.promo, basket: basket.id, today, now })
    : undefined;
  const code = used && 'code' in used ? used.code : undefined;
  const tickets = priced.map((ticket) => ({ ...ticket, ...discounted(ticket.pence, code) }));
  return {
    show,
    state,
    held_until: formatIsoWithOffset(basket.held_until, timeZone),
    seconds_left: Math.max(0, Math.floor((Date.parse(basket.held_until) - Date.parse(now)) / 1000)),
    offered: await holdsOffer(db, basket.id),
    performances,
    companion: formatCompanionAdvice(performances),
    wheelchair: formatWheelchairAdvice(seated, basket.wheelchairs),
    wheelchairs: basket.wheelchairs,
    companions_free: areCompanionsFree(performances),
    promo: code?.code ?? '',
    promo_words: code ? formatDiscount(code) : '',
    ...sumTickets(tickets),
  };
}

const atPricesOf = (tickets: readonly HeldTicket[], types: readonly { id: string; name: string; pence: number }[]) =>
  tickets.map((ticket) => ({ ...ticket, pence: matchingType(ticket, [], types)?.pence ?? ticket.pence }));

function stateOf({ status, held_until }: { status: string; held_until: string }, now: string) {
  if (status === 'paying') return 'paying';
  return held_until <= now ? 'lapsed' : 'open';
}
