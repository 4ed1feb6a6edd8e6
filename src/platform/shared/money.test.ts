import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asMoney, inPounds, penceFrom } from './money.ts';

test.each([
  ['19.99', 1999],
  ['12.5', 1250],
  ['12', 1200],
  [' 0.99 ', 99],
  ['0', 0],
  ['10000000', 1_000_000_000],
])('%s pounds are %i pence', (typed, pence) => {
  expect(penceFrom(typed)).toBe(pence);
});

test.each(['', '12,50', '£12.50', '-1', '1e3', '12.505', '12.', '.5', '1 000', '٣', 'Infinity', '99999999', '0x10'])(
  '“%s” is asked about, not guessed at',
  (typed) => {
    expect(penceFrom(typed)).toBeNull();
  },
);

test('every amount comes back to the penny as it was written', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (pence) => penceFrom(inPounds(pence)) === pence));
});

test('money reads in pounds with two decimals', () => {
  expect([asMoney(1250), asMoney(5), asMoney(0), asMoney(-99)]).toEqual(['£12.50', '£0.05', '£0.00', '-£0.99']);
});
