import type { AdminToolGroup } from '#platform/shared/admin-tools.ts';
import { type CalendarDate, formatDateTime, formatLocalDate } from '#platform/shared/dates/dates.ts';
import { day } from '#platform/shared/dates/durations.ts';

/** The headings of Admin Tools, in the order of the page. */
export const toolGroups: readonly (readonly [group: AdminToolGroup, heading: string])[] = [
  ['people', 'Members and messages'],
  ['archive', 'Shows and media'],
  ['money', 'Money'],
  ['site', 'The site'],
];

type Steps = readonly { done: boolean; optional: boolean }[];

const countLeft = (steps: Steps, isOptional: boolean) =>
  steps.filter(({ done, optional }) => !done && optional === isOptional).length;

/** Describes how many required steps are left, without a full stop. */
export function formatRequiredStepsLeft(steps: Steps): string {
  const left = countLeft(steps, false);
  return left === 1 ? 'One thing is left' : `${left} things are left`;
}

/** Describes how many steps are left, including optional ones, without a full stop. */
export function formatStepsLeft(steps: Steps): string {
  const optional = countLeft(steps, true);
  return optional === 0
    ? formatRequiredStepsLeft(steps)
    : `${formatRequiredStepsLeft(steps)}, and ${optional === 1 ? 'one' : optional} more if you like`;
}

/**
 * Returns a warning about a full or nearly full disk; "" otherwise. `takesNoFiles` is true if too little space is left
 * for uploads.
 */
export function formatDiskWarning({ isFull, takesNoFiles }: { isFull: boolean; takesNoFiles: boolean }): string {
  if (isFull)
    return 'The disk is full: nothing can be saved until the person who looks after the server frees some space.';
  if (!takesNoFiles) return '';
  return 'The disk is nearly full: no pictures, videos or documents can be uploaded until the person who looks after the server frees some space.';
}

const countDays = (at: string, today: CalendarDate) => (Date.parse(today) - Date.parse(at.slice(0, 10))) / day;

/** The number of days after which another backup is due. */
const maxBackupAgeDays = 8;

/** The advice about missing backups. Admins can't make backups, so the text says whom to ask. */
export const backupAdvice =
  'Ask the person who looks after the server to set up nightly backups: see “Backups” in docs/operating.md.';

/**
 * Describes the last backup. `last` is the backup's time with the society's UTC offset, or "" if there is no backup;
 * `due` is true if another backup is due.
 */
export function describeBackup(last: string, today: CalendarDate): { words: string; due: boolean } {
  if (last === '') return { words: 'No backup has been made yet.', due: true };
  const days = countDays(last, today);
  if (days <= maxBackupAgeDays) return { words: `The last backup was made on ${formatDateTime(last)}.`, due: false };
  return {
    words: `The last backup is ${days} days old: it was made on ${formatLocalDate(last)}.`,
    due: true,
  };
}

/** The warning for a site that sends emails and has no URL, or only one that works on its own machine. */
export const brokenEmailLinksWarning =
  'Links in emails don’t work, because the site doesn’t know the address that people type. Ask the person who looks after the server to set PUBLIC_URL to that address: see docs/operating.md.';

/** The warning for a site that sends emails, and whose URL works only on its own network. */
export const formatLocalEmailLinksWarning = (address: string): string =>
  `Links in emails only work on your own network, because the site’s address is set to ${address}. Ask the person who looks after the server to set PUBLIC_URL to the address that people type: see docs/operating.md.`;

/**
 * The number of days after which another off-site copy is due. By then, the copies of at least two nights are missing.
 */
const maxOffsiteAgeDays = 2;

/** The advice about missing off-site copies. */
export const offsiteCopyAdvice =
  'Look in Background tasks to see if the copy will be tried again, and ask the person who looks after the server to run the doctor: see “Off-site copies” in docs/operating.md.';

/**
 * Describes the last off-site copy; `last` is undefined if there is none. `at` is the copy's time with the society's
 * UTC offset, `detail` its size and place.
 */
export function describeOffsiteCopy(
  last: { at: string; detail: string } | undefined,
  today: CalendarDate,
): { words: string; due: boolean } {
  if (!last) return { words: 'No off-site copy of a backup has been made yet.', due: true };
  const { at, detail } = last;
  const days = countDays(at, today);
  if (days <= maxOffsiteAgeDays) {
    return { words: `The last off-site copy was made on ${formatDateTime(at)}: ${detail}.`, due: false };
  }
  return {
    words: `The last off-site copy is ${days} days old: it was made on ${formatLocalDate(at)}.`,
    due: true,
  };
}

/** The number of days after the first backup before anybody is reminded to try a restore. */
const restoreGraceDays = 30;
/** The number of days after which a restore should be tried again. */
const restoreTrialDays = 365;

/** The advice about a restore that is due. */
export const restoreTrialAdvice =
  'Only a restore shows that the backups can be read: have a backup restored in another place, look at the site there, then record the trial here.';

/**
 * Describes the last time that somebody tried a restore; `last` is undefined if nobody has. Times have the society's UTC
 * offset.
 *
 * @param firstBackup the time of the first backup; "" if there is none
 */
export function describeRestoreTrial(
  last: { at: string; name: string } | undefined,
  { firstBackup, today }: { firstBackup: string; today: CalendarDate },
): { words: string; due: boolean } {
  if (firstBackup === '') return { words: '', due: false };
  if (!last) {
    return { words: 'Nobody has tried a restore yet.', due: countDays(firstBackup, today) > restoreGraceDays };
  }
  const date = formatLocalDate(last.at);
  const by = last.name === '' ? '' : `, recorded by ${last.name}`;
  return countDays(last.at, today) > restoreTrialDays
    ? { words: `The last restore was tried more than a year ago, on ${date}.`, due: true }
    : { words: `The last restore was tried on ${date}${by}.`, due: false };
}
