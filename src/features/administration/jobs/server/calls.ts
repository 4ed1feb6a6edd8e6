import { mayUse } from '#features/society/accounts/server/index.ts';
import { type AuditAction, auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import { findJob } from '#platform/server/jobs/job-queries.ts';
import {
  dismissJob as dismiss,
  giveUpJob,
  type JobId,
  retryFailedJob,
  retryJobNow,
} from '#platform/server/jobs/job-store.ts';
import { mailJobKind } from '#platform/server/mail/index.ts';
import { dismissJob, retryJob } from '../contract.ts';

const access = mayUse('admin');

type Needed = Pick<Services, 'jobHandlers'>;

export function registerJobCalls(platform: Platform, services: Needed): void {
  const { call } = platform;
  const context = { ...services, db: platform.db };
  call(retryJob, { access }, handleRetry(context));
  call(dismissJob, { access }, handleDismiss(context));
}

type Context = Needed & Pick<Platform, 'db'>;

async function changeJob(
  { db, jobHandlers }: Context,
  request: CallRequest<unknown>,
  action: AuditAction,
  run: (tx: DbTransaction, job: JobId) => Promise<boolean>,
): Promise<void> {
  const { kind = '', key = '' } = request.params;
  // Emails are retried in the mail log, which decides whether they may be sent again
  const job = kind === mailJobKind ? refuseNotFound() : ((await findJob(db.read, { kind, key })) ?? refuseNotFound());
  const detail = jobHandlers().find((handler) => handler.kind === kind)?.name ?? kind;
  const entry = { ...auditContextFrom(request, action), detail };
  await write(db, async (tx) => {
    if (!(await run(tx, job))) refuse(409, 'This task has changed since you opened it. Please reload.');
    await recordAudit(tx, entry);
  });
}

const hasHandler = ({ jobHandlers }: Context, kind: string) => jobHandlers().some((handler) => handler.kind === kind);

const handleRetry =
  (context: Context): CallHandler<typeof retryJob> =>
  async (request) => {
    await changeJob(context, request, 'job.retried', async (tx, job) => {
      if (!hasHandler(context, job.kind)) {
        refuse(409, 'This site is no longer set up to do this task. You can only dismiss it.');
      }
      return (await retryFailedJob(tx, job, request.now)) || (await retryJobNow(tx, job, request.now));
    });
    return ok('Trying it again now.');
  };

const handleDismiss =
  (context: Context): CallHandler<typeof dismissJob> =>
  async (request) => {
    await changeJob(context, request, 'job.dismissed', async (tx, job) => {
      if (!hasHandler(context, job.kind)) await giveUpJob(tx, job, request.now);
      return dismiss(tx, job);
    });
    return ok('Dismissed. The overview no longer counts it.');
  };
