import type { ExpressionBuilder } from 'kysely';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { DbReader, Tables } from '../database/index.ts';
import { isUnclaimedSql, type JobId } from './job-store.ts';

/** Selects the jobs of one kind. Their keys identify their subjects. */
export const selectJobsOfKind = (db: DbReader, kind: string) =>
  db
    .selectFrom('job')
    .select(['key', 'status', 'due', 'leased_until', 'attempts', 'last_error', 'dismissed', 'finished_at'])
    .where('kind', '=', kind);

/** The maximum number of jobs in a list. Nobody would read more. */
const maxListed = 200;

export interface OpenJobFilter {
  /** The kinds that are left out. */
  except: readonly string[];
  /** The kinds that have a handler. A job of another kind has failed, unless another process is running it. */
  handled: readonly string[];
  now: Instant;
}

/** Lists failed jobs that nobody has dismissed, then waiting ones: at most 200. */
export const listOpenJobs = (db: DbReader, filter: OpenJobFilter) =>
  openOf(db, filter.except)
    .select(['kind', 'key', 'payload', 'status', 'due', 'leased_until', 'attempts', 'last_error'])
    .select(['created_at', 'finished_at'])
    .orderBy((eb) => eb.case().when(isFailed(filter)(eb)).then(0).else(1).end())
    .orderBy('due')
    .orderBy('kind')
    .orderBy('key')
    .limit(maxListed)
    .execute();

/** Counts failed jobs that nobody has dismissed. */
export async function countFailedJobs(db: DbReader, filter: OpenJobFilter): Promise<number> {
  const { total } = await openOf(db, filter.except)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(isFailed(filter))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Counts waiting jobs, and failed ones that nobody has dismissed, by kind. */
export const countOpenJobsByKind = (db: DbReader, filter: OpenJobFilter) =>
  openOf(db, filter.except)
    .select(({ fn, eb }) => [
      'kind',
      eb.case().when(isFailed(filter)(eb)).then('failed').else('waiting').end().as('state'),
      fn.countAll<number>().as('total'),
    ])
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .orderBy('state')
    .execute();

const isFailed =
  ({ handled, now }: OpenJobFilter) =>
  (job: ExpressionBuilder<Tables, 'job'>) =>
    job.or([
      job('status', '=', 'failed'),
      job.and([...(handled.length > 0 ? [job('kind', 'not in', handled)] : []), isUnclaimedSql(now)(job)]),
    ]);

function openOf(db: DbReader, except: readonly string[]) {
  const open = db
    .selectFrom('job')
    .where(({ or, and, eb }) =>
      or([eb('status', '=', 'waiting'), and([eb('status', '=', 'failed'), eb('dismissed', '=', 0)])]),
    );
  return except.length > 0 ? open.where('kind', 'not in', except) : open;
}

/** Returns the time at which a job of each of these kinds was last done. Kinds without such a job are left out. */
export async function findLastCompletionTimesByKind(
  db: DbReader,
  kinds: readonly string[],
): Promise<ReadonlyMap<string, Instant>> {
  const rows = await db
    .selectFrom('job')
    .select(({ fn }) => ['kind', fn.max('finished_at').as('at')])
    .where('status', '=', 'done')
    .where('kind', 'in', kinds)
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, at }) => [kind, at ?? '']));
}

/** Finds a job with its state. */
export const findJob = (db: DbReader, { kind, key }: JobId) =>
  db.selectFrom('job').selectAll().where('kind', '=', kind).where('key', '=', key).executeTakeFirst();
