import { day, earlier } from '#platform/shared/durations.ts';
import { writeQuietly } from '../database/index.ts';
import type { Feature } from '../feature/feature.ts';
import { workByClock } from '../jobs/work.ts';
import { answersTo, forgetAnswers, forgetAnswersTo } from './idempotency-store.ts';
import { forgetEvents } from './serve-webhook.ts';

/** A browser uses a key for a day; older answers are never needed. */
const keepsAnswers = 2 * day;

/** Longer than any service repeats an event. */
const keepsEvents = 100 * day;

/** Stores answers, so that a repeated request is done once. */
export const answering: Feature = {
  work: ({ db, clock }) => [
    workByClock(
      { kind: 'forget-answers', name: 'Forgetting what was answered', clock: { every: 'day', at: '03:55' } },
      async () => {
        const ago = (time: number) => earlier(clock(), time);
        await writeQuietly(db, async (tx) => {
          await forgetEvents(tx, ago(keepsEvents));
          await forgetAnswers(tx, ago(keepsAnswers));
        });
      },
    ),
  ],
  personalData: [
    {
      name: 'answers',
      tables: ['first_answer'],
      about: (db, { id }) => answersTo(db, id),
      erase: (tx, { id }) => forgetAnswersTo(tx, id),
    },
  ],
  impersonalTables: [{ table: 'webhook_event', because: 'the ids of events that other services sent' }],
};
