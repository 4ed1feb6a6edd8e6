import { mayUse } from '#features/society/accounts/server/index.ts';
import { type AuditAction, auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { notFound, refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import { findJob } from '#platform/server/jobs/job-queries.ts';
import {
  dismissJob as dismiss,
  giveUpJob,
  type JobId,
  retryFailedJob,
  retryJobNow,
} from '#platform/server/jobs/job-store.ts';
import { mailKind } from '#platform/server/mail/index.ts';
import { dismissJob, retryJob } from '../contract.ts';

const access = mayUse('admin');

/** Registers the calls that retry or give up failed jobs. */
export function registerJobCalls({ call, db }: Platform, { jobHandlers: work }: Pick<Services, 'jobHandlers'>): void {
  async function change(
    request: CallRequest<unknown>,
    action: AuditAction,
    run: (tx: DbTransaction, job: JobId) => Promise<boolean>,
  ): Promise<void> {
    const { kind = '', key = '' } = request.params;
    // The mail log decides if an email may be sent again
    const job = kind === mailKind ? notFound() : ((await findJob(db.read, { kind, key })) ?? notFound());
    const detail = work().find((one) => one.kind === kind)?.name ?? kind;
    const entry = { ...auditContextFrom(request, action), detail };
    await write(db, async (tx) => {
      if (!(await run(tx, job))) refuse(409, 'This task has changed since you opened it. Please reload.');
      await recordAudit(tx, entry);
    });
  }

  const isDone = (kind: string) => work().some((one) => one.kind === kind);

  call(retryJob, { access }, async (request) => {
    await change(request, 'job.retried', async (tx, job) => {
      if (!isDone(job.kind)) {
        refuse(409, 'This site is no longer set up to do this task. You can only dismiss it.');
      }
      return (await retryFailedJob(tx, job, request.now)) || (await retryJobNow(tx, job, request.now));
    });
    return ok('Trying it again now.');
  });

  call(dismissJob, { access }, async (request) => {
    await change(request, 'job.dismissed', async (tx, job) => {
      if (!isDone(job.kind)) await giveUpJob(tx, job, request.now);
      return dismiss(tx, job);
    });
    return ok('Dismissed. The overview no longer counts it.');
  });
}
