import { expect, test } from 'vitest';
import { formatCard } from './cards.ts';

test.each([
  ['VISA', '1111', 'Visa ending in 1111'],
  ['AMERICAN_EXPRESS', '0009', 'American Express ending in 0009'],
  ['OTHER_BRAND', '0042', 'Card ending in 0042'],
  ['', '0042', 'Card ending in 0042'],
  ['', '', ''],
])('the card %s %s is formatted as “%s”', (card_brand, last_4, text) => {
  expect(formatCard({ card_brand, last_4 })).toBe(text);
});
