import { day, subtractMs } from '#platform/shared/dates/durations.ts';
import { auditFeature } from './audit/feature.ts';
import {
  createKeptBackupCleanupFeature,
  createNightlyBackupFeature,
  createOffsiteCopyFeature,
  type KeptBackupCleanup,
  type NightlyBackupTask,
} from './backup/feature.ts';
import { probeDiskSpace, write } from './database/index.ts';
import { createErrorLogFeature, type ErrorLog } from './error-log/error-log.ts';
import { definePurgeTrashJob } from './feature/deletion.ts';
import type { Feature } from './feature/feature.ts';
import { deleteOldWebhookEvents, webhookEventRetentionDays } from './http/handlers/serve-webhook.ts';
import {
  deleteOldResponses,
  deleteResponsesForUser,
  listStoredResponsesForUser,
  responseRetentionDays,
} from './http/routes/idempotency.ts';
import { importsFeature } from './imports/feature.ts';
import { defineScheduledJob } from './jobs/job-handler.ts';
import { deleteOldFinishedJobs, jobRetentionDays } from './jobs/job-store.ts';
import { createMailFeature } from './mail/feature.ts';
import type { MailTransport } from './mail/index.ts';

const trash: Feature = {
  work: ({ all, ...services }) => [definePurgeTrashJob({ ...services, kinds: all('trash') })],
};

/** Deletes old finished jobs, except those whose handlers set `jobsStay`. */
const jobRetention: Feature = {
  visibility: { job: 'private' },
  work: ({ db, clock, jobHandlers }) => [
    defineScheduledJob(
      { kind: 'forget-jobs', name: 'Deleting old finished tasks', schedule: { every: 'day', at: '03:50' } },
      async () => {
        const before = subtractMs(clock(), jobRetentionDays * day);
        const staying = jobHandlers().flatMap(({ kind, jobsStay }) => (jobsStay ? [kind] : []));
        await write(db, (tx) => deleteOldFinishedJobs(tx, before, staying));
      },
    ),
  ],
  nonPersonalTables: [{ table: 'job', reason: 'kinds of jobs, ids of what they are about, and error codes' }],
};

/** Detects that a full disk has space again, even if nobody writes. */
const diskSpaceMonitor: Feature = {
  visibility: { migration: 'private', revision: 'private' },
  loops: ({ db }) => [{ name: 'looking for room on the disk', everyMs: 20_000, run: () => probeDiskSpace(db) }],
};

const dataKey: Feature = {
  visibility: { data_key: 'private' },
  nonPersonalTables: [{ table: 'data_key', reason: 'a key that is encrypted with SECRET' }],
};

const rateLimiting: Feature = {
  visibility: { allowance: 'private' },
  nonPersonalTables: [
    { table: 'allowance', reason: 'hashes, deleted once the attempts that they count no longer matter' },
  ],
};

/** Deletes old responses and webhook events, which are stored so that nothing is done twice. */
const idempotencyRetention: Feature = {
  visibility: { webhook_event: 'private', first_answer: 'private' },
  work: ({ db, clock }) => [
    defineScheduledJob(
      { kind: 'forget-answers', name: 'Deleting old records of requests', schedule: { every: 'day', at: '03:55' } },
      async () => {
        const now = clock();
        await write(db, async (tx) => {
          await deleteOldWebhookEvents(tx, subtractMs(now, webhookEventRetentionDays * day));
          await deleteOldResponses(tx, subtractMs(now, responseRetentionDays * day));
        });
      },
    ),
  ],
  personalData: [
    {
      name: 'answers',
      tables: ['first_answer'],
      about: (db, { id }) => listStoredResponsesForUser(db, id),
      erase: (tx, { id }) => deleteResponsesForUser(tx, id),
    },
  ],
  nonPersonalTables: [{ table: 'webhook_event', reason: 'the ids of events that other services sent' }],
};

/**
 * Builds the platform's own features, which come after the site's. Without `mail`, emails wait. Without `backUp`, there
 * is no nightly backup; without `copyOffsite`, no copy of it; without `deleteExpired`, backups from before upgrades and
 * restores are never deleted.
 */
export const buildPlatformFeatures = (
  mail: MailTransport | undefined,
  {
    backUp,
    copyOffsite,
    deleteExpired,
  }: {
    backUp?: NightlyBackupTask | undefined;
    copyOffsite?: NightlyBackupTask | undefined;
    deleteExpired?: KeptBackupCleanup | undefined;
  },
  faults: ErrorLog,
): readonly Feature[] => [
  createMailFeature(mail),
  auditFeature,
  trash,
  jobRetention,
  diskSpaceMonitor,
  dataKey,
  rateLimiting,
  createNightlyBackupFeature(backUp),
  createOffsiteCopyFeature(copyOffsite),
  createKeptBackupCleanupFeature(deleteExpired),
  idempotencyRetention,
  importsFeature,
  createErrorLogFeature(faults),
];
