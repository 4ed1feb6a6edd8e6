import { audit } from './audit/feature.ts';
import { type MakeBackup, nightlyBackup } from './backup/feature.ts';
import { dataKeyKeeping } from './data-key/feature.ts';
import { lookingForRoom } from './database/feature.ts';
import type { ErrorLog } from './error-log/error-log.ts';
import { errorRecording } from './error-log/feature.ts';
import type { Feature } from './feature/feature.ts';
import { answering } from './http/feature.ts';
import { jobKeeping } from './jobs/feature.ts';
import { mailBy } from './mail/feature.ts';
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
  mailBy(mail),
  audit,
  trash,
  jobKeeping,
  lookingForRoom,
  dataKeyKeeping,
  nightlyBackup(backUp),
  answering,
  errorRecording(faults),
];
