import { mayUse } from '#features/accounts/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import { openErrors } from '#platform/server/error-log/error-log.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import type { ErrorLogPage } from '../contract.ts';
import { errorLogPath } from '../paths.ts';

export function errorLogPage({ page }: Platform): void {
  page(errorLogPath, { type: 'faults', access: mayUse('admin') }, async ({ db }): Promise<ErrorLogPage> => {
    const { timeZone } = await readSettings(db);
    const faults = (await openErrors(db)).map(
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
