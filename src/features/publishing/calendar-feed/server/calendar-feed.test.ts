import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#platform/shared/dates/dates.ts';
import { selectMemberCalendarShows } from './calendar-feed.ts';

const today = '2026-11-21';
const dated = fc.record({
  id: fc.string({ minLength: 1 }),
  date: fc.integer({ min: -1500, max: 800 }).map((days) => addDays(today, days)),
  date_precision: fc.constant('day' as const),
});

test('a member’s calendar has all future shows, and the member’s own shows of the last two years', () => {
  fc.assert(
    fc.property(fc.array(dated), fc.array(fc.string({ minLength: 1 })), (shows, others) => {
      const mine = new Set([...others, ...shows.filter((_, at) => at % 2 === 0).map(({ id }) => id)]);
      const listed = selectMemberCalendarShows(shows, mine, today);
      for (const show of shows) {
        const ahead = show.date >= today;
        const recent = show.date >= addDays(today, -730);
        expect(listed.includes(show)).toBe(ahead || (recent && mine.has(show.id)));
      }
    }),
  );
});

test('a show dated only by a month counts as future until the month is over', () => {
  const show = { id: 'a', date: '2026-11-01', date_precision: 'month' as const };
  expect(selectMemberCalendarShows([show], new Set(), today)).toEqual([show]);
  expect(selectMemberCalendarShows([show], new Set(), '2026-12-01')).toEqual([]);
});
