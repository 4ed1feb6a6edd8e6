import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { JobHandler } from '#platform/server/jobs/job-handler.ts';
import { lastDoneByKind, listOpenJobs } from '#platform/server/jobs/job-queries.ts';
import { nextDue } from '#platform/server/jobs/schedule.ts';
import { mailKind } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import type { JobsContent, ListedJob } from '../contract.ts';
import { noHandlerCode } from '../no-handler.ts';
import { jobsPath } from '../paths.ts';

type Needed = Pick<Services, 'jobHandlers'>;

/** Registers the page of waiting and failed jobs. */
export function registerJobsPage(platform: Platform, services: Needed): void {
  const { page } = platform;
  page(jobsPath, { type: 'jobs', access: mayUse('admin') }, buildJobsPage(services));
}

const buildJobsPage =
  ({ jobHandlers: work }: Needed) =>
  async ({ db, now }: PageRequest): Promise<JobsContent> => {
    const { timeZone } = await readSettings(db);
    const open = await listOpenJobs(db, [mailKind]);
    const abouts = await aboutsOf(db, open, work());
    const jobs: ListedJob[] = open.map((job) => {
      const { kind, key, attempts, due, finished_at, last_error: codes } = job;
      const done = work().find((one) => one.kind === kind);
      const at = formatIsoWithOffset(finished_at ?? due, timeZone);
      const listed = { kind, key, name: done?.name ?? kind, about: abouts.get(job) ?? '', at, attempts };
      const state = stateOf(job, now);
      // A running job without a handler here is held by a process of a version that has one
      return done || state === 'running'
        ? { ...listed, state, codes }
        : { ...listed, state: 'failed', codes: noHandlerCode };
    });
    const by_clock = await workByTheClock(db, work(), now, timeZone);
    return { type: 'jobs', title: 'Background tasks', jobs, by_clock };
  };

type OpenJob = Awaited<ReturnType<typeof listOpenJobs>>[number];

/** Describes the subject of each job, with one query for each kind: hundreds may wait. */
async function aboutsOf(
  db: DbReader,
  jobs: readonly OpenJob[],
  work: readonly JobHandler[],
): Promise<ReadonlyMap<OpenJob, string>> {
  const abouts = new Map<OpenJob, string>();
  for (const [kind, alike] of Map.groupBy(jobs, (job) => job.kind)) {
    const payloads = alike.map(({ payload }) => JSON.parse(payload));
    const said = await work.find((one) => one.kind === kind)?.about?.(db, payloads);
    for (const [at, job] of alike.entries()) abouts.set(job, said?.[at] ?? '');
  }
  return abouts;
}

async function workByTheClock(
  db: DbReader,
  work: readonly JobHandler[],
  now: Instant,
  timeZone: string,
): Promise<JobsContent['by_clock']> {
  const lastDone = await lastDoneByKind(
    db,
    work.map(({ kind }) => kind),
  );
  const inZone = (at: Instant) => formatIsoWithOffset(at, timeZone);
  return work
    .flatMap(({ kind, name, clock }) => (clock ? [{ kind, name, next: nextDue(clock, now, timeZone).due }] : []))
    .toSorted((a, b) => (a.next < b.next ? -1 : 1))
    .map(({ kind, name, next }) => {
      const last = lastDone.get(kind);
      return { kind, name, last: last ? inZone(last) : '', next: inZone(next) };
    });
}

function stateOf({ status, leased_until, last_error }: OpenJob, now: Instant): ListedJob['state'] {
  if (status === 'failed') return 'failed';
  if (leased_until !== null && leased_until > now) return 'running';
  return last_error === '' ? 'waiting' : 'retrying';
}
