import { holdTickets } from '#features/box-office/orders/server/index.ts';
import { noNetworks } from '#features/box-office/shop/server/baskets/basket-networks.ts';
import { recordBasket, startBasketConfirmation } from '#features/box-office/shop/server/baskets/basket-store.ts';
import { buildConfirmPath, sellFreeTickets } from '#features/box-office/shop/server/free-orders.ts';
import type { Encryption } from '#platform/server/crypto/encryption.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/**
 * Books two free tickets that are held for half an hour, and returns the link with which their buyer confirms them.
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
  return buildConfirmPath(encryption, { id, attempt: 1 });
}
