import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import { formatIsoWithOffset } from '#platform/shared/local-time.ts';
import type { ListedParty } from '../contract.ts';
import { partiesOfShow } from './store.ts';

/** Lists the parties that wait for a show's performances, in their order. */
export async function listParties(db: Reading, show: Id): Promise<ListedParty[]> {
  const { timeZone } = await readSettings(db);
  return (await partiesOfShow(db, show)).map((party) => {
    const { id, name, email, size, created_at, dates, status, isConfirmed, offered_until: until } = party;
    return {
      ...{
        id,
        name,
        email,
        size,
        since: formatIsoWithOffset(created_at, timeZone),
        performances: dates,
        confirmed: isConfirmed,
      },
      ...(status === 'offered' &&
        until !== null && {
          offer: {
            performance_id: party.performance_id,
            until: formatIsoWithOffset(until, timeZone),
            in_basket: party.basket_id !== '',
          },
        }),
    };
  });
}
