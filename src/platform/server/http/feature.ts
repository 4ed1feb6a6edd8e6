import { day, earlier } from '#platform/shared/durations.ts';
import { writePrivate } from '../database/index.ts';
import type { Feature } from '../feature/feature.ts';
import { defineScheduledJob } from '../jobs/job-handler.ts';
import { deleteOldWebhookEvents } from './handlers/serve-webhook.ts';
import { deleteOldResponses, deleteResponsesForUser, listResponsesForUser } from './routes/idempotency-store.ts';

/** A browser uses a key for a day; older answers are never needed. */
const keepsAnswers = 2 * day;

/** Longer than any service repeats an event. */
const keepsEvents = 100 * day;

/** Stores answers, so that a repeated request is done once. */
export const idempotencyRetention: Feature = {
  work: ({ db, clock }) => [
    defineScheduledJob(
      { kind: 'forget-answers', name: 'Forgetting what was answered', clock: { every: 'day', at: '03:55' } },
      async () => {
        const ago = (time: number) => earlier(clock(), time);
        await writePrivate(db, async (tx) => {
          await deleteOldWebhookEvents(tx, ago(keepsEvents));
          await deleteOldResponses(tx, ago(keepsAnswers));
        });
      },
    ),
  ],
  personalData: [
    {
      name: 'answers',
      tables: ['first_answer'],
      about: (db, { id }) => listResponsesForUser(db, id),
      erase: (tx, { id }) => deleteResponsesForUser(tx, id),
    },
  ],
  impersonalTables: [{ table: 'webhook_event', reason: 'the ids of events that other services sent' }],
};
