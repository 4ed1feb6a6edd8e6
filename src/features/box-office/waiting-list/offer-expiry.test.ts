import { expect, test } from 'vitest';
import { calculateOfferExpiry } from './offer-expiry.ts';

const starts_at = '2027-04-14T18:30:00.000Z';

test.each([
  ['weeks before', '2027-04-01T09:00:00.000Z', null, '2027-04-01T21:00:00.000Z'],
  ['the evening before', '2027-04-13T17:30:00.000Z', null, '2027-04-14T05:30:00.000Z'],
  ['on the morning of the day', '2027-04-14T07:30:00.000Z', null, '2027-04-14T12:30:00.000Z'],
  ['an hour and a half before it begins', '2027-04-14T17:00:00.000Z', null, '2027-04-14T17:15:00.000Z'],
  ['later than that', '2027-04-14T17:00:01.000Z', null, undefined],
  ['once it has begun', '2027-04-14T19:00:00.000Z', null, undefined],
  [
    'when the sale ends in two hours',
    '2027-04-01T09:00:00.000Z',
    '2027-04-01T11:00:00.000Z',
    '2027-04-01T10:00:00.000Z',
  ],
  ['when the sale is over', '2027-04-01T09:00:00.000Z', '2027-03-31T09:00:00.000Z', undefined],
])('%s places are kept for somebody until then', (_when, now, on_sale_until, until) => {
  expect(calculateOfferExpiry(now, { starts_at, on_sale_until })).toBe(until);
});

test('places are held for half an hour for a party that nobody has confirmed', () => {
  const sale = { starts_at, on_sale_until: null };
  expect(calculateOfferExpiry('2027-04-01T09:00:00.000Z', sale, { isConfirmed: false })).toBe(
    '2027-04-01T09:30:00.000Z',
  );
});
