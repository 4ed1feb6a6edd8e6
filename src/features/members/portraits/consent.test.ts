import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choosePortrait, getConsentMethod, hasValidConsent } from './consent.ts';

const consents = fc.record({
  consented_at: fc.option(fc.constant('2026-11-21T12:00:00.000Z')),
  is_adult: fc.constantFrom(0 as const, 1 as const),
  guardian: fc.constantFrom('', ' ', 'Mary Hale'),
});

test('a portrait is shown only with consent, and a child’s only with a guardian’s', () => {
  fc.assert(
    fc.property(consents, (consent) => {
      const { consented_at, is_adult, guardian } = consent;
      expect(hasValidConsent(consent)).toBe(consented_at !== null && (is_adult === 1 || guardian === 'Mary Hale'));
    }),
  );
});

test('people with an account consent themselves; for others, an admin records consent, or the payer consents', () => {
  const user = (id: string, admin = false) => ({ id, may: { admin } });
  const ann = { owner: 'ann', payers: [] };
  expect(getConsentMethod(ann, user('ann'))).toBe('own');
  expect(getConsentMethod(ann, user('dee', true))).toBe('no');
  const child = { owner: null, payers: ['mary'] };
  expect(getConsentMethod(child, user('mary'))).toBe('guardian');
  expect(getConsentMethod(child, user('dee', true))).toBe('recorded');
  expect(getConsentMethod(child, user('ann'))).toBe('no');
});

test('a person into whom others were merged keeps their own portrait or, without one, gets the latest of the others', () => {
  const row = (id: string, person_id: string, day: number) => ({ id, person_id, created_at: `2026-11-0${day}` });
  const [kept, older, latest] = [row('a', 'kept', 1), row('b', 'merged', 2), row('c', 'other', 3)];
  expect(choosePortrait([older, kept, latest], 'kept')).toBe(kept);
  expect(choosePortrait([older, latest], 'kept')).toBe(latest);
  expect(choosePortrait([], 'kept')).toBeUndefined();
});
