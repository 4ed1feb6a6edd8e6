import { expect, test } from 'vitest';
import { parseWrittenRun } from './notations/written-run.ts';
import { refinesRun } from './refined-run.ts';

function runOf(text: string) {
  const run = parseWrittenRun(text);
  if ('fault' in run) throw new Error(run.fault);
  const { first, last } = run;
  return {
    first_date: first.date,
    first_date_precision: first.precision,
    date: last.date,
    date_precision: last.precision,
  };
}

test.each([
  ['12–15 May 1987', '1987', true],
  ['12–15 May 1987', 'May 1987', true],
  ['May 1987', '1987', true],
  ['30 April – 3 May 1987', '1987', true],
  ['12 November 2009 – 3 January 2010', '2009/10', true],
  ['12–15 May 1987', 'June 1987', false],
  ['12–15 May 1987', '12 May 1987', false],
  ['12–15 May 1987', '12–15 May 1987', false],
  ['30 April – 3 May 1987', 'May 1987', false],
  ['12–15 November 2009', '2009/10', false],
  ['1987', '12–15 May 1987', false],
])('refinesRun(%s, %s) returns %s', (exact, known, expected) => {
  expect(refinesRun(runOf(exact), runOf(known))).toBe(expected);
});
