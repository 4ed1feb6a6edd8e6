import { selectPerformanceStarts } from '#features/box-office/performances/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/contract.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { buildEmailLikePattern, type PersonalData } from '#platform/server/feature/personal-data.ts';
import { parseRequestedChange } from '../party.ts';
import { endPartyWait, findPartyPerformances } from './store.ts';

async function findPartiesByEmail(db: DbReader, email: string) {
  const rows = await db
    .selectFrom('waiting_party')
    .select(['id', 'name', 'email', 'size', 'status', 'basket_id', 'created_at', 'confirmed_at', 'requested_change'])
    .where('email', '<>', '')
    .where(({ fn }) => fn<string>('lower', ['email']), 'like', buildEmailLikePattern(email))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.filter((party) => normaliseEmail(party.email) === normaliseEmail(email));
}

async function exportParties(db: DbReader, email: string) {
  const parties = await findPartiesByEmail(db, email);
  const dates = await findPartyPerformances(
    db,
    parties.map(({ id }) => id),
  );
  const changes = new Map(parties.map(({ id, requested_change }) => [id, parseRequestedChange(requested_change)]));
  const ids = [...new Set([...dates.values(), ...[...changes.values()].map((change) => change?.dates ?? [])].flat())];
  const starts = ids.length ? await selectPerformanceStarts(db).where('id', 'in', ids).execute() : [];
  const startOf = new Map(starts.map(({ id, starts_at }) => [id, starts_at]));
  const toStarts = (performances: readonly Id[]) => performances.map((one) => startOf.get(one) ?? '');
  return parties.map(({ id, basket_id: _, requested_change: __, ...party }) => {
    const change = changes.get(id);
    return {
      ...party,
      performances: toStarts(dates.get(id) ?? []),
      ...(change && { requested_change: { size: change.size, performances: toStarts(change.dates) } }),
    };
  });
}

/**
 * Lists the baskets that hold an offer to this address. The shop ends these offers, because it must also release the
 * baskets' tickets.
 */
export const listBasketIdsWithOffer = async (db: DbReader, email: string): Promise<Id[]> =>
  (await findPartiesByEmail(db, email)).filter(isInBasket).map(({ basket_id }) => basket_id);

const isInBasket = ({ status, basket_id }: Awaited<ReturnType<typeof findPartiesByEmail>>[number]) =>
  status === 'offered' && basket_id !== '';

/**
 * Parties with the email address of a person's account. Erasure ends their wait, and offered places go to the next
 * party in line.
 */
export const waitingListPersonalData: PersonalData = {
  name: 'waiting lists',
  tables: ['waiting_party', 'waiting_date'],
  about: (db, { email }) => exportParties(db, email),
  erase: async (tx, { email }) => {
    for (const party of await findPartiesByEmail(tx, email))
      if (!isInBasket(party)) await endPartyWait(tx, party, 'removed');
  },
};
