import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, runInBatches } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';

/** The shop that sold an order. */
interface Seller {
  /** The shop's name: "TicketSource"; "" if unknown. */
  name: string;
  /** The shop's reference for the order. */
  reference: string;
}

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Functions that find the shops that sold orders, by order id. The ids must fit in one query. */
    sellers: readonly ((db: DbReader, orders: readonly Id[]) => Promise<ReadonlyMap<Id, Seller>>)[];
  }
}

/** Finds the other shops that sold orders, by the orders' ids. */
export async function findSellers(
  db: DbReader,
  orders: readonly Id[],
  { all }: Pick<Services, 'all'>,
): Promise<Map<Id, Seller>> {
  const found = new Map<Id, Seller>();
  await runInBatches(orders, async (some) => {
    for (const find of all('sellers')) for (const [id, seller] of await find(db, some)) found.set(id, seller);
  });
  return found;
}

/** Finds the shop that sold an order, as named in a sentence: "TicketSource", or "another seller" if unknown. */
export const findSellerName = async (db: DbReader, order: Id, services: Pick<Services, 'all'>): Promise<string> =>
  formatSeller((await findSellers(db, [order], services)).get(order));

/**
 * Formats the name of a shop, followed by its reference for the order if `isLong` is true: "TicketSource (their
 * reference T-12)".
 */
export function formatSeller(seller: Seller | undefined, { isLong = false } = {}): string {
  const { name, reference } = seller ?? { name: '', reference: '' };
  const shop = name || 'another seller';
  return isLong && reference !== '' ? `${shop} (their reference ${reference})` : shop;
}
