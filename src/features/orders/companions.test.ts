import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatLeftAlone } from './companions.ts';

const types = [
  { id: 'adult', needs_paying_ticket: false },
  { id: 'child', needs_paying_ticket: false },
  { id: 'carer', needs_paying_ticket: true },
];

const ticket = fc.record({
  performance_id: fc.constantFrom('first', 'second'),
  kind: fc.constantFrom('adult', 'child', 'carer'),
});
const ticketOf = ({ performance_id, kind }: { performance_id: string; kind: string }) => ({
  ...{ performance_id, type_id: kind, type: kind, pence: kind === 'adult' ? 1200 : 0, complimentary: false },
});

test('tickets leave a performance unless more companions are alone afterwards than before', () => {
  const alone = (tickets: readonly ReturnType<typeof ticketOf>[]) =>
    ['first', 'second'].reduce((sum, performance) => {
      const count = (type: string) =>
        tickets.filter(({ performance_id, type_id }) => performance_id === performance && type_id === type).length;
      return sum + Math.max(0, count('carer') - count('adult'));
    }, 0);
  fc.assert(
    fc.property(fc.array(ticket, { maxLength: 12 }), fc.array(ticket, { maxLength: 12 }), (one, other) => {
      const [before, after] = [one.map(ticketOf), other.map(ticketOf)];
      expect(formatLeftAlone(before, after, types) === '').toBe(alone(after) <= alone(before));
    }),
  );
});

test('a companion may come with a ticket that the society gave away', () => {
  const given = { ...ticketOf({ performance_id: 'first', kind: 'adult' }), pence: 0, complimentary: true };
  const carer = ticketOf({ performance_id: 'first', kind: 'carer' });
  expect(formatLeftAlone([], [given, carer], types)).toBe('');
  expect(formatLeftAlone([given, carer], [carer], types)).toContain('would leave one without');
});
