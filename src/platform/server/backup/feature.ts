import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { day } from '#platform/shared/dates/durations.ts';
import type { Feature } from '../feature/feature.ts';
import { defineScheduledJob } from '../jobs/job-handler.ts';

/** Makes or copies the backup of a night in a separate process, because reading everything would delay other work. */
export type NightlyBackupTask = (signal: AbortSignal, night: CalendarDate) => Promise<void>;

/** Deletes the expired backups that were made before upgrades and restores. */
export type KeptBackupCleanup = () => Promise<void>;

/** Returns a feature with one job that runs each night; without `run`, the feature has no job. */
const createNightlyJobFeature = (
  { kind, name, at }: { kind: string; name: string; at: `${number}:${number}` },
  run: NightlyBackupTask | KeptBackupCleanup | undefined,
): Feature => (run ? { work: () => [defineScheduledJob({ kind, name, schedule: { every: 'day', at } }, run)] } : {});

/** The kind of the nightly backup's job, which exists only if a folder for backups is set. */
export const backupJobKind = 'backup';

/** Creates the feature that makes a backup each night if a folder for backups is set. */
export const createNightlyBackupFeature = (make: NightlyBackupTask | undefined): Feature =>
  createNightlyJobFeature({ kind: backupJobKind, name: 'Making the nightly backup', at: '03:20' }, make);

/** The kind of the job that copies the nightly backup off site. The job exists only if an off-site store is set. */
export const offsiteCopyJobKind = 'offsite-copy';

/** Creates the feature that copies each night's backup to an off-site store if one is configured. */
export const createOffsiteCopyFeature = (copy: NightlyBackupTask | undefined): Feature =>
  createNightlyJobFeature({ kind: offsiteCopyJobKind, name: 'Copying the backup off site', at: '03:40' }, copy);

/** Creates the feature that each night deletes the expired backups that were made before upgrades and restores. */
export const createKeptBackupCleanupFeature = (deleteExpired: KeptBackupCleanup | undefined): Feature =>
  createNightlyJobFeature(
    { kind: 'kept-data', name: 'Deleting expired backups from before upgrades and restores', at: '03:50' },
    deleteExpired,
  );

const days = 7;
const weeks = 5;
const months = 12;

/**
 * Returns the days whose nightly backups are retained: the last seven, then the last of each week and of each month,
 * for the latest five weeks and twelve months that have a backup. The newest is always retained.
 */
export function selectRetainedBackupDays(made: readonly CalendarDate[]): Set<CalendarDate> {
  const newestFirst = [...new Set(made)].sort().reverse();
  return new Set([
    ...newestFirst.slice(0, days),
    ...lastOfEach(newestFirst, getWeekIndex).slice(0, weeks),
    ...lastOfEach(newestFirst, (day) => day.slice(0, 7)).slice(0, months),
  ]);
}

function lastOfEach(
  newestFirst: readonly CalendarDate[],
  getPeriod: (date: CalendarDate) => string | number,
): CalendarDate[] {
  return [...Map.groupBy(newestFirst, getPeriod).values()].flatMap(([last]) => last ?? []);
}

/** Returns the number of a date's week (Monday to Sunday), counted from a fixed week. */
export function getWeekIndex(date: CalendarDate): number {
  const aMonday = Date.parse('1940-01-01');
  return Math.floor((Date.parse(date) - aMonday) / (7 * day));
}
