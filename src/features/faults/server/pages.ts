import { mayUse } from '#features/accounts/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import { openFaults } from '#platform/server/faults/faults.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import type { FaultsPage } from '../contract.ts';
import { faultsPath } from '../paths.ts';

export function faultsPage({ page }: Platform): void {
  page(faultsPath, { type: 'faults', access: mayUse('admin') }, async ({ db }): Promise<FaultsPage> => {
    const { timeZone } = await readSettings(db);
    const faults = (await openFaults(db)).map(
      ({ id, type, code, place, happened_in, times, first_at, last_at, request_id: request, version }) => ({
        ...{ id, place, happened_in, times, request, version },
        what: code ? `${type} ${code}` : type,
        first: withOffset(first_at, timeZone),
        last: withOffset(last_at, timeZone),
      }),
    );
    return { type: 'faults', title: 'Errors', faults };
  });
}
