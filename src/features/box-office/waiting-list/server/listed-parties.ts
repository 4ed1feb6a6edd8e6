import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import type { ListedParty } from '../contract.ts';
import { excludePayingParties } from './offers.ts';
import { selectInOrder, withDates } from './store.ts';

/** Lists the parties that wait for a show or have an offer, in the order of the waiting list. For the box office. */
export async function listWaitingParties(
  db: DbReader,
  show: Id,
  services: Pick<Services, 'all'>,
): Promise<ListedParty[]> {
  const { timeZone } = await readSettings(db);
  const parties = await selectInOrder(db).where('show_id', '=', show).where('status', '<>', 'over').execute();
  const unpaid = new Set((await excludePayingParties(db, parties, services)).map(({ id }) => id));
  return (await withDates(db, parties)).map((party) => {
    const { id, name, email, size, created_at, dates, status, isConfirmed, offered_until: until } = party;
    return {
      ...{ id, name, email, size, performances: dates, confirmed: isConfirmed },
      since: formatIsoWithOffset(created_at, timeZone),
      ...(status === 'offered' &&
        until !== null && {
          offer: {
            performance_id: party.performance_id,
            until: formatIsoWithOffset(until, timeZone),
            in_basket: party.basket_id !== '',
            paying: !unpaid.has(id),
          },
        }),
    };
  });
}
