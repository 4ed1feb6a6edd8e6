import { type CalendarDate, dateInWords, momentInWords } from '#platform/shared/dates.ts';
import { adminTools } from './navigation.ts';

/** Everything an admin has to work with: the pages of the navigation, and those that the overview alone leads to. */
export const overviewTools = [
  { label: 'Messages', href: '/members/admin/messages', about: 'Read and answer what visitors and members write.' },
  ...adminTools,
  {
    label: 'Archive corrections',
    href: '/members/admin/corrections',
    about: 'See what visitors spotted in the archive, and put it right.',
  },
  {
    label: 'People',
    href: '/members/admin/people',
    about: 'Find anyone who was ever in a show, mend a name, make two one.',
  },
  { label: 'Mail log', href: '/members/admin/mails', about: 'See what was mailed to whom, and send it again.' },
  { label: 'Audit log', href: '/members/admin/audit', about: 'See who did what, when and from where.' },
] as const;

/** After so many days a backup is too old to sleep well. */
const oldAfter = 8;

/**
 * What is to be said of the last backup, made at a moment written with its offset, or "" for none; and whether one is
 * due.
 */
export function backupInWords(last: string, today: CalendarDate): { words: string; due: boolean } {
  if (last === '') return { words: 'No backup has been made yet.', due: true };
  const days = (Date.parse(today) - Date.parse(last.slice(0, 10))) / 86_400_000;
  if (days <= oldAfter) return { words: `The last backup was made on ${momentInWords(last)}.`, due: false };
  return {
    words: `The last backup is ${days} days old: it was made on ${dateInWords(last.slice(0, 10), 'day')}.`,
    due: true,
  };
}
