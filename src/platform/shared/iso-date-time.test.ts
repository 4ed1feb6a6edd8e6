import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseIsoDateTime } from './iso-date-time.ts';

test('every form of one moment is read as that moment', () => {
  for (const text of [
    '2027-04-21T18:30:00Z',
    '2027-04-21T18:30Z',
    '2027-04-21T18:30:00.000Z',
    '2027-04-21T18:30:00,0z',
    '2027-04-21T19:30:00+01:00',
    '2027-04-21T19:30+01',
    '20270421T193000+0100',
    '20270421T1830Z',
    '2027-04-21T13:30:00-05:00',
    '2027-04-22T00:00:00+05:30',
  ])
    expect([text, parseIsoDateTime(text)]).toEqual([text, { instant: '2027-04-21T18:30:00.000Z' }]);
  expect(parseIsoDateTime('2027-04-21T19:30')).toEqual({ local: '2027-04-21T19:30' });
  expect(parseIsoDateTime('20270421T1930')).toEqual({ local: '2027-04-21T19:30' });
});

test.each([
  '',
  'tomorrow',
  '2027-04-21',
  '2027-04-31T19:30',
  '2027-0421T19:30',
  '2027-04-21T25:00Z',
  '2027-04-21T19:30+1',
])('%j is no moment', (text) => expect(parseIsoDateTime(text)).toBeUndefined());

test('a moment written with any offset is that moment', () => {
  const pad = (n: number) => `${n}`.padStart(2, '0');
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
      fc.integer({ min: -14 * 60, max: 14 * 60 }),
      (date, minutes) => {
        const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1);
        const offset = `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
        expect(parseIsoDateTime(local + offset)).toEqual({ instant: date.toISOString() });
      },
    ),
  );
});
