import { type CalendarDate, formatLocalDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';

/** The facts about a payment for a plan that decide which questions are asked before it is recorded. */
export interface PaymentFacts {
  /** The name of the person whose membership is paid for. */
  person: string;
  /** The name of the payer. */
  payer: string;
  plan: string;
  pence: number;
  /** Pence that are due: the price of the year less `part_paid`. */
  due: number;
  /** Pence of earlier part payments for the same membership year. */
  part_paid: number;
  /**
   * The last day already paid for with this plan; "" if it is before the day of the payment, or the person hasn't paid
   * for the plan.
   */
  paid_until: CalendarDate | '';
  /** True if `paid_until` is so far ahead that a payment is unlikely to be for the next year. */
  is_early: boolean;
  /** The last day of the year that this payment would buy; "" if the payment can't buy a year. */
  would_pay_until: CalendarDate | '';
  /**
   * The last day of the year that the payment would buy for the payer, if it can be for the payer or for `person`, whom
   * the payer pays for; "" if it can be for one of them only.
   */
  own_until: CalendarDate | '';
  /**
   * Others whom the payer pays for and whose first card payment for the plan is still being checked, without `person`.
   * They can only be chosen as an answer, because the list of people to choose from leaves out pending subscriptions.
   */
  pending_others: readonly { id: string; name: string }[];
  /**
   * The person's other plans that haven't ended; empty unless the payment is for a new or lapsed membership.
   * `paid_until` is "" while the first card payment is still being checked.
   */
  other_plans: readonly { name: string; paid_until: CalendarDate | '' }[];
  /** True if the person can have several plans. */
  can_have_both: boolean;
  /** The name of the plan for which a card payment is still being checked with Square; undefined if there is none. */
  unsettled_plan: string | undefined;
  /** Pence of a payment for the same plan on the same day; undefined if there is none. */
  same_day: number | undefined;
}

/** The answers given so far. */
export interface PaymentAnswers {
  /**
   * `payer` if the payment is for the payer's own membership, `other` if it is for the person whom the facts name, or
   * the id of the subscription of one of `pending_others`.
   */
  beneficiary?: string | undefined;
  /** The purpose of an amount that differs from the price: the whole year, a part of it, or the year and a donation. */
  amount_as?: 'year' | 'part' | 'donation' | undefined;
  /** Set if the payment is recorded even though a card payment is still being checked. */
  unsettled?: 'yes' | undefined;
  /** Set if the payment is for a further year ahead. */
  ahead?: 'yes' | undefined;
  /** `change` if the plan replaces the other plans, `second` if it is an additional plan. */
  plan_as?: 'change' | 'second' | undefined;
  /** Set if this is a second payment on that day, not the recorded one. */
  repeat?: 'yes' | undefined;
}

/**
 * A question about a payment. To answer it, the payment is sent again with the value of one of the choices in this form
 * field.
 */
export interface PaymentQuestion {
  field: string;
  text: string;
  choices: { value: string; label: string }[];
}

/** Lists the questions that are still open. The payment is recorded once there are none. */
export function listOpenQuestions(facts: PaymentFacts, answers: PaymentAnswers): PaymentQuestion[] {
  const first = askAboutBeneficiary(facts, answers);
  // The facts depend on the answer to this question
  if (first) return [first];
  return [askAboutCardPayment, askAboutSameDay, askAboutEarlyYear, askAboutOtherPlan, askAboutAmount].flatMap(
    (question) => question(facts, answers) ?? [],
  );
}

function askAboutBeneficiary(
  { person, payer, plan, own_until, would_pay_until, paid_until, pending_others }: PaymentFacts,
  { beneficiary }: PaymentAnswers,
): PaymentQuestion | undefined {
  if ((own_until === '' && pending_others.length === 0) || beneficiary !== undefined) return undefined;
  const others = [
    ...(own_until === '' ? [] : [{ id: 'other', name: person, until: would_pay_until }]),
    ...pending_others.map((other) => ({ ...other, until: '' })),
  ];
  const names = new Intl.ListFormat('en-GB').format(others.map(({ name }) => name));
  const ownUntil = own_until || would_pay_until;
  const own =
    ownUntil === '' ? paid_until && `already paid until ${formatLocalDate(paid_until)}` : formatPaidUntil(ownUntil);
  return {
    field: 'beneficiary',
    text: `${payer} pays for ${names} (${plan}). Who is this payment for?`,
    choices: [
      ...others.map(({ id, name, until }) => ({
        value: id,
        label: `${name}: ${until === '' ? 'a card payment for this membership is still being checked' : formatPaidUntil(until)}`,
      })),
      { value: 'payer', label: [payer, own].filter(Boolean).join(': ') },
    ],
  };
}

const formatPaidUntil = (until: CalendarDate) => `it pays until ${formatLocalDate(until)}`;

/** Asks to wait for the result of a card payment, so that nobody pays twice. */
function askAboutCardPayment(
  { person, plan, unsettled_plan, would_pay_until }: PaymentFacts,
  { unsettled }: PaymentAnswers,
): PaymentQuestion | undefined {
  if (unsettled_plan === undefined || unsettled === 'yes') return undefined;
  // A pending subscription to the same plan can't be extended, and is deleted or lapses if the card wasn't charged
  const ifDeclined =
    unsettled_plan === plan
      ? '. If the card turns out not to have been charged, correct this entry and enter it again.'
      : '';
  return {
    field: 'unsettled',
    text: `A card payment for ${person} (${unsettled_plan}) is still being checked with Square. Wait until the result is known, so that nobody pays twice.`,
    choices: [
      would_pay_until === ''
        ? { value: 'yes', label: `Enter the payment anyway: it doesn’t pay for a year${ifDeclined}` }
        : {
            value: 'yes',
            label: `Enter the payment anyway: the membership is then paid until ${formatLocalDate(would_pay_until)}`,
          },
    ],
  };
}

function askAboutSameDay(
  { person, plan, pence, part_paid, same_day }: PaymentFacts,
  { repeat }: PaymentAnswers,
): PaymentQuestion | undefined {
  if (same_day === undefined || repeat === 'yes') return undefined;
  // After a part payment, a payment of another amount is taken to be the next part
  if (part_paid > 0 && same_day !== pence) return undefined;
  return {
    field: 'repeat',
    text: `A payment of ${formatMoney(same_day)} for ${person} (${plan}) on the same day has already been entered. Is this another one?`,
    choices: [{ value: 'yes', label: 'Yes, they paid twice that day' }],
  };
}

function askAboutEarlyYear(facts: PaymentFacts, answers: PaymentAnswers): PaymentQuestion | undefined {
  const { person, plan, paid_until, is_early, would_pay_until } = facts;
  if (paid_until === '' || !is_early || answers.ahead === 'yes') return undefined;
  return {
    field: 'ahead',
    text: `${person} has already paid until ${formatLocalDate(paid_until)} (${plan}).`,
    choices: [
      would_pay_until === ''
        ? { value: 'yes', label: 'Enter the payment anyway: it doesn’t pay for another year' }
        : { value: 'yes', label: `It pays for another year, until ${formatLocalDate(would_pay_until)}` },
    ],
  };
}

function askAboutOtherPlan(facts: PaymentFacts, { plan_as }: PaymentAnswers): PaymentQuestion | undefined {
  const { person, plan, other_plans, can_have_both } = facts;
  if (other_plans.length === 0 || plan_as === 'change' || (plan_as === 'second' && can_have_both)) return undefined;
  const described = other_plans.map(({ name, paid_until }) =>
    paid_until === '' ? name : `${name}, paid until ${formatLocalDate(paid_until)}`,
  );
  const has = other_plans.length === 1 ? 'has another plan' : 'has other plans';
  return {
    field: 'plan_as',
    text: `${person} ${has}: ${described.join(', and ')}.`,
    choices: [
      {
        value: 'change',
        label: `Change to ${plan}: ${new Intl.ListFormat('en-GB').format(other_plans.map(({ name }) => name))} won’t renew`,
      },
      ...(can_have_both ? [{ value: 'second', label: `Add ${plan} as another membership` }] : []),
    ],
  };
}

function askAboutAmount(facts: PaymentFacts, { amount_as }: PaymentAnswers): PaymentQuestion | undefined {
  const { plan, pence, due, part_paid, would_pay_until } = facts;
  if (pence === due || would_pay_until === '' || amount_as === 'year') return undefined;
  const isLess = pence < due;
  // This question was answered for the first part payment
  if (isLess && part_paid > 0) return undefined;
  if (isLess ? amount_as === 'part' : amount_as === 'donation' && due > 0) return undefined;
  const price =
    part_paid > 0
      ? `still costs ${formatMoney(due)}, after ${formatMoney(part_paid)} paid in part`
      : `costs ${formatMoney(due)}`;
  const wholeYear = {
    value: 'year',
    label: `Count it as the whole year, until ${formatLocalDate(would_pay_until)}`,
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

/** Returns whether a payment buys a year, and how many pence of it are a donation. All questions must be answered. */
export function getPaymentEffect(
  facts: PaymentFacts,
  { amount_as }: PaymentAnswers,
): { buys_year: boolean; donation: number } {
  const { pence, due, would_pay_until } = facts;
  if (would_pay_until === '') return { buys_year: false, donation: 0 };
  if (pence < due) return { buys_year: amount_as === 'year', donation: 0 };
  return { buys_year: true, donation: amount_as === 'donation' && due > 0 ? pence - due : 0 };
}
