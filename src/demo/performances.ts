import type { recordPerformance } from '#features/performances/server/index.ts';
import { idFrom } from '#platform/server/crypto/ids.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates.ts';
import { momentOf } from '#platform/shared/local-time.ts';
import { nextRun } from './dates/calendar.ts';
import { showId } from './ids/show-id.ts';
import { settings } from './settings.ts';

type NewPerformance = Parameters<typeof recordPerformance>[1];

/** What a ticket costs. */
export const ticketTypes = [
  { name: 'Full price', about: '', pence: 1250, most: null, hidden: 0 as const },
  { name: 'Concession', about: 'Over 65, student, or between jobs', pence: 900, most: null, hidden: 0 as const },
  { name: 'Under 16', about: '', pence: 600, most: null, hidden: 0 as const },
  { name: 'Carer or companion', about: 'Beside whoever needs one', pence: 0, most: 8, hidden: 0 as const },
];

/** The four nights of the next show. */
export function performances(today: CalendarDate): Omit<NewPerformance, 'now'>[] {
  const { first } = nextRun(today);
  return [0, 1, 2, 3].map((night) => ({
    id: idFrom(`demo performance ${night}`),
    show_id: showId('the next show'),
    starts_at: momentOf(`${addDays(first, night)}T19:30`, settings.timeZone),
    ...(night === 1 && { notes: 'Captioned performance' }),
    types: ticketTypes,
  }));
}
