import type { Feature } from '../feature/feature.ts';
import { workByClock } from '../jobs/work.ts';

/** Makes a backup, in a process of its own: reading everything would hold others up. */
export type MakeBackup = (signal: AbortSignal) => Promise<void>;

/** The kind of job that making the nightly backup is: there is none where the site knows no folder for them. */
export const backupKind = 'backup';

/** A backup each night, where the site knows a folder for them. */
export const nightlyBackup = (make: MakeBackup | undefined): Feature =>
  make
    ? {
        work: () => [
          workByClock(
            { kind: backupKind, name: 'Making the nightly backup', clock: { every: 'day', at: '03:20' } },
            make,
          ),
        ],
      }
    : {};
