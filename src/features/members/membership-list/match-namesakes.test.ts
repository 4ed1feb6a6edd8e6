import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchNamesakes } from './match-namesakes.ts';

const person = fc.record({
  phone: fc.constantFrom('', '01632 960001', '+44 1632 960001', '01632 960002'),
  paid_until: fc.constantFrom('2025-08-31', '2026-08-31'),
});
const people = fc.array(person, { minLength: 1, maxLength: 5 });
const digits = ({ phone }: { phone: string }) => phone.replace(/\D/g, '').replace(/^44/, '0');
const shown = (one: { phone: string; paid_until: string } | undefined) => one && [digits(one), one.paid_until];

test('a list of namesakes, imported again in any order, matches each of them to an equal person', () => {
  fc.assert(
    fc.property(
      people.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, stored]) => {
        expect(matchNamesakes(all, stored).map(shown)).toEqual(all.map(shown));
      },
    ),
  );
});

test('among several namesakes, nobody is matched twice or to another phone number', () => {
  fc.assert(
    fc.property(people, people, (listed, known) => {
      const matches = matchNamesakes(listed, known);
      const found = matches.filter((one) => one !== undefined);
      expect(new Set(found).size).toBe(found.length);
      if (listed.length === 1) return;
      for (const [index, one] of listed.entries()) {
        const match = matches[index];
        if (match && digits(one) !== '' && digits(match) !== '') expect(digits(match)).toBe(digits(one));
      }
    }),
  );
});

test('the only person of a name is matched to the known one, even with a new phone number', () => {
  const known = { phone: '01632 960001', paid_until: '2025-08-31' };
  expect(matchNamesakes([{ phone: '01632 960002', paid_until: '2026-08-31' }], [known])).toEqual([known]);
});
