import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { countErrors, listOpenErrors } from '#platform/server/error-log/error-log.ts';
import { formatCount } from '#platform/server/feature/admin-todos.ts';
import type { AdminTodo } from '#platform/server/feature/feature.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { type ErrorLogContent, errorLogPath } from '../contract.ts';

export const errorLogTodo: AdminTodo = {
  tool: errorLogPath,
  waiting: async ({ db }) => {
    const count = await countErrors(db);
    if (count === 0) return [];
    return [{ words: `${formatCount(count, 'error', 'errors')} in the program`, link: errorLogPath }];
  },
};

export function registerErrorLogPage(platform: Platform): void {
  const { page } = platform;
  page(errorLogPath, { type: 'faults', access: mayUse('admin') }, buildErrorLogPage);
}

const buildErrorLogPage = async ({ db }: PageRequest): Promise<ErrorLogContent> => {
  const { timeZone } = await readSettings(db);
  const faults = (await listOpenErrors(db)).map(
    ({ id, type, code, place, happened_in, times, first_at, last_at, request_id: request, version }) => ({
      ...{ id, place, happened_in, times, request, version },
      what: code ? `${type} ${code}` : type,
      first: formatIsoWithOffset(first_at, timeZone),
      last: formatIsoWithOffset(last_at, timeZone),
    }),
  );
  return { type: 'faults', title: 'Errors', faults };
};
