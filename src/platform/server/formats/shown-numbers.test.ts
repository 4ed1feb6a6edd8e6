import { expect, test } from 'vitest';
import { formatCellNumber, parseNumberFormat } from './shown-numbers.ts';

const shown = (value: number, code: string, from1904 = false) =>
  formatCellNumber(value, parseNumberFormat(164, code), from1904);

test.each([
  ['dd/mm/yyyy', 31879, '1987-04-12'],
  ['yyyy\\-mm\\-dd;@', 31879, '1987-04-12'],
  ['[$-809]dddd, d mmmm yyyy', 31879, '1987-04-12'],
  ['mmm\\-yy', 31868, '1987-04'],
  ['mmmm" "yyyy', 31868, '1987-04'],
  ['yyyy', 31778, '1987'],
  ['dd/mm/yyyy hh:mm', 46360.8125, '2026-12-04 19:30'],
  ['d mmm yyyy h:mm AM/PM', 46360.8125, '2026-12-04 19:30'],
  ['h:mm:ss', 0.8125, '19:30'],
  ['[h]:mm', 0.0625, '01:30'],
])('a date or time in the format %s is read without parts that the format doesn’t show', (code, value, text) => {
  expect(shown(value, code)).toBe(text);
});

test('a day shown without its year does not get a year', () => {
  expect(shown(46360, 'd\\-mmm')).toBe('4 Dec');
});

test('days are counted from the workbook’s own start date', () => {
  expect(shown(31879 - 1462, 'dd/mm/yyyy', true)).toBe('1987-04-12');
  expect(shown(0, 'dd/mm/yyyy', true)).toBe('1904-01-01');
  expect(shown(61, 'dd/mm/yyyy')).toBe('1900-03-01');
  expect(shown(60, 'dd/mm/yyyy')).toBe('1900-02-29');
  expect(shown(1, 'dd/mm/yyyy')).toBe('1900-01-01');
  expect(shown(-1672, 'dd/mm/yyyy')).toBe('1895-06-02');
});

test.each([
  ['General', 1987, '1987'],
  ['0', 1987, '1987'],
  ['#,##0.00', 12.5, '12.5'],
  ['"£"#,##0.00;[Red]\\-"£"#,##0.00', 12.5, '12.5'],
  ['0.00" days"', 3, '3'],
  ['0.00E+00', 1987, '1987'],
  ['@', 7, '7'],
  ['General', 0.1 + 0.2, '0.3'],
  ['00000000000', 7700900123, '07700900123'],
  ['dd/mm/yyyy', 1e300, '1e+300'],
])('a cell with the format %s and the value %s is read as the number %s', (code, value, text) => {
  expect(shown(value, code)).toBe(text);
});

test('built-in number formats are recognised', () => {
  expect([14, 15, 17, 20, 22, 0, 9].map((id) => formatCellNumber(31879.5, parseNumberFormat(id), false))).toEqual([
    '1987-04-12',
    '1987-04-12',
    '1987-04',
    '12:00',
    '1987-04-12 12:00',
    '31879.5',
    '31879.5',
  ]);
});
