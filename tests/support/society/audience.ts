import { findValidPerformanceTickets, holdTickets, sellTickets } from '#features/box-office/orders/server/index.ts';
import type { TicketOrderTable } from '#features/box-office/orders/server/store/tables.ts';
import { seatsPerRow } from '#features/box-office/performances/seats.ts';
import {
  createPerformance,
  savePlan,
  setPlaceCount,
  takeSeats,
  upsertPromisedSeats,
} from '#features/box-office/performances/server/index.ts';
import { saveSeatAssignments } from '#features/box-office/seating/server/index.ts';
import {
  noNetworks,
  recordBasket,
  startBasketConfirmation,
} from '#features/box-office/shop/server/baskets/basket-store.ts';
import { buildConfirmationPath, sellFreeTickets } from '#features/box-office/shop/server/free-orders.ts';
import type { Encryption } from '#platform/server/crypto/encryption.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { RunningSite } from '../site/site.ts';
import type { Factories } from './factories.ts';
import { withSiteData } from './members.ts';

/** A party's access needs and seating wishes, as stored with its order. */
type PartyWishes = Partial<Pick<TicketOrderTable, 'needs' | 'seat_wishes'>>;

export type BookedParty = readonly [name: string, count: number, note?: string, asks?: PartyWishes];

const now = '2026-11-20T12:00:00.000Z';

/** Reserves a party's tickets for an existing performance, in one order. Returns the order's reference. */
export async function bookTickets(
  db: Database,
  { performance, show }: { performance: string; show: { id: string; title: string } },
  [name, count, note = '', asks]: BookedParty,
): Promise<string> {
  const tickets = Array.from({ length: count }, () => ({
    id: newId(),
    type_id: '',
    type: 'Adult',
    pence: 1200,
    discount: 0,
  }));
  const wanted = [{ id: '', name: 'Adult', pence: 1200, most: null, count }];
  const sale = { id: newId(), show, performance, wanted, entry: newId(), tickets };
  const body = { performance_id: performance, name, note, email: '', phone: '', reason: '' };
  const how = { how: 'reserved', source: 'phone' } as const;
  const selling = { body: { ...body, ...how }, now, environment: 'practice' } as const;
  const sold = await write(db, (tx) => sellTickets(tx, sale, selling));
  if ('left' in sold) throw new Error(`There are only ${sold.left} places for ${name}.`);
  if (asks) await write(db, (tx) => tx.updateTable('ticket_order').set(asks).where('ref', '=', sold.ref).execute());
  return `${sold.ref}`;
}

/**
 * Books two free tickets that are held until a time, and returns the link with which their buyer confirms them.
 * `isConfirmed` is true if the buyer has already done so.
 */
export async function bookFreeTickets(
  db: Database,
  { show, performance, isConfirmed }: { show: string; performance: string; isConfirmed: boolean },
  { encryption, now, until }: { encryption: Encryption; now: Instant; until: Instant },
): Promise<string> {
  const id = newId();
  const wanted = [{ id: '', name: 'Free seat', pence: 0, most: null, count: 2 }];
  const basket = { id, token_hash: `free ${id}`, show_id: show, held_until: until, created_at: now, ...noNetworks };
  const buyer = { name: 'Dorothy Hollis', email: 'dot@home.example', phone: '', note: '', needs: '' };
  const asked = { ...buyer, confirmation: 'email', confirmation_attempt: 1, held_until: until } as const;
  await write(db, async (tx) => {
    await recordBasket(tx, basket);
    await holdTickets(tx, { basket: id, performance, wanted, ids: [newId(), newId()], before: [], until, now });
    await startBasketConfirmation(tx, id, asked);
    const current = await tx.selectFrom('basket').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    if (isConfirmed) await sellFreeTickets(tx, current, now);
  });
  return buildConfirmationPath(encryption, { id, attempt: 1 });
}

/** Reserves these seats for a party, as the box office may while somebody has the planner open. */
export async function bookSeats(
  db: Database,
  house: Parameters<typeof bookTickets>[1],
  { party, seats }: { party: BookedParty; seats: readonly string[] },
): Promise<void> {
  const { performance } = house;
  const ref = await bookTickets(db, house, party);
  await write(db, async (tx) => {
    const own = (await findValidPerformanceTickets(tx, [performance])).filter((ticket) => `${ticket.ref}` === ref);
    const given = seats.map((seat, at) => ({ seat, ticket: own[at]?.id ?? '' }));
    await takeSeats(tx, { performance, seats: given, until: null, now });
    await upsertPromisedSeats(
      tx,
      given.map(({ seat, ticket }) => ({ ticket_id: ticket, performance_id: performance, seat })),
    );
  });
}

/** Creates a performance of a new show with these parties, seated as `seats` says, on a plan with this many rows. */
export async function createAudience(
  a: Factories,
  db: Database,
  {
    title,
    author = '',
    parties,
    rows = 8,
    seats = () => ({}),
    numbered = false,
  }: {
    title: string;
    author?: string;
    parties: readonly BookedParty[];
    rows?: number;
    /** Returns the reference of the order on each seat, given the references of all orders. */
    seats?: (refs: readonly string[]) => Record<string, string>;
    /** True if tickets are sold with numbered seats. */
    numbered?: boolean;
  },
) {
  const show = { id: await a.show({ title, author, date: '2027-03-06' }), title };
  const performance = newId();
  const starts_at = '2027-03-06T19:30:00.000Z';
  await write(db, async (tx) => {
    await createPerformance(tx, { id: performance, show_id: show.id, starts_at, sells_seats: numbered ? 1 : 0, now });
    await savePlan(tx, { id: performance, version: undefined, row_count: rows, hidden_seats: '[]', seat_marks: '{}' });
    await setPlaceCount(tx, { performance, capacity: rows * seatsPerRow, now });
  });
  const refs: string[] = [];
  for (const party of parties) refs.push(await bookTickets(db, { performance, show }, party));
  const assignments = seats(refs);
  await write(db, async (tx) => {
    await saveSeatAssignments(tx, performance, {
      assignments,
      tickets: await findValidPerformanceTickets(tx, [performance]),
      now,
    });
  });
  return { performance, show, refs };
}

/** Creates an audience on a running site, and a user who seats audiences. */
export const createHouse = (site: RunningSite, house: Parameters<typeof createAudience>[2]) =>
  withSiteData(site, async (a, db) => {
    const seater = await a.user({ firstname: 'Sid', lastname: 'Usher' });
    await a.allow(seater, { bookings: true });
    return { seater, ...(await createAudience(a, db, house)) };
  });
