import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney, formatPounds, parsePounds } from './money.ts';

test.each([
  ['19.99', 1999],
  ['12.5', 1250],
  ['12', 1200],
  [' 0.99 ', 99],
  ['0', 0],
  ['10000000', 1_000_000_000],
  ['£12.50', 1250],
  ['£ 12', 1200],
  ['12,50', 1250],
  ['12,5', 1250],
  ['£1,250.00', 125_000],
])('the amount %s in pounds is %i pence', (typed, pence) => {
  expect(parsePounds(typed)).toBe(pence);
});

test.each(
  ['', '-1', '1e3', '12.505', '12,505', '1,250', '1.250,00', '1,25,0.00', '12,50.00', '12.', '.5', '1 000', '٣'].concat(
    ['Infinity', '99999999', '0x10', '$12.50', '12.50 a year'],
  ),
)('“%s” is refused as an amount', (typed) => {
  expect(parsePounds(typed)).toBeNull();
});

test('every amount survives formatting and parsing, with a point, a comma or a pound sign', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (pence) => {
      for (const written of [formatPounds(pence), formatPounds(pence).replace('.', ','), formatMoney(pence)])
        expect(parsePounds(written)).toBe(pence);
    }),
  );
});

test('an amount is formatted in pounds with two decimals', () => {
  expect([formatMoney(1250), formatMoney(5), formatMoney(0), formatMoney(-99)]).toEqual([
    '£12.50',
    '£0.05',
    '£0.00',
    '−£0.99',
  ]);
  expect([formatMoney(99_999), formatMoney(1_234_560), formatMoney(-123_456_700)]).toEqual([
    '£999.99',
    '£12,345.60',
    '−£1,234,567.00',
  ]);
});
