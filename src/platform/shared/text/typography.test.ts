import { expect, test } from 'vitest';
import { formatHeadline, formatInteger, toCurlyQuotes } from './typography.ts';

test.each([
  ['Auditions: A Midsummer Night’s Dream', 'Auditions: A_Midsummer Night’s Dream'],
  ['From 14 April to 2 May 2027', 'From 14_April to 2_May 2027'],
  ['To be or not to be', 'To be or_not to be'],
  ['Red Riding Hood - A Panto – 1987', 'Red Riding Hood_- A_Panto_– 1987'],
  ['', ''],
])('the headline %j gets non-breaking spaces where %j has underscores', (title, lines) => {
  expect(formatHeadline(title).replaceAll('\u00a0', '_')).toBe(lines);
});

test.each([
  ["You Can't Stop the Rhythm", 'You Can’t Stop the Rhythm'],
  ["The Monkey's Paw", 'The Monkey’s Paw'],
  ["'Allo 'Allo", '‘Allo ‘Allo'],
  ['"Art"', '“Art”'],
  ["Salad Days of '54", 'Salad Days of ’54'],
  ['A Doll’s House', 'A Doll’s House'],
])('the title %j is set with curly quotation marks as %j', (title, set) => {
  expect(toCurlyQuotes(title)).toBe(set);
  expect(formatHeadline(title).replaceAll('\u00a0', ' ')).toBe(set);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1234567, '1,234,567'],
])('the number %d is formatted as %s', (count, text) => {
  expect(formatInteger(count)).toBe(text);
});
