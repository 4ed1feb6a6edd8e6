import { expect, test } from 'vitest';
import { mergeEarlyText } from './merge-early-input.ts';

test.each([
  ['', 'Long letter', 'Hi', 'Long letter / Hi'],
  ['', 'Long letter\n', 'Hi ', 'Long letter / Hi'],
  ['Saved.', 'Saved. And more.', 'Saved. Hi', 'Saved. And more. / Hi'],
  ['Saved.', 'Saved, more or less.', 'Hi. Saved.', 'Saved, more or less. / Hi.'],
  ['Saved twice', 'Saved once', 'Saved', 'Saved once'],
  ['aa', 'draft', 'aaa', 'draft / a'],
  ['', 'Put back by the browser', 'Put back by the browser. Hi', 'Put back by the browser. Hi'],
  ['Saved', '', 'Hi', 'Hi'],
])('with “%s” stored, the draft “%s” and the early input “%s” are merged to “%s”', (before, draft, typed, whole) => {
  expect(mergeEarlyText({ before, draft, typed }, ' / ')).toBe(whole);
});
