import { expect, test } from 'vitest';
import {
  formatCompanionAdvice,
  formatMissingWheelchairSpaces,
  formatWheelchairAdvice,
  hasCompanionTicketTypes,
} from './booking-advice.ts';

const when = 'Wednesday 14 April 2027 at 7.30pm';
const plain = { kind: '' as const };
const space = { kind: 'wheelchair' as const };
const numbered = { when, numbered: true, wheelchair_spaces: 0, has_wheelchair_spaces: true, seats: [plain] };

test('advice for a basket without a wheelchair space says how to get one, or that none remains', () => {
  expect(formatWheelchairAdvice([numbered], 0)).toContain(`No wheelchair space is left for ${when}.`);
  expect(formatWheelchairAdvice([{ ...numbered, wheelchair_spaces: 2 }], 0)).toContain('say how many of you use a');
});

test('advice for too few wheelchair spaces gives the number in the basket, or the number left', () => {
  const one = { ...numbered, seats: [space, plain] };
  expect(formatWheelchairAdvice([{ ...one, wheelchair_spaces: 1 }], 2)).toBe(
    `Your seats for ${when} have one wheelchair space, and 2 of you use a wheelchair. Choose these tickets again.`,
  );
  expect(formatWheelchairAdvice([one], 2)).toContain(`Only one wheelchair space is left for ${when}.`);
  expect(formatWheelchairAdvice([one], 1)).toBe('');
});

test('advice for a performance without wheelchair spaces says that none are marked', () => {
  for (const isNumbered of [true, false]) {
    const unmarked = { ...numbered, numbered: isNumbered, has_wheelchair_spaces: false };
    expect(formatWheelchairAdvice([unmarked], 0)).toContain(`No wheelchair spaces are marked for ${when}`);
  }
});

test('a basket with enough wheelchair spaces, or without numbered seats, gets no advice', () => {
  expect(formatWheelchairAdvice([{ ...numbered, seats: [space, plain] }], 0)).toBe('');
  expect(formatWheelchairAdvice([{ ...numbered, numbered: false }], 0)).toBe('');
});

test('chosen seats with too few wheelchair spaces are refused with the numbers needed and chosen', () => {
  expect(formatMissingWheelchairSpaces({ spaces: 1, wheelchairs: 1 })).toBe('');
  expect(formatMissingWheelchairSpaces({ spaces: 1, wheelchairs: 2 })).toContain(
    '2 of you use a wheelchair, and these seats have one',
  );
  expect(formatMissingWheelchairSpaces({ spaces: 0, wheelchairs: 1 })).toContain(
    'one of you uses a wheelchair, and these seats have no',
  );
});

const adult = { id: 'a', name: 'Adult', pence: 1200, needs_paying_ticket: false };
const baby = { id: 'b', name: 'Under 5', pence: 0, needs_paying_ticket: false };
const carer = { id: 'c', name: 'Carer', pence: 0, needs_paying_ticket: true };
const line = ({ id, name, pence }: typeof adult, count: number) => ({ type_id: id, type: name, pence, count });

test('a child’s free ticket doesn’t count as a companion’s ticket, unless every ticket type is free', () => {
  expect(hasCompanionTicketTypes([{ lines: [], types: [adult, baby] }])).toBe(false);
  expect(hasCompanionTicketTypes([{ lines: [], types: [baby] }])).toBe(true);
  expect(formatCompanionAdvice([{ lines: [line(adult, 1), line(baby, 1)], types: [adult, baby, carer] }])).toBe(
    'Your companion needs a ticket too: add a “Carer” ticket for them.',
  );
  expect(formatCompanionAdvice([{ lines: [line(adult, 1), line(carer, 1)], types: [adult, baby, carer] }])).toBe('');
});

test('a companion’s ticket still counts if its type was renamed while it is held', () => {
  const renamed = { ...carer, name: 'Companion' };
  expect(formatCompanionAdvice([{ lines: [line(adult, 1), line(carer, 1)], types: [adult, renamed] }])).toBe('');
});
