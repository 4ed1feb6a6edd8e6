import { takePlaces } from '#features/box-office/performances/server/index.ts';
import { postEntry } from '#features/money/ledger/server/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { SellTickets } from '../contract.ts';
import type { BoxOfficePaymentMethod } from '../order.ts';
import type { TicketRequest } from '../requested-tickets.ts';
import { findShortage, type NewTicket } from './store/tickets.ts';
import { recordOrder } from './store/update-orders.ts';

/** An order before its sale; its ids are created outside the write, which may run twice. */
export interface Sale {
  id: Id;
  show: { id: Id; title: string };
  performance: Id;
  wanted: readonly TicketRequest[];
  /** Its charge, if something is paid now. */
  entry: Id;
  tickets: Omit<NewTicket, 'performance_id' | 'complimentary'>[];
  /** Access needs by `needNames`, separated by commas. */
  needs?: string;
}

/** Builds a ticket for each requested one, at today's price, or free. */
export const buildTickets = (wanted: readonly TicketRequest[], isFree: boolean): Sale['tickets'] =>
  wanted.flatMap(({ id: type_id, name, pence, discount = 0, count }) =>
    Array.from({ length: count }, () => ({
      ...{ id: newId(), type_id, type: name },
      ...(isFree ? { pence: 0, discount: 0 } : { pence, discount }),
    })),
  );

/** Returns the total price of tickets, in pence. */
export const calculateSaleTotal = (wanted: readonly TicketRequest[]): number =>
  wanted.reduce((sum, { pence, discount = 0, count }) => sum + (pence - discount) * count, 0);

/** The buyer, and the way of payment. */
type BuyerAndPayment = Pick<SellTickets, 'name' | 'email' | 'phone' | 'note' | 'source' | 'reason' | 'how'>;

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
 * @returns the order's reference; or, if there are too few places or tickets of a type, how many are left: then nothing
 * is written, and the caller refuses
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
  const few = await findShortage(tx, { ...sale, now });
  if (few) return few;
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
  // The ledger's card is Square's
  const source = how === 'card' ? 'card_machine' : how;
  const about = { about: 'tickets', show_id: show.id, label: show.title } as const;
  await postEntry(tx, { kind: 'charge', id: entry, at, pence, source, environment, about });
}
