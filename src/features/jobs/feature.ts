import { writeQuietly } from '#platform/server/database/index.ts';
import type { Feature } from '#platform/server/feature/feature.ts';
import { answersTo, forgetAnswers, forgetAnswersTo } from '#platform/server/http/first-answers.ts';
import { forgetEvents } from '#platform/server/http/serve-webhook.ts';
import { forgetJobs } from '#platform/server/jobs/jobs.ts';
import { workByClock } from '#platform/server/jobs/work.ts';
import { failedTodo } from './server/admin-todos.ts';
import { jobCalls } from './server/calls.ts';
import { jobsPage } from './server/pages.ts';

const day = 24 * 60 * 60_000;

/** More than any two months: what was done on the 1st is known until it is due again. */
const keepsJobs = 100 * day;

/** A browser uses a key for a day; an answer that is kept longer answers nobody. */
const keepsAnswers = 2 * day;

/** What the site does by itself: what waits, and what failed. Mails have their own list. */
export const jobs: Feature = {
  routes(platform, services) {
    jobsPage(platform, services);
    jobCalls(platform, services);
  },
  work: ({ db, clock, work }) => [
    workByClock(
      { kind: 'forget-jobs', name: 'Forgetting work that is long done', clock: { every: 'day', at: '03:50' } },
      async () => {
        const ago = (time: number) => new Date(clock().getTime() - time).toISOString();
        const before = ago(keepsJobs);
        const staying = work().flatMap((one) => (one.jobsStay ? [one.kind] : []));
        await writeQuietly(db, async (tx) => {
          await forgetJobs(tx, before, staying);
          await forgetEvents(tx, before);
          await forgetAnswers(tx, ago(keepsAnswers));
        });
      },
    ),
  ],
  adminTodos: [failedTodo],
  personalData: [
    {
      name: 'answers',
      tables: ['first_answer'],
      about: (db, { id }) => answersTo(db, id),
      erase: (tx, { id }) => forgetAnswersTo(tx, id),
    },
  ],
  impersonalTables: [
    { table: 'job', because: 'names what is to be done by ids, and says in codes what went wrong' },
    { table: 'webhook_event', because: 'the ids of events that other services sent' },
  ],
};
