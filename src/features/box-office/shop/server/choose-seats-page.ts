import { heldIn } from '#features/box-office/orders/server/index.ts';
import { sortSeats } from '#features/box-office/performances/seat-labels.ts';
import {
  type PerformanceAhead,
  performanceToBook,
  seatsOfTickets,
} from '#features/box-office/performances/server/index.ts';
import { giveChosen, seatsForSale } from '#features/box-office/seating/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import { write } from '#platform/server/database/index.ts';
import { notFound, refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/access.ts';
import { ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/local-time.ts';
import { type ChooseSeatsContent, chooseSeats, type SeatsForSale } from '../contract.ts';
import { changeBasket, findOpenBasket, paymentInProgressMessage } from './basket-store.ts';
import { requireBookablePerformance } from './hold-in-basket.ts';
import { shopShow } from './views.ts';

/** Registers the page on which visitors choose seats for tickets already in their basket. */
export function chooseSeatsPage({ page, call, db }: Platform): void {
  page('/tickets/:id/seats', { type: 'choose_seats', access: everyone, keep: false }, seatsPage);

  call(chooseSeats, { access: everyone }, async ({ body, cookies, now }) => {
    const basket = (await findOpenBasket(db.read, cookies)) ?? refuse(409, nothingHeld);
    const fault = await write(db, async (tx) => {
      const performance = await requireBookablePerformance(tx, body.performance_id, now);
      if (performance.sells_seats === 0) refuse(409, 'Seats for this performance aren’t numbered.');
      if (!(await changeBasket(tx, basket.id, { show_id: basket.show_id }))) refuse(409, paymentInProgressMessage);
      const held = (await heldIn(tx, basket.id)).filter(({ performance_id }) => performance_id === performance.id);
      const [first] = held;
      if (!first) return refuse(409, nothingHeld);
      if (first.held_until <= now) return refuse(409, 'Your time has run out. Hold your tickets again first.');
      const giving = { tickets: held.map(({ id }) => id), until: first.held_until, now };
      return giveChosen(tx, performance, { ...giving, seats: body.seats });
    });
    if (fault) return { code: 409 as const, msg: fault.says, fix: fault.fix ?? [] };
    return ok('Seats saved.');
  });
}

const nothingHeld = 'Your basket has nothing for this performance. Choose how many tickets first.';

/** Loads a performance's seats for the holder of the tickets in `mine`. */
export async function loadSeatsForVisitor(
  db: Reading,
  performance: PerformanceAhead,
  at: { mine: readonly Id[]; now: Instant },
): Promise<SeatsForSale> {
  const plan = await seatsForSale(db, performance, at);
  const withheld = Object.keys(plan.marks).filter((seat) => plan.marks[seat]?.reason !== '');
  return {
    rowCount: performance.row_count,
    hiddenSeats: [...plan.hiddenSeats],
    taken: sortSeats(new Set([...Object.keys(plan.assignments), ...withheld])),
    // Visitors don't learn the reason for withholding a seat
    kinds: Object.fromEntries(
      Object.entries(plan.marks).flatMap(([seat, { kind, reason }]) => (kind && reason === '' ? [[seat, kind]] : [])),
    ),
  };
}

/** Returns a performance's plan for this visitor. */
async function seatsPage({ db, now, params, cookies }: PageRequest): Promise<ChooseSeatsContent> {
  const performance = (await performanceToBook(db, params.id ?? '')) ?? notFound();
  const show = (await shopShow(db, performance.show_id)) ?? notFound();
  const { timeZone } = await readSettings(db);
  const basket = await findOpenBasket(db, cookies);
  const held = basket ? await heldIn(db, basket.id) : [];
  const own = held.filter(({ performance_id }) => performance_id === performance.id).map(({ id }) => id);
  const plan = await loadSeatsForVisitor(db, performance, { mine: own, now });
  const seats = await seatsOfTickets(db, own);
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
