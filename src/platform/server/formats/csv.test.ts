import { expect, test } from 'vitest';
import { escapeFormula, formatCsvPhone } from './csv.ts';

test.each([
  ['07700900123', '07700 900123'],
  ['07700 900 123', '07700 900 123'],
  ['01632.960118', '01632 960118'],
  ['01632-960118', '01632 960118'],
  ['(01632) 960118', '(01632) 960118'],
  ['+447700900123', '07700 900123'],
  ['+44 (0)7700 900123', '07700 900123'],
  ['+44 (0) 7700 900123', '07700 900123'],
  ['+33612345678', '00 33612345678'],
  ['+33 6 12 34 56 78', '00 33 6 12 34 56 78'],
  ['0033612345678', '00336 12345678'],
  ['999', '999'],
  ['', ''],
  ['ask Jo', 'ask Jo'],
])('the phone number %j is exported as text without an apostrophe, as %j', (phone, cell) => {
  expect(formatCsvPhone(phone)).toBe(cell);
  expect(escapeFormula(formatCsvPhone(phone))).toBe(cell);
});

test('a phone number that contains a formula is still escaped', () => {
  expect(escapeFormula(formatCsvPhone('=1+1'))).toBe("'=1+1");
});
