import { mayUse } from '#features/society/accounts/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { write } from '#platform/server/database/index.ts';
import { dismissError as dismiss, findError } from '#platform/server/error-log/error-log.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { dismissError } from '../contract.ts';

export function registerErrorLogCalls(platform: Platform): void {
  const { call } = platform;
  const context = { db: platform.db };
  call(dismissError, { access: mayUse('admin') }, handleDismiss(context));
}

type Context = Pick<Platform, 'db'>;

const handleDismiss =
  ({ db }: Context): CallHandler<typeof dismissError> =>
  async (request) => {
    const { id, type, place } = (await findError(db.read, request.params.id)) ?? refuseNotFound();
    const entry = {
      ...auditContextFrom(request, 'error.dismissed'),
      detail: `${type} ${place}`.trim(),
    };
    await write(db, async (tx) => {
      if (!(await dismiss(tx, id))) refuse(409, 'Somebody else has already dismissed it.');
      await recordAudit(tx, entry);
    });
    return ok('Dismissed. If it happens again, it will be listed again.');
  };
