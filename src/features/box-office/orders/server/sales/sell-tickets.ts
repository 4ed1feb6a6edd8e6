import {
  deletePromisedSeats,
  type PerformanceWithShow,
  releasePlacesAndSeats,
  seedPlaces,
  takePlaces,
} from '#features/box-office/performances/server/index.ts';
import { postEntry } from '#features/money/ledger/server/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { SellTicketsBody } from '../../contract.ts';
import type { BoxOfficePaymentMethod } from '../../order.ts';
import type { RequestedSeats, TicketRequest } from '../../requested-tickets.ts';
import {
  allocateOrderReferences,
  type NewOrder,
  newOrderDefaults,
  noSeatingRequests,
  recordOrder,
} from '../store/orders.ts';
import { buildTicketRow, findTicketTypeShortage, type NewTicket } from '../store/tickets.ts';

/** A past order, and its tickets, which are all for one performance. */
interface PastOrder {
  order: NewOrder;
  tickets: readonly NewTicket[];
}

/** Records many past orders at once, oldest first, for performances without any sales. The demo uses it. */
export async function recordPastOrders(tx: DbTransaction, past: readonly PastOrder[]): Promise<void> {
  const first = await allocateOrderReferences(tx, past.length);
  const orders = past.map(({ order: { entry_id: _, ...order } }, at) => ({
    ...{ needs: '', promo: '', ...noSeatingRequests, ...newOrderDefaults, ...order, ref: first + at, version: 1 },
  }));
  const charges = past.flatMap(({ order: { id, entry_id, paid_by } }) =>
    entry_id ? [{ entry_id, order_id: id, paid_by }] : [],
  );
  const tickets = past.flatMap(({ order, tickets: own }) => own.map((ticket) => buildTicketRow(order.id, ticket)));
  await runInBatches(orders, (batch) => tx.insertInto('ticket_order').values(batch).execute());
  await runInBatches(charges, (batch) => tx.insertInto('order_charge').values(batch).execute());
  await runInBatches(tickets, (batch) => tx.insertInto('ticket').values(batch).execute());
  for (const [performance, own] of Map.groupBy(tickets, ({ performance_id }) => performance_id)) {
    await seedPlaces(
      tx,
      performance,
      own.map(({ id }) => id),
    );
  }
}

interface ImportedOrder extends Pick<NewOrder, 'id' | 'show_id' | 'name' | 'email' | 'phone' | 'note'> {
  performance: Id;
  tickets: readonly { id: Id; type_id: Id; type: string; pence: number }[];
  now: Instant;
}

/**
 * Records an order that another shop sold, and takes its places. The money stays with that shop, so nothing is posted
 * to the ledger. Returns false if there are too few places. The caller must then throw, so that the transaction is
 * rolled back.
 */
export async function recordImportedOrder(
  tx: DbTransaction,
  { performance, tickets, now, ...order }: ImportedOrder,
): Promise<boolean> {
  const taken = await takePlaces(tx, { performance, tickets: tickets.map(({ id }) => id), until: null, now });
  if (taken !== 'taken') return false;
  const paid = { status: 'paid', source: 'import', paid_by: '', reason: '', entry_id: '' } as const;
  await recordOrder(
    tx,
    { ...order, ...paid, created_at: now },
    tickets.map((ticket) => ({ ...ticket, performance_id: performance })),
  );
  return true;
}

/** Deletes an imported order with its tickets, and frees their places and seats. The order's reference isn't reused. */
export async function deleteImportedOrder(tx: DbTransaction, id: Id): Promise<void> {
  const tickets = await tx.selectFrom('ticket').select('id').where('order_id', '=', id).execute();
  const ids = tickets.map((ticket) => ticket.id);
  await releasePlacesAndSeats(tx, ids);
  await deletePromisedSeats(tx, ids);
  await tx.deleteFrom('ticket_order').where('id', '=', id).execute();
}

/** A sale to record. Its ids are created outside the transaction, which may run twice. */
interface Sale {
  id: Id;
  show: { id: Id; title: string };
  performance: Id;
  wanted: readonly TicketRequest[];
  /** The id of the sale's charge, if something is paid now. */
  entry: Id;
  tickets: Omit<NewTicket, 'performance_id' | 'complimentary'>[];
  /** The access needs, as entries of `accessNeeds` separated by commas. */
  needs?: string;
}

/** Builds a row for each requested ticket, at its requested price or free. */
export const buildTickets = (wanted: readonly TicketRequest[], isFree: boolean): Sale['tickets'] =>
  wanted.flatMap(({ id: type_id, name, pence, discount = 0, count }) =>
    Array.from({ length: count }, () => ({
      ...{ id: newId(), type_id, type: name },
      ...(isFree ? { pence: 0, discount: 0 } : { pence, discount }),
    })),
  );

/** Returns the total price of requested tickets after discounts, in pence. */
export const calculateSaleTotal = (wanted: readonly TicketRequest[]): number =>
  wanted.reduce((sum, { pence, discount = 0, count }) => sum + (pence - discount) * count, 0);

/** The buyer, and how they pay. */
type BuyerAndPayment = Pick<SellTicketsBody, 'name' | 'email' | 'phone' | 'note' | 'source' | 'reason' | 'how'>;

const statusByPayment = {
  cash: 'paid',
  transfer: 'paid',
  cheque: 'paid',
  card: 'paid',
  reserved: 'reserved',
  comp: 'comp',
} as const;

/**
 * Takes the places, records the order and posts the payment, all in one transaction.
 * @returns the order's reference; or, if there are too few places or tickets of a type, the number left. The caller
 * must then throw, so that nothing is written
 */
export async function sellTickets(
  tx: DbTransaction,
  sale: Sale,
  {
    body: { name, email, phone, note, source, reason, how },
    now,
    environment,
  }: { body: BuyerAndPayment; now: Instant } & Pick<Services, 'environment'>,
): Promise<{ ref: number } | { left: number; type?: string }> {
  const shortage = await findTicketTypeShortage(tx, { ...sale, now });
  if (shortage) return shortage;
  const tickets = sale.tickets.map(({ id }) => id);
  const taken = await takePlaces(tx, { performance: sale.performance, tickets, until: null, now });
  if (taken !== 'taken') return taken;
  const paidBy = how === 'reserved' || how === 'comp' ? '' : how;
  const due = paidBy ? calculateSaleTotal(sale.wanted) : 0;
  const ref = await recordOrder(
    tx,
    {
      ...{ id: sale.id, show_id: sale.show.id, name, email, phone, note, source, reason, created_at: now },
      ...{
        status: statusByPayment[how],
        paid_by: paidBy,
        entry_id: due > 0 ? sale.entry : '',
        needs: sale.needs ?? '',
      },
    },
    sale.tickets.map((ticket) => ({ ...ticket, performance_id: sale.performance })),
  );
  if (paidBy && due > 0) await recordTicketPayment(tx, { ...sale, pence: due, how: paidBy, at: now, environment });
  return { ref };
}

/** Posts the payment for tickets to the ledger. */
export async function recordTicketPayment(
  tx: DbTransaction,
  {
    entry,
    show,
    ...paid
  }: { entry: Id; show: Sale['show']; pence: number; how: BoxOfficePaymentMethod; at: Instant } & Pick<
    Services,
    'environment'
  >,
): Promise<void> {
  const { pence, how, at, environment } = paid;
  // In the ledger, `card` means a payment through Square
  const source = how === 'card' ? 'card_machine' : how;
  const about = { about: 'tickets', show_id: show.id, label: show.title } as const;
  await postEntry(tx, { kind: 'charge', id: entry, at, pence, source, environment, about });
}

/** A request for seats for tickets that already have places. */
export interface SeatAssignmentRequest {
  tickets: readonly Id[];
  seats: RequestedSeats;
  now: Instant;
}

/**
 * The assigned seats, or the reason why seats aren't available. If there is a reason, the caller must throw, so that
 * the transaction is rolled back.
 */
export type SeatAssignmentResult = { seats: readonly string[] } | { refused: string };

/**
 * Assigns seats to tickets, in the transaction that sells or exchanges them. The seating feature contributes this
 * function.
 */
type SeatAssigner = (
  tx: DbTransaction,
  performance: PerformanceWithShow,
  toSeat: SeatAssignmentRequest,
) => Promise<SeatAssignmentResult>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** The function that assigns seats to tickets that the box office sells or exchanges. There is at most one. */
    seatAssigners: readonly SeatAssigner[];
  }
}

/** Assigns the requested seats to tickets, if the performance sells numbered seats. */
export async function assignSeats(
  tx: DbTransaction,
  performance: PerformanceWithShow,
  { all, ...toSeat }: SeatAssignmentRequest & Pick<Services, 'all'>,
): Promise<SeatAssignmentResult> {
  const [assign] = all('seatAssigners');
  if (!assign || performance.sells_seats === 0 || toSeat.seats.seats === 'later') return { seats: [] };
  return assign(tx, performance, toSeat);
}
