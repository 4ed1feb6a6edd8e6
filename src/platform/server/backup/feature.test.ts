import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#platform/shared/dates/dates.ts';
import { selectRetainedBackupDays } from './feature.ts';

/**
 * Returns the backups that remain after `nights` nights from `first`. Each night makes a backup and deletes old ones.
 */
function afterNights(first: string, nights: number): string[] {
  let there: string[] = [];
  for (let night = 0; night < nights; night += 1) {
    there = [...selectRetainedBackupDays([...there, addDays(first, night)])].sort();
  }
  return there;
}

test('two years of nightly backups are reduced to seven daily, five weekly and twelve monthly ones', () => {
  expect(afterNights('2024-12-01', 722)).toEqual([
    ...['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
    ...['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-25', '2026-10-31', '2026-11-01', '2026-11-08'],
    ...['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
  ]);
});

const someDay = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2024-01-01', days));

test('the newest backup is always retained, and at most twenty-four backups are retained in all', () => {
  fc.assert(
    fc.property(fc.array(someDay, { minLength: 1, maxLength: 200 }), (made) => {
      const stay = selectRetainedBackupDays(made);
      expect(stay.has(made.toSorted().at(-1) ?? '')).toBe(true);
      expect(stay.size).toBeLessThanOrEqual(24);
      // A second run deletes no further backups
      expect(selectRetainedBackupDays([...stay])).toEqual(stay);
    }),
  );
});
