import { enter } from '#features/books/server/index.ts';
import { takePlaces } from '#features/performances/server/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import type { Writing } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Instant } from '#platform/shared/dates.ts';
import type { SellTickets } from '../contract.ts';
import { totalOf } from '../order.ts';
import type { Wanted } from '../wanted.ts';
import { freeRef, recordOrder } from './store.ts';

/** What is about to be sold; made outside the write, which may run twice. */
export interface Sale {
  id: Id;
  /** References to choose from. */
  refs: readonly number[];
  show: { id: Id; title: string };
  performance: Id;
  wanted: readonly Wanted[];
  /** Its charge, where something is paid now. */
  entry: Id;
  tickets: { id: Id; type: string; pence: number }[];
}

/** A ticket for each that is wanted, at the price of today, or for nothing. */
export const ticketsFor = (wanted: readonly Wanted[], isFree: boolean): Sale['tickets'] =>
  wanted.flatMap(({ name, pence, count }) =>
    Array.from({ length: count }, () => ({ id: newId(), type: name, pence: isFree ? 0 : pence })),
  );

const statusOf = { cash: 'paid', transfer: 'paid', reserved: 'reserved', comp: 'comp' } as const;

/**
 * Takes the places, writes down the order and enters what is paid, all in one transaction.
 * @returns the order's reference, how many places are left where that is too few, or that no reference was free; in both
 * cases the caller refuses, and nothing is written
 */
export async function sell(
  tx: Writing,
  sale: Sale,
  {
    body: { name, email, phone, note, source, reason, how },
    now,
    environment,
  }: { body: SellTickets; now: Instant } & Pick<Services, 'environment'>,
): Promise<{ ref: number } | { left: number } | 'no reference'> {
  const ref = await freeRef(tx, sale.refs);
  if (ref === undefined) return 'no reference';
  const tickets = sale.tickets.map(({ id }) => id);
  const taken = await takePlaces(tx, { performance: sale.performance, tickets, until: null, now });
  if (taken !== 'taken') return taken;
  const paidBy = how === 'cash' || how === 'transfer' ? how : '';
  const due = paidBy ? totalOf(sale.wanted) : 0;
  await recordOrder(
    tx,
    {
      ...{ id: sale.id, ref, show_id: sale.show.id, name, email, phone, note, source, reason, created_at: now },
      ...{ status: statusOf[how], paid_by: paidBy, entry_id: due > 0 ? sale.entry : '' },
    },
    sale.tickets.map((ticket) => ({ ...ticket, performance_id: sale.performance })),
  );
  if (paidBy && due > 0) await chargeTickets(tx, { ...sale, pence: due, source: paidBy, at: now, environment });
  return { ref };
}

/** Enters in the books what was paid for tickets. */
export async function chargeTickets(
  tx: Writing,
  {
    entry,
    show,
    ...paid
  }: { entry: Id; show: Sale['show']; pence: number; source: 'cash' | 'transfer'; at: Instant } & Pick<
    Services,
    'environment'
  >,
): Promise<void> {
  const { pence, source, at, environment } = paid;
  const about = { about: 'tickets', show_id: show.id, label: show.title } as const;
  await enter(tx, { kind: 'charge', id: entry, at, pence, source, environment, about });
}
