import { type CalendarDate, formatDateOfInstant, formatDateTime } from '#platform/shared/dates/dates.ts';
import { day } from '#platform/shared/dates/durations.ts';

/** A backup is too old after this many days. */
const oldAfter = 8;

/** Advice for an admin: the person who runs the server makes backups. */
export const howToBackUp =
  'Ask whoever looks after the server to set up nightly backups: see “Backups” in docs/operating.md.';

/** Describes the last backup, made at a moment written with its offset, or "" for none; `due` if another is due. */
export function formatBackupStatus(last: string, today: CalendarDate): { words: string; due: boolean } {
  if (last === '') return { words: 'No backup has been made yet.', due: true };
  const days = (Date.parse(today) - Date.parse(last.slice(0, 10))) / day;
  if (days <= oldAfter) return { words: `The last backup was made on ${formatDateTime(last)}.`, due: false };
  return {
    words: `The last backup is ${days} days old: it was made on ${formatDateOfInstant(last)}.`,
    due: true,
  };
}
