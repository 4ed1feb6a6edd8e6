import { type CalendarDate, formatDateOfInstant } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';

/** The facts about a payment for a plan before it is recorded. */
export interface PaymentFacts {
  /** The person who is a member by it. */
  person: string;
  plan: string;
  pence: number;
  /** Pence that are due: the plan's price for this year, without `part_paid`. */
  due: number;
  /** Pence that were paid towards this year already. */
  part_paid: number;
  /** The last day that is paid by this plan already; "" for somebody who isn't a member by it. */
  paid_until: CalendarDate | '';
  /** True if it is so far ahead that nobody pays yet. */
  is_early: boolean;
  /** The last day that this payment would pay for; "" if it pays for none. */
  would_pay_until: CalendarDate | '';
  /** Another plan by which they are a member. */
  other_plan: { name: string; paid_until: CalendarDate } | undefined;
  /** True if they can be a member by both. */
  can_have_both: boolean;
  /** Pence of a payment for the same plan on the same day. */
  same_day: number | undefined;
}

/** The answers given so far. */
export interface PaymentAnswers {
  /** The meaning of an amount that isn't the price: the whole year, a part of it, or the year and a donation. */
  amount_as?: 'year' | 'part' | 'donation' | undefined;
  /** Set if it is meant to pay another year ahead. */
  ahead?: 'yes' | undefined;
  /** The plan replaces the other one, or is a second one. */
  plan_as?: 'change' | 'second' | undefined;
  /** Set if it is a different payment from the one of the same day. */
  repeat?: 'yes' | undefined;
}

/** A question before a payment is recorded: the same payment with one of these values in `field` answers it. */
export interface PaymentQuestion {
  field: string;
  text: string;
  choices: { value: string; label: string }[];
}

/** Questions that are still open. The payment is recorded once there are none. */
export function openQuestions(facts: PaymentFacts, answers: PaymentAnswers): PaymentQuestion[] {
  return [sameDay, ahead, otherPlan, amount].flatMap((question) => question(facts, answers) ?? []);
}

function sameDay(
  { person, plan, pence, part_paid, same_day }: PaymentFacts,
  { repeat }: PaymentAnswers,
): PaymentQuestion | undefined {
  if (same_day === undefined || repeat === 'yes') return undefined;
  // A different sum after a part payment is the next part of it
  if (part_paid > 0 && same_day !== pence) return undefined;
  return {
    field: 'repeat',
    text: `${formatMoney(same_day)} from ${person} for ${plan}, paid on the same day, is entered already. Is this another payment?`,
    choices: [{ value: 'yes', label: 'Yes, they paid twice that day' }],
  };
}

function ahead(facts: PaymentFacts, answers: PaymentAnswers): PaymentQuestion | undefined {
  const { person, plan, paid_until, is_early, would_pay_until } = facts;
  if (paid_until === '' || !is_early || answers.ahead === 'yes') return undefined;
  return {
    field: 'ahead',
    text: `${person} is paid until ${formatDateOfInstant(paid_until)} already (${plan}).`,
    choices: [
      would_pay_until === ''
        ? { value: 'yes', label: 'Enter the payment all the same: it pays for no further year' }
        : { value: 'yes', label: `It pays for another year, until ${formatDateOfInstant(would_pay_until)}` },
    ],
  };
}

function otherPlan(facts: PaymentFacts, { plan_as }: PaymentAnswers): PaymentQuestion | undefined {
  const { person, plan, other_plan, can_have_both } = facts;
  if (!other_plan || plan_as === 'change' || (plan_as === 'second' && can_have_both)) return undefined;
  const { name, paid_until } = other_plan;
  return {
    field: 'plan_as',
    text: `${person} has another plan: ${name}, paid until ${formatDateOfInstant(paid_until)}.`,
    choices: [
      { value: 'change', label: `Change to ${plan}: ${name} isn’t renewed` },
      ...(can_have_both ? [{ value: 'second', label: `Add ${plan} as a second membership` }] : []),
    ],
  };
}

function amount(facts: PaymentFacts, { amount_as }: PaymentAnswers): PaymentQuestion | undefined {
  const { plan, pence, due, part_paid, would_pay_until } = facts;
  if (pence === due || would_pay_until === '' || amount_as === 'year') return undefined;
  const isLess = pence < due;
  // The first part payment was declared as one
  if (isLess && part_paid > 0) return undefined;
  if (isLess ? amount_as === 'part' : amount_as === 'donation' && due > 0) return undefined;
  const price =
    part_paid > 0
      ? `still costs ${formatMoney(due)}, after ${formatMoney(part_paid)} paid in part`
      : `costs ${formatMoney(due)}`;
  const wholeYear = {
    value: 'year',
    label: `Count it as the whole year, until ${formatDateOfInstant(would_pay_until)}`,
  };
  const rest = formatMoney(Math.abs(due - pence));
  return {
    field: 'amount_as',
    text: `${plan} ${price}, and this is ${formatMoney(pence)}.`,
    choices: isLess
      ? [
          { value: 'part', label: `Part payment: ${rest} is still owed, and the membership isn’t extended yet` },
          wholeYear,
        ]
      : [
          ...(due > 0
            ? [{ value: 'donation', label: `${formatMoney(due)} for the year, and ${rest} as a donation` }]
            : []),
          wholeYear,
        ],
  };
}

/**
 * Returns the effect of a payment: the year it pays for, and the pence that are a donation. All questions are answered.
 */
export function paymentEffect(
  facts: PaymentFacts,
  { amount_as }: PaymentAnswers,
): { buys_year: boolean; donation: number } {
  const { pence, due, would_pay_until } = facts;
  if (would_pay_until === '') return { buys_year: false, donation: 0 };
  if (pence < due) return { buys_year: amount_as === 'year', donation: 0 };
  return { buys_year: true, donation: amount_as === 'donation' && due > 0 ? pence - due : 0 };
}
