import type { ToolGroup } from '#platform/shared/admin-tools.ts';
import { type CalendarDate, formatDateOfInstant, formatDateTime } from '#platform/shared/dates/dates.ts';
import { day } from '#platform/shared/dates/durations.ts';

/** The headings of Admin Tools, in the order of the page. */
export const toolGroups: readonly (readonly [group: ToolGroup, heading: string])[] = [
  ['people', 'Members and messages'],
  ['archive', 'Shows and media'],
  ['money', 'Money'],
  ['site', 'The site'],
];

type Steps = readonly { done: boolean; optional: boolean }[];

const countLeft = (steps: Steps, isOptional: boolean) =>
  steps.filter(({ done, optional }) => !done && optional === isOptional).length;

/** Describes how many required steps are left, without a full stop. */
export function formatRequiredSteps(steps: Steps): string {
  const left = countLeft(steps, false);
  return left === 1 ? 'One thing is left' : `${left} things are left`;
}

/** Describes how many steps are left, including optional ones, without a full stop. */
export function formatRemainingSteps(steps: Steps): string {
  const optional = countLeft(steps, true);
  return optional === 0
    ? formatRequiredSteps(steps)
    : `${formatRequiredSteps(steps)}, and ${optional === 1 ? 'one' : optional} more if you like`;
}

/** Warns about a full or nearly full disk; "" otherwise. `takesNoFiles`: too little space is left for uploads. */
export function formatDiskStatus({ isFull, takesNoFiles }: { isFull: boolean; takesNoFiles: boolean }): string {
  if (isFull)
    return 'The disk is full: nothing can be saved until the person who looks after the server frees some space.';
  if (!takesNoFiles) return '';
  return 'The disk is nearly full: no pictures, videos or documents can be uploaded until the person who looks after the server frees some space.';
}

/** The number of days after which another backup is due. */
const maxBackupAgeDays = 8;

/** The advice about missing backups. Admins can't make backups, so the text says whom to ask. */
export const backupAdvice =
  'Ask the person who looks after the server to set up nightly backups: see “Backups” in docs/operating.md.';

/**
 * Describes the last backup. `last` is the backup's time with the society's UTC offset, or "" if there is no backup;
 * `due` is true if another backup is due.
 */
export function formatBackupStatus(last: string, today: CalendarDate): { words: string; due: boolean } {
  if (last === '') return { words: 'No backup has been made yet.', due: true };
  const days = (Date.parse(today) - Date.parse(last.slice(0, 10))) / day;
  if (days <= maxBackupAgeDays) return { words: `The last backup was made on ${formatDateTime(last)}.`, due: false };
  return {
    words: `The last backup is ${days} days old: it was made on ${formatDateOfInstant(last)}.`,
    due: true,
  };
}
