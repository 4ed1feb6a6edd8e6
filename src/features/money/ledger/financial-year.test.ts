import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarMonths } from '#features/money/subscriptions/renewal.ts';
import { addDays } from '#platform/shared/dates/dates.ts';
import { createFinancialYear, filterBegunMonths, getStartYear, listYears, parseYear } from './financial-year.ts';

test('a financial year is named after each calendar year that it covers', () => {
  expect(createFinancialYear(2026, '09')).toMatchObject({ from: '2026-09-01', until: '2027-08-31', name: '2026–27' });
  expect(createFinancialYear(2026, '01')).toMatchObject({ from: '2026-01-01', until: '2026-12-31', name: '2026' });
  expect(createFinancialYear(2023, '03')).toMatchObject({ from: '2023-03-01', until: '2024-02-29', name: '2023–24' });
  expect(createFinancialYear(1999, '12').months).toEqual([
    ...['1999-12', '2000-01', '2000-02', '2000-03', '2000-04', '2000-05', '2000-06'],
    ...['2000-07', '2000-08', '2000-09', '2000-10', '2000-11'],
  ]);
});

test('every day is in exactly one financial year, and each year begins where the previous one ends', () => {
  const day = fc.integer({ min: 0, max: 80_000 }).map((days) => addDays('1950-01-01', days));
  fc.assert(
    fc.property(day, fc.constantFrom(...calendarMonths.map(({ value }) => value)), (someDay, beginsIn) => {
      const year = createFinancialYear(getStartYear(someDay, beginsIn), beginsIn);
      expect(year.from <= someDay && someDay <= year.until).toBe(true);
      expect(year.months).toContain(someDay.slice(0, 7));
      expect(addDays(year.until, 1)).toBe(createFinancialYear(year.start + 1, beginsIn).from);
    }),
  );
});

test('a year in a URL must be valid, and years are listed from the present to the oldest', () => {
  expect(parseYear(null, 2026)).toBe(2026);
  expect(parseYear('2019', 2026)).toBe(2019);
  for (const none of ['26', '2026-09', 'now', '1899', '2200', '02026']) expect(parseYear(none, 2026)).toBeUndefined();
  expect(listYears(2024, 2026)).toEqual([2026, 2025, 2024]);
  expect(listYears(2027, 2026)).toEqual([2026]);
  expect(listYears(202, 2026).at(-1)).toBe(1900);
});

test('the current year has only the months that have begun, and a past year has all twelve', () => {
  const months = createFinancialYear(2026, '09').months.map((month) => ({ month }));
  expect(filterBegunMonths('2026-11-01', months).map(({ month }) => month)).toEqual(['2026-09', '2026-10', '2026-11']);
  expect(filterBegunMonths('2027-09-01', months)).toHaveLength(12);
});
