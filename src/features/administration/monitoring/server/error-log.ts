import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import {
  countOpenErrors,
  dismissError as dismiss,
  findOpenError,
  listOpenErrors,
} from '#platform/server/error-log/error-log.ts';
import { type AdminTodoSource, formatCount } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { dismissError, type ErrorLogContent, errorLogPath } from '../contract.ts';

export const errorLogTodo: AdminTodoSource = {
  tool: errorLogPath,
  waiting: async ({ db }) => {
    const count = await countOpenErrors(db);
    if (count === 0) return [];
    return [{ words: `${formatCount(count, 'error', 'errors')} in the program`, link: errorLogPath }];
  },
};

const access = mayUse('admin');

export function registerErrorLogRoutes({ page, call, db }: RouteRegistry): void {
  page(errorLogPath, { type: 'faults', access }, buildErrorLogPage);
  call(dismissError, { access }, handleDismiss(db));
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

const handleDismiss =
  (db: Database): CallHandler<typeof dismissError> =>
  async (request) => {
    const { id, type, place } = (await findOpenError(db.read, request.params.id)) ?? refuseNotFound();
    const entry = {
      ...createAuditContext(request, 'error.dismissed'),
      detail: `${type} ${place}`.trim(),
    };
    await write(db, async (tx) => {
      if (!(await dismiss(tx, id))) refuse(409, 'This error has already been dismissed.');
      await recordAudit(tx, entry);
    });
    return ok('Dismissed. If the error happens again, it will be listed again.');
  };
