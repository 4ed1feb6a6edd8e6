import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { type AuditAction, createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { type AdminTodoSource, formatCount, type Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { findNextOccurrence, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import {
  countOpenFailedJobs,
  dismissJob as dismiss,
  findJob,
  findLastCompletionTimesByKind,
  giveUpJob,
  type JobId,
  listOpenJobs,
  type OpenJobFilter,
  retryFailedJob,
  retryJobNow,
} from '#platform/server/jobs/job-store.ts';
import { mailJobKind } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { noHandlerCode } from '../constants.ts';
import { dismissJob, type JobsContent, jobsPath, type ListedJob, retryJob } from '../contract.ts';

type NeededServices = Pick<Services, 'jobHandlers'>;

/** Builds the filter for all jobs except emails, which the mail log lists. */
const buildJobFilter = ({ jobHandlers }: NeededServices, now: Instant): OpenJobFilter => ({
  except: [mailJobKind],
  handled: jobHandlers().map(({ kind }) => kind),
  now,
});

/** Counts failed jobs, including those without a handler on this site. */
export const failedJobsTodo: AdminTodoSource = {
  tool: jobsPath,
  waiting: async ({ db, now }, services) => {
    const failed = await countOpenFailedJobs(db, buildJobFilter(services, now));
    if (failed === 0) return [];
    return [{ words: `${formatCount(failed, 'task', 'tasks')} failed`, link: jobsPath }];
  },
};

export function registerJobsPage(registry: RouteRegistry, services: NeededServices): void {
  const { page } = registry;
  page(jobsPath, { type: 'jobs', access: mayUse('admin') }, buildJobsPage(services));
}

const buildJobsPage =
  (services: NeededServices) =>
  async ({ db, now }: PageRequest): Promise<JobsContent> => {
    const { jobHandlers } = services;
    const { timeZone } = await readSettings(db);
    const open = await listOpenJobs(db, buildJobFilter(services, now));
    const subjects = await describeSubjects(db, open, jobHandlers());
    const jobs: ListedJob[] = open.map((job) => {
      const { kind, key, attempts, due, finished_at, last_error: codes } = job;
      const handler = jobHandlers().find((candidate) => candidate.kind === kind);
      const at = formatIsoWithOffset(finished_at ?? due, timeZone);
      const listed = { kind, key, name: handler?.name ?? kind, about: subjects.get(job) ?? '', at, attempts };
      const state = getState(job, now);
      // A running job without a handler here belongs to a process of another version, which has the handler
      return handler || state === 'running'
        ? { ...listed, state, codes }
        : { ...listed, state: 'failed', codes: noHandlerCode };
    });
    const by_clock = await listScheduledJobs(db, jobHandlers(), now, timeZone);
    return { type: 'jobs', title: 'Background tasks', jobs, by_clock };
  };

type OpenJob = Awaited<ReturnType<typeof listOpenJobs>>[number];

/** Describes the subjects of jobs. Each kind's handler is asked once, for all jobs of that kind. */
async function describeSubjects(
  db: DbReader,
  jobs: readonly OpenJob[],
  handlers: readonly JobHandler[],
): Promise<ReadonlyMap<OpenJob, string>> {
  const subjects = new Map<OpenJob, string>();
  for (const [kind, ofKind] of Map.groupBy(jobs, (job) => job.kind)) {
    const payloads = ofKind.map(({ payload }) => JSON.parse(payload));
    const descriptions = await handlers.find((handler) => handler.kind === kind)?.about?.(db, payloads);
    for (const [index, job] of ofKind.entries()) subjects.set(job, descriptions?.[index] ?? '');
  }
  return subjects;
}

async function listScheduledJobs(
  db: DbReader,
  handlers: readonly JobHandler[],
  now: Instant,
  timeZone: string,
): Promise<JobsContent['by_clock']> {
  const lastDone = await findLastCompletionTimesByKind(
    db,
    handlers.map(({ kind }) => kind),
  );
  const inZone = (at: Instant) => formatIsoWithOffset(at, timeZone);
  return handlers
    .flatMap(({ kind, name, schedule }) =>
      schedule ? [{ kind, name, next: findNextOccurrence(schedule, now, timeZone).due }] : [],
    )
    .toSorted((a, b) => (a.next < b.next ? -1 : 1))
    .map(({ kind, name, next }) => {
      const last = lastDone.get(kind);
      return { kind, name, last: last ? inZone(last) : '', next: inZone(next) };
    });
}

function getState({ status, leased_until, last_error }: OpenJob, now: Instant): ListedJob['state'] {
  if (status === 'failed') return 'failed';
  if (leased_until !== null && leased_until > now) return 'running';
  return last_error === '' ? 'waiting' : 'retrying';
}

const access = mayUse('admin');

export function registerJobCalls(registry: RouteRegistry, services: NeededServices): void {
  const { call } = registry;
  const context = { ...services, db: registry.db };
  call(retryJob, { access }, handleRetry(context));
  call(dismissJob, { access }, handleDismiss(context));
}

type Context = NeededServices & Pick<RouteRegistry, 'db'>;

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
  const entry = { ...createAuditContext(request, action), detail };
  await write(db, async (tx) => {
    if (!(await run(tx, job))) refuse(409, 'This task has changed since you opened this page. Please reload the page.');
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
    return ok('Trying the task again now.');
  };

const handleDismiss =
  (context: Context): CallHandler<typeof dismissJob> =>
  async (request) => {
    await changeJob(context, request, 'job.dismissed', async (tx, job) => {
      if (!hasHandler(context, job.kind)) await giveUpJob(tx, job, request.now);
      return dismiss(tx, job);
    });
    return ok('Dismissed. Admin Tools no longer counts this task.');
  };
