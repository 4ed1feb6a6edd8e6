import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPhoneKey } from '#platform/shared/text/phone-number.ts';
import { matchNamesakes } from './import-outcomes.ts';

const person = fc.record({
  phone: fc.constantFrom('', '01632 960001', '+44 (0)1632 960001', '01632 960002'),
  paid_until: fc.constantFrom('2025-08-31', '2026-08-31'),
});
const people = fc.array(person, { minLength: 1, maxLength: 5 });
const digits = ({ phone }: { phone: string }) => toPhoneKey(phone);
const shown = (one: { phone: string; paid_until: string } | undefined) => one && [digits(one), one.paid_until];

test('importing the same list again, in any order, matches each namesake to an entry with their phone number and date', () => {
  fc.assert(
    fc.property(
      people.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, stored]) => {
        expect(matchNamesakes(all, stored).map(shown)).toEqual(all.map(shown));
      },
    ),
  );
});

test('of several people with one name, nobody is matched twice, or to somebody with another phone number', () => {
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

test('a single person on the list is matched to the only known namesake, even with another phone number', () => {
  const known = { phone: '01632 960001', paid_until: '2025-08-31' };
  expect(matchNamesakes([{ phone: '01632 960002', paid_until: '2026-08-31' }], [known])).toEqual([known]);
});
