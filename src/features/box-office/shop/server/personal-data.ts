import { releaseHeldTickets } from '#features/box-office/orders/server/index.ts';
import { endPartyWaitByBasket, listBasketIdsWithOffer } from '#features/box-office/waiting-list/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { buildEmailLikePattern, type PersonalData } from '#platform/server/feature/personal-data.ts';
import { endBasketConfirmation, updateOpenBasket } from './baskets/basket-store.ts';

async function findBasketsByEmail(db: DbReader, email: string) {
  const rows = await db
    .selectFrom('basket')
    .select(['id', 'name', 'email', 'phone', 'note', 'needs', 'wheelchairs', 'created_at'])
    .where('email', '<>', '')
    .where(({ fn }) => fn<string>('lower', ['email']), 'like', buildEmailLikePattern(email))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.filter((basket) => basket.email.toLowerCase() === email.toLowerCase());
}

/**
 * Baskets with the email address of a person's account. Erasure replaces the name in these baskets and deletes the
 * other details. It releases free tickets that wait for a confirmation, and places that the waiting list offered. A
 * card payment in progress continues.
 */
export const basketPersonalData: PersonalData = {
  name: 'baskets',
  tables: ['basket'],
  about: async (db, { email }) => (await findBasketsByEmail(db, email)).map(({ id: _, ...basket }) => basket),
  erase: async (tx, { email }, { shownName, at }) => {
    for (const { id } of await findBasketsByEmail(tx, email)) {
      if (await endBasketConfirmation(tx, id, { confirmation: 'declined', held_until: at })) {
        await releaseHeldTickets(tx, { basket: id });
        await endPartyWaitByBasket(tx, id, 'removed');
      }
      const nobody = { name: shownName, email: '', phone: '', note: '', needs: '', wheelchairs: 0 };
      await tx.updateTable('basket').set(nobody).where('id', '=', id).execute();
    }
    for (const id of await listBasketIdsWithOffer(tx, email)) {
      if (await updateOpenBasket(tx, id, { held_until: at })) await releaseHeldTickets(tx, { basket: id });
      await endPartyWaitByBasket(tx, id, 'removed');
    }
  },
};
