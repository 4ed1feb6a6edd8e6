import { expect, test } from 'vitest';
import { findUsualShowType } from './usual-type.ts';

test.each([
  [['Full-length play', 'Musical', 'Full-length play'], 'Full-length play'],
  [['Full-length play', 'Musical'], ''],
  [['', '', 'Musical'], ''],
  [['Musical'], ''],
  [[], ''],
])('of %j “%s” goes without saying', (types, usual) => {
  expect(findUsualShowType(types.map((show_type) => ({ show_type })))).toBe(usual);
});
