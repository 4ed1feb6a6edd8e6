import { expect, test } from 'vitest';
import type { DisplayedParty } from './shown-party.ts';
import { findCheckedParty, formatTicketCheck } from './ticket-check.ts';

const party = (some: Partial<DisplayedParty>): DisplayedParty => ({
  ...{ id: 'order', ref: 249, initial: 'H', name: 'Hollis, Dorothy', seats: ['G3', 'G4'], owes: false, due: 0 },
  ...{ price: 2500, refunded: 0, disputed: 0 },
  tickets: ['G3', 'G4'].map((seat) => ({ id: seat, code: '', seat })),
  ...some,
});
const check = { id: '1', ticket: 'G4', isOffline: false };

test('checking a ticket whose money was refunded gives an amber result with the amount', () => {
  const whole = formatTicketCheck({ ...check, outcome: 'refunded', party: party({ refunded: 2500 }) });
  expect(whole).toEqual({
    title: 'Money refunded',
    detail:
      'Hollis, Dorothy: 0 of 2 in. Seat G4. All £25.00 for this booking was refunded. Its tickets are still valid.',
    light: 'amber',
  });
  const part = formatTicketCheck({ ...check, outcome: 'refunded', party: party({ refunded: 1250 }) });
  expect(part.title).toBe('£12.50 of £25.00 refunded');
});

test('checking a ticket with a disputed payment gives an amber result with the amount', () => {
  expect(formatTicketCheck({ ...check, outcome: 'disputed', party: party({ disputed: 2500 }) })).toMatchObject({
    title: 'Payment disputed',
    detail: expect.stringContaining('The cardholder is disputing £25.00 of this booking at their bank.'),
    light: 'amber',
  });
});

test('a refunded ticket gives an amber result even if the device doesn’t know about the refund', () => {
  const shown = formatTicketCheck({ ...check, outcome: 'refunded', party: party({}) });
  expect(shown).toMatchObject({ title: 'Money refunded', light: 'amber' });
  expect(formatTicketCheck({ ...check, outcome: 'refunded', practice: true }).title).toBe('Practice: Money refunded');
});

test('checking the reference of a refunded order gives the refunded amount', () => {
  const { detail } = formatTicketCheck({ ...check, outcome: 'booking', party: party({ refunded: 2500 }) });
  expect(detail).toContain('Nobody is let in by a reference alone. All £25.00 for this booking was refunded.');
});

test('checking a used, invalid or unknown ticket gives a red result that says what the doorkeeper does next', () => {
  const other = { show_title: 'Macbeth', date: '2027-04-15T19:30:00+01:00' };
  for (const outcome of ['already', 'other', 'cancelled', 'booking', 'unknown'] as const) {
    for (const isOffline of [false, true]) {
      const { detail, light } = formatTicketCheck({ ...check, outcome, other, isOffline });
      expect({ outcome, detail, light }).toEqual({
        ...{ outcome, light: 'red' },
        detail: expect.stringMatching(/send them to the box office|search/i),
      });
    }
  }
});

test('a just-bought ticket is matched with its party once the list contains that party', () => {
  const [other, mine] = [party({ id: 'other', tickets: [] }), party({})];
  expect(findCheckedParty([other], check)).toBeUndefined();
  expect(findCheckedParty([other, mine], check)).toBe(mine);
  expect(findCheckedParty([other, mine], { party: other })).toBe(other);
  expect(findCheckedParty([other, mine], {})).toBeUndefined();
});
