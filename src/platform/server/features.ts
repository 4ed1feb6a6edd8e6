import { audit } from './audit/feature.ts';
import { type MakeBackup, nightlyBackup } from './backup/feature.ts';
import { dataKeyFeature } from './data-key/feature.ts';
import { diskSpaceMonitor } from './database/feature.ts';
import type { ErrorLog } from './error-log/error-log.ts';
import { errorRecording } from './error-log/feature.ts';
import type { Feature } from './feature/feature.ts';
import { idempotencyRetention } from './http/feature.ts';
import { jobRetention } from './jobs/feature.ts';
import { mailFeature } from './mail/feature.ts';
import type { MailTransport } from './mail/index.ts';
import { trash } from './trash/feature.ts';

/**
 * The platform's own features, after the site's. Without a transport, mails wait; without a way to make one, there is
 * no nightly backup.
 */
export const platformFeatures = (
  mail: MailTransport | undefined,
  backUp: MakeBackup | undefined,
  faults: ErrorLog,
): readonly Feature[] => [
  mailFeature(mail),
  audit,
  trash,
  jobRetention,
  diskSpaceMonitor,
  dataKeyFeature,
  nightlyBackup(backUp),
  idempotencyRetention,
  errorRecording(faults),
];
