import { expect, test } from 'vitest';
import { joinLabels, lowercaseInitial } from './join-labels.ts';

test.each([
  [[], ''],
  [['On the aisle'], 'On the aisle'],
  [['Near the front', 'On the aisle', 'Next to booking 12'], 'Near the front, on the aisle, next to booking 12'],
])('in a list of labels, only the first label keeps its initial capital: %j', (labels, joined) => {
  expect(joinLabels(labels)).toBe(joined);
});

test.each([
  ['A wheelchair space', 'a wheelchair space'],
  ['BSL interpreter', 'BSL interpreter'],
  ['Émile’s seat', 'émile’s seat'],
  ['', ''],
])(
  'a label in the middle of a sentence begins in lower case, unless it is an abbreviation: %s',
  (label, inSentence) => {
    expect(lowercaseInitial(label)).toBe(inSentence);
  },
);
