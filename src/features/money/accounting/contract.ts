import { z } from 'zod';
import { frontOfHouseItems, manualPaymentSources, paymentSources } from '#features/money/ledger/entry.ts';
import { PaidYear, RefundIssue } from '#features/money/payments/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { calendarDate, id, penceFromPounds, requiredSingleLine, singleLine } from '#platform/shared/calls/schemas.ts';

/** Totals in pence. `fees` and `refunds` are positive, and `net` is `total` less both. */
export const AccountingTotals = z.object({ total: z.int(), fees: z.int(), refunds: z.int(), net: z.int() });

const NamedTotals = AccountingTotals.extend({ id: z.string(), name: z.string() });

const source = z.enum(paymentSources);

/** The financial year of a page, and the years to choose from. */
const year = {
  /** The calendar year in which the financial year begins. */
  year: z.int(),
  /** "2026–27", or "2026" if the financial year is a calendar year. */
  year_name: z.string(),
  from: calendarDate,
  until: calendarDate,
  /** The environment in which cards are charged: `practice` moves no money, `sandbox` moves Square's test money. */
  environment: z.enum(['practice', 'sandbox', 'production']),
  /** The years to choose from, newest first. */
  years: z.array(z.object({ start: z.int(), name: z.string() })),
  /** The first day after the closed years, from which entries are possible; "" if no year is closed. */
  open_from: calendarDate.or(z.literal('')),
};

const YearStatus = z.object({
  /**
   * The name of the person who closed the year ("" once their account is deleted), and the date. `with` names the later
   * year whose closing also closed this one; "" if somebody closed this year itself. Null while the year is open.
   */
  closed: z.object({ by: z.string(), on: calendarDate, with: z.string() }).nullable(),
  /** True if the year has ended and is still open. */
  can_close: z.boolean(),
  /**
   * A token of the entries in the years that are closed together with this year. The call that closes the year sends
   * the token, and is refused if an entry has been added since.
   */
  token: z.string(),
  /** True if the visitor is an admin and this is the last closed year. */
  can_reopen: z.boolean(),
  /** The years that are closed or reopened together with this year, this year included. */
  affected_years: z.object({
    /** The names of the years, oldest first. */
    names: z.array(z.string()),
    /** True if all years before these are affected too. */
    has_all_earlier: z.boolean(),
  }),
});
export type YearStatus = z.infer<typeof YearStatus>;

/** The options for refunding a payment. */
const RefundOption = z.object({
  /** Pence left to refund. */
  left: z.int().positive(),
  /** The way in which the money is refunded: "to Visa ending in 1111", "in cash". */
  way: z.string(),
  /** True if the refund is only recorded here, because the treasurer pays out the money. */
  by_hand: z.boolean(),
  /** The state of earlier refunds. If two refund requests have the same state, only one refund is made. */
  attempt: z.string(),
  /** True if there is a `paid_year`, which the refund may end. */
  ends: z.boolean(),
  /** The membership year that was paid for. Null if that year is over, if a later year is paid, or if there is none. */
  paid_year: PaidYear.nullable(),
  /** True if the payer gets an email with the reason. */
  told: z.boolean(),
  /** The reason why the payment can't be refunded for now; "" if it can. */
  block: z.string(),
  /** The financial year in which a refund counts, if that isn't the year of the payment; "" otherwise. */
  year: z.string(),
});
export type RefundOption = z.infer<typeof RefundOption>;

const RefundStatus = z.object({
  /** Pence refunded. */
  refunded: z.int(),
  /**
   * The pence of refunds that are under way at Square, and of refunds made there and lost disputes that aren't recorded
   * yet.
   */
  being_refunded: z.int(),
  /** The reason for the latest refusal of a refund that nobody has settled; "" if there is none. */
  refund_refused: z.string(),
  /** Null if nothing is left to refund, or the visitor can't refund the payment here. */
  refund: RefundOption.nullable(),
});
export type RefundStatus = z.infer<typeof RefundStatus>;

/** An entry in Accounting's lists, with its possible actions. */
export const AccountingEntry = z.object({
  id,
  date: calendarDate,
  /** The plan's name, the show's title, or the kind of other income, such as "Programmes". */
  label: z.string(),
  /**
   * The show at which something was sold; "" if there is none. Also "" for tickets, whose label is the show's title.
   */
  show: z.string(),
  /** The payer or, if there is none, the order; "" if unknown. */
  name: z.string(),
  /** The other person for whom a subscription was paid; "" if there is none. */
  for_name: z.string(),
  /** Pence; below zero for a refund, a fee, or a correction of a charge. */
  amount: z.int(),
  source,
  kind: z.enum(['charge', 'refund', 'fee']),
  /** `corrects` is true if this entry corrects another entry, `corrected` if another entry corrects this entry. */
  corrects: z.boolean(),
  corrected: z.boolean(),
  can_be_corrected: z.boolean(),
  /** The reason for a refund or correction; "" for other entries, or if none was recorded. */
  reason: z.string(),
  /** The financial year in which a correction counts, if the entry's own financial year is closed; "" otherwise. */
  correction_year: z.string(),
  /** The page of the entry's order, where the entry is refunded and corrected; "" if there is no order. */
  order_page: z.string(),
  /** The page of a subscription's receipt; "" for none. */
  receipt_page: z.string(),
  ...RefundStatus.shape,
});
export type AccountingEntry = z.infer<typeof AccountingEntry>;

/** `/members/get_sums` */
export const AccountingContent = z.object({
  type: z.literal('accounting'),
  sub_type: z.literal('full_year_overview'),
  title: z.string(),
  ...year,
  totals: z.object({
    total_transactions: z.int(),
    total_refunds: z.int(),
    total_amounts: z.int(),
    total_fees: z.int(),
    total_refund_amounts: z.int(),
    total_net: z.int(),
    /** The corresponding figures for card payments alone. */
    card_transactions: z.int(),
    card_refunds: z.int(),
    card_amounts: z.int(),
    card_fees: z.int(),
    card_refund_amounts: z.int(),
    card_net: z.int(),
  }),
  /** Open differences between the ledger and Square's list, latest first. */
  differences: z.array(
    z.object({
      id: z.string(),
      found: calendarDate,
      says: z.string(),
      todo: z.string(),
      /** The id of the payment or refund in Square's dashboard. */
      square_id: z.string(),
      /** The amount at Square or, if the fees differ, Square's fee, in pence; 0 if Square has neither. */
      amount: z.int(),
      /** True if the difference can be dismissed, because Square has a payment that this site doesn't know. */
      can_dismiss: z.boolean(),
    }),
  ),
  /** Dismissed payments, refunds and disputes that Square still lists, latest first. */
  dismissed: z.array(
    z.object({
      id: z.string(),
      on: calendarDate,
      square_id: z.string(),
      /** Pence. */
      amount: z.int(),
      /**
       * The name of the person who dismissed the payment, refund or dispute; `detail` has the amount, Square's id and
       * the reason. Both are "" if the audit log no longer has the entry.
       */
      by: z.string(),
      detail: z.string(),
    }),
  ),
  /** Refused refunds, refunds made at Square, and disputes that wait for a decision, latest first. */
  refund_issues: z.array(RefundIssue),
  /**
   * The shows that have entries, and those on the site that aren't cancelled and end no earlier than a year before the
   * financial year begins; newest first.
   */
  shows: z.array(z.object({ id, title: z.string() })),
  /** The twelve months of the financial year, oldest first. `month` is "2026-09", for example. */
  by_month: z.array(AccountingTotals.extend({ month: z.string() })),
  by_plan: z.array(NamedTotals),
  by_show: z.array(NamedTotals),
  other: z.array(NamedTotals),
  by_source: z.array(AccountingTotals.extend({ source })),
  /** A page of the payments, refunds and corrections that didn't go through Square, latest first. */
  offline: z.array(AccountingEntry),
  /** The number of this page, from 1, and the number of pages. */
  page: z.int(),
  pages: z.int(),
  /** A page of card payments for tickets, latest first, and the total number of them. */
  tickets: z.array(AccountingEntry),
  tickets_count: z.int(),
  tickets_page: z.int(),
  tickets_pages: z.int(),
  year_status: YearStatus,
  /** The page of the practice provider, which simulates events at Square; "" on a site without it. */
  practice_page: z.string(),
  /** Today in the society's time zone. No payment can be entered for a later day. */
  today: calendarDate,
});
export type AccountingContent = z.infer<typeof AccountingContent>;

/** `/members/get_subs`: the subscriptions paid in a financial year. */
export const GetSubsContent = z.object({
  type: z.literal('get_subs'),
  title: z.string(),
  ...year,
  /** The payments for subscriptions and their corrections, latest first. */
  results: z.array(
    z.object({
      id,
      /** The payer; "" if unknown. */
      name: z.string(),
      /** The other person for whom the subscription was paid; "" if the payer paid for themselves. */
      for_name: z.string(),
      /** The plan's name. */
      type: z.string(),
      date: calendarDate,
      /** Pence; below zero for a correction. */
      amount: z.int(),
      fee: z.int(),
      source,
      ...RefundStatus.shape,
      corrects: z.boolean(),
      corrected: z.boolean(),
    }),
  ),
  /** The number of subscriptions paid, by the plan's name. */
  types: z.record(z.string(), z.int()),
  oldest_entry_year: z.int(),
  totals: AccountingTotals,
  /** The plans. `amount` is the price of a year, `first_amount` that for somebody who joins today, in pence. */
  plans: z.array(z.object({ id, name: z.string(), amount: z.int(), first_amount: z.int() })),
  /** Everybody under whose name a payment can be entered, with and without an account. */
  members: z.array(
    z.object({
      id,
      name: z.string(),
      /** A note that distinguishes the member from others with the same name. */
      note: z.string(),
      /** The member's present or last plan; "" for none. */
      plan_id: z.string(),
    }),
  ),
  today: calendarDate,
});
export type GetSubsContent = z.infer<typeof GetSubsContent>;

export const RecordPaymentBody = z.object({
  what: z.enum(['subscription', 'tickets', ...frontOfHouseItems], 'Choose what the payment was for.'),
  plan_id: z.string().default(''),
  show_id: z.string().default(''),
  /**
   * The id of one of Get Subs' `members`, who pays or whom the payment is for. "" for somebody who is known only by
   * `name`; `new` confirms that this isn't the person with the same name on the list.
   */
  member: z.string().default(''),
  name: singleLine(80, 'Use 80 characters or fewer.').default(''),
  amount: penceFromPounds.pipe(z.int().min(1, 'Enter how much was paid.')),
  day: z.iso.date('Choose the date of the payment.'),
  source: z.enum(manualPaymentSources, 'Choose how the money was paid.'),
  /**
   * The calendar year in which the financial year on the screen begins. If `day` is in another financial year, the
   * response names that year.
   */
  shown_year: z.coerce.number().int().optional(),
  /**
   * Confirms, after a 409, that a payment for tickets belongs to no order. Required if the site sells the show's
   * tickets.
   */
  ended_year: z.literal('yes').or(z.literal('')).optional(),
  /** Confirms, after a 409, that the money belongs to no order. Required if the site sells the show's tickets. */
  sold_here: z.literal('yes').optional(),
  /** The answers to the questions about a subscription in a 409; see `PaymentAnswers` in payment-questions.ts. */
  beneficiary: z.union([z.enum(['payer', 'other']), id]).optional(),
  amount_as: z.enum(['year', 'part', 'donation']).optional(),
  unsettled: z.literal('yes').optional(),
  ahead: z.literal('yes').optional(),
  plan_as: z.enum(['change', 'second']).optional(),
  repeat: z.literal('yes').optional(),
});
export type RecordPaymentBody = z.infer<typeof RecordPaymentBody>;

/**
 * A question about a payment. Sending the payment again, with the `value` of a choice in the field that `field` names,
 * answers it.
 */
const PaymentQuestion = z.object({
  field: z.string(),
  text: z.string(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type PaymentQuestion = z.infer<typeof PaymentQuestion>;

export const recordPayment = declareCall('POST', '/members/api/get_sums/payments', {
  body: RecordPaymentBody,
  answers: { 409: z.object({ needs: z.literal('confirmation'), questions: z.array(PaymentQuestion) }) },
  once: true,
});
const RefundPaymentBody = z.object({
  amount: penceFromPounds.pipe(z.int().min(1, 'Enter how much to refund.')),
  reason: requiredSingleLine('Say why the payment is refunded.', 150),
  attempt: z.string().max(40),
  /** `end` ends the membership year that was paid for; `keep` leaves it unchanged. */
  subscription: z.enum(['keep', 'end']).default('keep'),
});
/**
 * Refunds all or part of a payment. A card payment is refunded through Square, any other payment only in the ledger.
 */
export const refundPayment = declareCall('POST', '/members/api/get_sums/entries/:id/refund', {
  body: RefundPaymentBody,
  once: true,
  /** If the payment was for an order, the response is a 409 with a link to the order, where the payment is refunded. */
  answers: { 409: z.object({ link: z.string() }) },
});
/** Corrects an entry by posting its reversal. */
export const reverseEntry = declareCall('POST', '/members/api/get_sums/entries/:id/correct', {
  body: z.object({ reason: requiredSingleLine('Say why the entry is corrected.', 150) }),
  /**
   * If the entry belongs to an order, the response is a 409 with a link to the order's page, where the entry is
   * corrected.
   */
  answers: { 409: z.object({ link: z.string() }) },
});

/** Closes a year that has ended, and all earlier years. Closed years take no more entries. */
export const closeYear = declareCall('POST', '/members/api/get_sums/years/:start/close', {
  body: z.object({ token: z.string().max(100) }),
});
/** Reopens the year that was closed last, and the years that were closed together with it. */
export const reopenYear = declareCall('POST', '/members/api/get_sums/years/:start/reopen', {
  body: z.object({ reason: requiredSingleLine('Say why the year is reopened.', 150) }),
});

/** Returns the totals of a financial year's subscriptions: income, fees, refunds and the net amount. */
export const getSubscriptionTotals = declareCall('GET', '/members/api/get_subs', {
  query: ['startyear'],
  answers: { 200: z.object({ totals: AccountingTotals }) },
});
/** Returns the totals of a show's sales in all financial years: income, fees, refunds and the net amount. */
export const getShowTotals = declareCall('GET', '/members/api/historic_sales', {
  query: ['show_id'],
  answers: { 200: z.object({ totals: AccountingTotals }) },
});

/** A payment, refund or dispute at the practice provider, with its id there. */
const PracticeProviderRecord = z.object({
  id: z.string(),
  /** The time of the payment, refund or dispute, in the society's time zone. */
  at: z.string(),
  /** The purpose of the payment and the payer: "Order 12, Jo Bloggs". Says so if the payment isn't in our accounts. */
  subject: z.string(),
  /** Pence. */
  amount: z.int(),
});
export type PracticeProviderRecord = z.infer<typeof PracticeProviderRecord>;

/** `/members/get_sums/practice`: simulates what a seller does in Square's dashboard and what banks decide. */
export const PracticeProviderContent = z.object({
  type: z.literal('practice_provider'),
  title: z.string(),
  /** True if refunds wait until the bank's decision is chosen on this page. */
  answers_later: z.boolean(),
  /** The latest payments, at most 20. `left` is the pence that can still be refunded. */
  payments: z.array(PracticeProviderRecord.extend({ left: z.int() })),
  /** Refunds that wait for the bank's decision. */
  refunds: z.array(PracticeProviderRecord),
  /** Disputes that wait for the bank's decision. */
  disputes: z.array(PracticeProviderRecord),
});

/** Refunds all or part of a payment, as in Square's dashboard. */
export const refundPaymentAtProvider = declareCall('POST', '/members/api/practice/payments/:id/refund', {
  body: z.object({ amount: penceFromPounds.pipe(z.int().min(1, 'Enter how much to refund.')) }),
});

/** Opens a dispute about the whole payment, as its cardholder would. */
export const disputePaymentAtProvider = declareCall('POST', '/members/api/practice/payments/:id/dispute');

/** Completes or rejects a refund, as the bank would. */
export const decideRefund = declareCall('POST', '/members/api/practice/refunds/:id/answer', {
  body: z.object({ answer: z.enum(['complete', 'reject'], 'Choose what the bank does.') }),
});

/** Decides a dispute, as the bank would. */
export const decideDispute = declareCall('POST', '/members/api/practice/disputes/:id/decide', {
  body: z.object({ decision: z.enum(['won', 'lost'], 'Choose who wins.') }),
});

/** Sets when banks decide on refunds: at once, or once their decision is chosen on the practice provider's page. */
export const setBankDecisionTiming = declareCall('POST', '/members/api/practice/banks', {
  body: z.object({ answers: z.enum(['at_once', 'later'], 'Choose when banks decide.') }),
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    accounting: AccountingContent;
    get_subs: GetSubsContent;
    practice_provider: z.infer<typeof PracticeProviderContent>;
  }
}
