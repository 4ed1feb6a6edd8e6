import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#platform/shared/dates/dates.ts';
import { type CopyName, chooseCopyFolder, formatCopyName, parseCopyName } from './copy-names.ts';

test('a copy’s name is parsed back to the values from which it was formatted', () => {
  const copy: CopyName = { folder: 'daily', madeAt: '2026-11-22T03:20:05.000Z' };
  expect(formatCopyName(copy)).toBe('daily/callboard-20261122T032005Z.zip.age');
  expect(parseCopyName(formatCopyName(copy))).toEqual(copy);
});

test.each([
  '',
  '../daily/callboard-20261122T032005Z.zip.age',
  'daily/../../callboard-20261122T032005Z.zip.age',
  'daily/callboard-20261122T032005Z.zip.age\n',
  'daily/callboard-20261122T032005Z.zip.age/x',
  'hourly/callboard-20261122T032005Z.zip.age',
  'daily/callboard-20260231T032005Z.zip.age',
  'daily/callboard-20261122T252005Z.zip.age',
])('the name “%s” isn’t taken for that of a copy', (name) => {
  expect(parseCopyName(name)).toBeUndefined();
});

test('every name that can be parsed is formatted back to the same name', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const copy = parseCopyName(name);
      if (copy) expect(formatCopyName(copy)).toBe(name);
    }),
  );
});

test('nightly copies go to monthly/ once a month, to weekly/ once a week, otherwise to daily/', () => {
  const copies: CopyName[] = [];
  for (let night = 0; night < 365; night += 1) {
    const madeAt = `${addDays('2026-01-01', night)}T03:20:00.000Z`;
    copies.push({ folder: chooseCopyFolder(madeAt, copies), madeAt });
  }
  const in_ = (folder: string) =>
    copies.filter((copy) => copy.folder === folder).map(({ madeAt }) => madeAt.slice(0, 10));
  expect(in_('monthly')).toEqual(
    Array.from({ length: 12 }, (_, month) => `2026-${`${month + 1}`.padStart(2, '0')}-01`),
  );
  expect(in_('weekly').slice(0, 4)).toEqual(['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26']);
  expect(in_('weekly').length + in_('monthly').length).toBeLessThanOrEqual(53 + 12);
  // Nights that failed don't leave a week without a copy
  expect(
    chooseCopyFolder('2026-05-08T03:20:00.000Z', [{ folder: 'monthly', madeAt: '2026-05-01T03:20:00.000Z' }]),
  ).toBe('weekly');
});
