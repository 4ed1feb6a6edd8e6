import { expect, test } from 'vitest';
import { formatWheelchairAdvice } from './wheelchair.ts';

const when = 'Wednesday 14 April 2027 at 7.30pm';
const numbered = { when, numbered: true, wheelchair_spaces: 0, seats: [{ kind: '' as const }] };

test('a basket without a wheelchair space says where to ask for one, or that none is left', () => {
  expect(formatWheelchairAdvice([numbered])).toContain(`No wheelchair space is left for ${when}.`);
  expect(formatWheelchairAdvice([{ ...numbered, wheelchair_spaces: 2 }])).toContain('say how many of you use a');
});

test('nothing is said where each numbered performance has a space, or seats aren’t numbered', () => {
  const space = { kind: 'wheelchair' as const };
  expect(formatWheelchairAdvice([{ ...numbered, seats: [space, { kind: '' }] }])).toBe('');
  expect(formatWheelchairAdvice([{ ...numbered, numbered: false }])).toBe('');
});
