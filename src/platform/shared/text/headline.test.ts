import { expect, test } from 'vitest';
import { preventTitleWidows } from './headline.ts';

test.each([
  ['Auditions: A Midsummer Night’s Dream', 'Auditions: A_Midsummer Night’s Dream'],
  ['From 14 April to 2 May 2027', 'From 14_April to 2_May 2027'],
  ['To be or not to be', 'To be or_not to be'],
  ['Red Riding Hood - A Panto – 1987', 'Red Riding Hood_- A_Panto_– 1987'],
  ['', ''],
])('the headline %j breaks at its phrases', (title, lines) => {
  expect(preventTitleWidows(title).replaceAll('\u00a0', '_')).toBe(lines);
});
