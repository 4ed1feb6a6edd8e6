import { expect } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { getLastDay, isPast, type Precision } from '#platform/shared/dates/dates.ts';
import { onSite } from '#tests/support/site/app.ts';
import { findNextAndLastShow, loadShowsSummary } from './list-pages.ts';
import { listUncancelledShows, setShowArchived } from './store.ts';

onSite('on any date, the queried next and last shows equal those computed from all shows', async ({ a, db }) => {
  const dated = (date: string, date_precision: Precision, more = {}) => {
    const title = `${date_precision} ${date}`;
    return { ...more, title, date, date_precision, first_date: date, first_date_precision: date_precision };
  };
  await a.shows([
    dated('1951-01-01', 'year'),
    dated('2024-12-31', 'day'),
    dated('2025-01-01', 'year'),
    dated('2025-12-01', 'month'),
    dated('2025-12-31', 'day'),
    dated('2026-01-01', 'year'),
    dated('2026-01-01', 'month'),
    dated('2026-01-01', 'day'),
    dated('2026-06-10', 'day'),
    dated('2026-06-10', 'day', { title: 'The same evening' }),
    dated('2026-06-11', 'day', { cancelled: true }),
    dated('2026-12-01', 'month'),
    dated('2027-01-01', 'year'),
    dated('2027-04-14', 'day'),
  ]);
  const hidden = await a.show(dated('2026-06-09', 'day'));
  await write(db, (tx) => setShowArchived(tx, hidden, '2026-06-10T12:00:00.000Z'));
  const listed = await listUncancelledShows(db.read);
  for (const today of [
    '1950-12-31',
    '2025-12-31',
    '2026-01-01',
    '2026-01-02',
    '2026-06-11',
    '2027-01-01',
    '2028-01-01',
  ]) {
    const past = listed.filter((show) => isPast(show.date, show.date_precision, today));
    const ahead = listed.filter((show) => !past.includes(show)).toReversed();
    const announced = ahead.at(-1)?.id;
    const around = await findNextAndLastShow({ db: db.read, today }, { society: 'Players', next: announced });
    expect([today, around.next?.id, around.last?.id]).toEqual([today, announced, past[0]?.id]);
    const short = await loadShowsSummary({ db: db.read, today }, 'Players', {
      next: announced,
      coming: 2,
      latest: 3,
    });
    expect(short.isAnyAhead).toBe(ahead.length > 0);
    // A show for which only the month or year is known counts as opening on the last day of that period
    const begins = (show: Pick<(typeof ahead)[number], 'first_date' | 'first_date_precision'>) =>
      getLastDay(show.first_date, show.first_date_precision);
    const soonest = ahead
      .filter(({ id }) => id !== announced)
      .map(begins)
      .sort()
      .slice(0, 2);
    expect(short.coming_up.map(begins)).toEqual(soonest);
    expect(short.archive?.total ?? 0).toBe(past.length);
    expect(short.archive?.since).toBe(past.length > 0 ? Number(past.at(-1)?.date.slice(0, 4)) : undefined);
    expect(short.archive?.latest.map(({ id }) => id) ?? []).toEqual(past.slice(0, 3).map(({ id }) => id));
  }
});
