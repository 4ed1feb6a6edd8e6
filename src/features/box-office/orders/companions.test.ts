import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  explainUnaccompaniedCompanion,
  findTicketsToAddForCompanions,
  findUnaccompaniedTicketType,
} from './companions.ts';

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

test('a change of tickets is allowed unless more companions lack a paying ticket than before', () => {
  const alone = (tickets: readonly ReturnType<typeof ticketOf>[]) =>
    ['first', 'second'].reduce((sum, performance) => {
      const count = (type: string) =>
        tickets.filter(({ performance_id, type_id }) => performance_id === performance && type_id === type).length;
      return sum + Math.max(0, count('carer') - count('adult'));
    }, 0);
  fc.assert(
    fc.property(fc.array(ticket, { maxLength: 12 }), fc.array(ticket, { maxLength: 12 }), (one, other) => {
      const [before, after] = [one.map(ticketOf), other.map(ticketOf)];
      expect(explainUnaccompaniedCompanion(before, after, types) === '').toBe(alone(after) <= alone(before));
    }),
  );
});

test('a complimentary ticket counts as the paying ticket that a companion’s ticket needs', () => {
  const given = { ...ticketOf({ performance_id: 'first', kind: 'adult' }), pence: 0, complimentary: true };
  const carer = ticketOf({ performance_id: 'first', kind: 'carer' });
  expect(explainUnaccompaniedCompanion([], [given, carer], types)).toBe('');
  expect(explainUnaccompaniedCompanion([given, carer], [carer], types)).toContain(
    'would leave one companion without a paid ticket',
  );
});

const adult = { id: 'a', name: 'Adult', pence: 1200, needs_paying_ticket: false };
const baby = { id: 'b', name: 'Under 5', pence: 0, needs_paying_ticket: false };
const carer = { id: 'c', name: 'Carer', pence: 0, needs_paying_ticket: true };
const line = ({ id, name, pence }: typeof adult, count: number) => ({ type_id: id, type: name, pence, count });

test('each companion of a new order needs a paying ticket, whatever other free tickets the order has', () => {
  const count = fc.nat(20);
  fc.assert(
    fc.property(count, count, count, (adults, babies, carers) => {
      const lines = [line(adult, adults), line(baby, babies), line(carer, carers)];
      const found = findUnaccompaniedTicketType(lines, [adult, baby, carer]);
      expect(found === undefined).toBe(carers === 0 || carers <= adults);
      if (found) expect(found).toEqual({ id: 'c', type: 'Carer', allowed: adults });
    }),
  );
});

test('a companion ticket type still needs paying tickets if it is renamed while its tickets are held', () => {
  const renamed = { ...carer, name: 'Companion' };
  expect(findUnaccompaniedTicketType([line(carer, 1)], [adult, renamed])).toEqual({
    id: 'c',
    type: 'Companion',
    allowed: 0,
  });
});

test('further tickets to cancel are suggested only if a companion would otherwise be left alone', () => {
  fc.assert(
    fc.property(fc.array(ticket, { maxLength: 8 }), fc.array(fc.boolean(), { maxLength: 8 }), (kinds, picks) => {
      const tickets = kinds.map(ticketOf);
      const chosen = tickets.filter((_, index) => picks[index]);
      const change = (some: readonly (typeof tickets)[number][]) => tickets.filter((one) => !some.includes(one));
      const isAlone = (some: typeof tickets) => explainUnaccompaniedCompanion(tickets, change(some), types) !== '';
      const { tickets: added, areCompanions } = findTicketsToAddForCompanions(tickets, chosen, { change, types });
      // If the suggested tickets are cancelled too, no companion is left alone
      expect(added.length > 0).toBe(isAlone(chosen));
      expect(isAlone([...chosen, ...added])).toBe(false);
      if (added.length > 0) expect(areCompanions).toBe(true);
    }),
  );
});

test('exchanging a companion’s ticket or its paying ticket alone suggests the other one too', () => {
  const at = (performance_id: string) => (one: { type_id: string }) => ({ ...one, performance_id });
  const [paying, companion] = ['adult', 'carer'].map((kind) => ticketOf({ performance_id: 'first', kind }));
  if (!paying || !companion) throw new Error('two tickets');
  const tickets = [paying, companion];
  const change = (some: readonly (typeof paying)[]) =>
    tickets.map((one) => (some.includes(one) ? { ...one, ...at('second')(one) } : one));
  expect(findTicketsToAddForCompanions(tickets, [companion], { change, types })).toEqual({
    tickets: [paying],
    areCompanions: false,
  });
  expect(findTicketsToAddForCompanions(tickets, [paying], { change, types })).toEqual({
    tickets: [companion],
    areCompanions: true,
  });
  expect(findTicketsToAddForCompanions(tickets, tickets, { change, types }).tickets).toEqual([]);
});

test('a paying ticket is suggested for a companion, not a free ticket that is listed before it', () => {
  const [child, paying, companion] = ['child', 'adult', 'carer'].map((kind) =>
    ticketOf({ performance_id: 'first', kind }),
  );
  if (!child || !paying || !companion) throw new Error('three tickets');
  const tickets = [child, paying, companion];
  const change = (some: readonly (typeof paying)[]) =>
    tickets.map((one) => (some.includes(one) ? { ...one, performance_id: 'second' } : one));
  expect(findTicketsToAddForCompanions(tickets, [companion], { change, types }).tickets).toEqual([paying]);
});
