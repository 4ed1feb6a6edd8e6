import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getPaymentEffect, listOpenQuestions, type PaymentAnswers, type PaymentFacts } from './payment-questions.ts';

const full: PaymentFacts = {
  ...{
    person: 'Neil Hargrave',
    payer: 'Neil Hargrave',
    plan: 'Full member',
    pence: 2500,
    due: 2500,
    part_paid: 0,
    paid_until: '',
  },
  ...{
    is_early: false,
    would_pay_until: '2027-08-31',
    own_until: '',
    pending_others: [],
    other_plans: [],
    can_have_both: true,
    unsettled_plan: undefined,
    same_day: undefined,
  },
};
const fields = (facts: Partial<PaymentFacts>, answers: PaymentAnswers = {}) =>
  listOpenQuestions({ ...full, ...facts }, answers).map(({ field }) => field);

test('a first payment of the exact price raises no question', () => {
  expect(fields({})).toEqual([]);
});

test.each([
  ['a penny', { pence: 1 }, ['amount_as']],
  ['more than the price', { pence: 3000 }, ['amount_as']],
  ['a second payment on the same day', { same_day: 2000 }, ['repeat']],
  ['a second year', { paid_until: '2027-08-31', is_early: true, would_pay_until: '2028-08-31' }, ['ahead']],
  ['a third year', { paid_until: '2028-08-31', is_early: true, would_pay_until: '', pence: 7 }, ['ahead']],
  ['a card payment that is still being checked', { unsettled_plan: 'Full member' }, ['unsettled']],
  ['a membership of somebody else', { own_until: '2027-08-31', unsettled_plan: 'Full member' }, ['beneficiary']],
  ['a second plan', { other_plans: [{ name: 'Friend', paid_until: '2027-08-31' }] }, ['plan_as']],
] as [string, Partial<PaymentFacts>, string[]][])(
  '%s raises a question when a payment is entered',
  (_, facts, asked) => {
    expect(fields(facts)).toEqual(asked);
  },
);

test('the question about a second payment on the same day names the person that both are for, not the payer', () => {
  const [question] = listOpenQuestions({ ...full, person: 'Tom Reed', payer: 'Ada Reed', same_day: 2000 }, {});
  expect(question?.text).toBe(
    'A payment of £20.00 for Tom Reed (Full member) on the same day has already been entered. Is this another one?',
  );
});

test('while a card payment is checked, the choice to enter cash for the same plan says when to enter the cash again', () => {
  const labels = (unsettled_plan: string) =>
    listOpenQuestions({ ...full, would_pay_until: '', unsettled_plan }, {})[0]?.choices.map(({ label }) => label);
  const anyway = 'Enter the payment anyway: it doesn’t pay for a year';
  expect(labels('Full member')).toEqual([
    `${anyway}. If the card turns out not to have been charged, correct this entry and enter it again.`,
  ]);
  // If the card payment is for another plan, this payment buys no year because the year is over
  expect(labels('Friend')).toEqual([anyway]);
});

test('a further part payment raises no question, unless it repeats the amount on the same day', () => {
  expect(fields({ pence: 500, due: 1500, part_paid: 1000 })).toEqual([]);
  expect(fields({ pence: 500, due: 1500, part_paid: 1000, same_day: 1000 })).toEqual([]);
  expect(fields({ pence: 1500, due: 1500, part_paid: 1000, same_day: 1000 })).toEqual([]);
  // If the amount is the same, it may be the same payment recorded twice
  expect(fields({ pence: 500, due: 1500, part_paid: 500, same_day: 500 })).toEqual(['repeat']);
});

const facts: fc.Arbitrary<PaymentFacts> = fc.record({
  person: fc.constant('Neil Hargrave'),
  payer: fc.constant('Neil Hargrave'),
  plan: fc.constant('Full member'),
  pence: fc.integer({ min: 1, max: 5000 }),
  due: fc.integer({ min: 0, max: 5000 }),
  part_paid: fc.integer({ min: 0, max: 2500 }),
  paid_until: fc.constantFrom('', '2027-08-31'),
  is_early: fc.boolean(),
  would_pay_until: fc.constantFrom('', '2028-08-31'),
  own_until: fc.constant(''),
  pending_others: fc.constant([]),
  other_plans: fc.subarray([
    { name: 'Friend', paid_until: '2027-08-31' },
    { name: 'Patron', paid_until: '' },
  ]),
  can_have_both: fc.boolean(),
  unsettled_plan: fc.constantFrom(undefined, 'Full member'),
  same_day: fc.constantFrom(undefined, 2500),
});
const answers: fc.Arbitrary<PaymentAnswers> = fc.record({
  amount_as: fc.constantFrom(undefined, 'year' as const, 'part' as const, 'donation' as const),
  unsettled: fc.constantFrom(undefined, 'yes' as const),
  ahead: fc.constantFrom(undefined, 'yes' as const),
  plan_as: fc.constantFrom(undefined, 'change' as const, 'second' as const),
  repeat: fc.constantFrom(undefined, 'yes' as const),
});

test('a payment that differs from the price buys a year only after a confirmation', () => {
  fc.assert(
    fc.property(facts, answers, (one, given) => {
      if (listOpenQuestions(one, given).length > 0) return;
      const { buys_year, donation } = getPaymentEffect(one, given);
      if (buys_year) expect(one.pence - donation === one.due || given.amount_as === 'year').toBe(true);
      expect(donation).toBeLessThan(one.pence);
    }),
  );
});

test('answering a question about a payment closes only that question', () => {
  fc.assert(
    fc.property(facts, fc.nat(), (one, pick) => {
      let given: PaymentAnswers = {};
      for (let asked = listOpenQuestions(one, given); asked.length > 0; asked = listOpenQuestions(one, given)) {
        const [first] = asked;
        const choice = first?.choices[pick % first.choices.length];
        expect(choice).toBeDefined();
        const before = asked.length;
        given = { ...given, [first?.field ?? '']: choice?.value };
        expect(listOpenQuestions(one, given).length).toBe(before - 1);
      }
    }),
  );
});
