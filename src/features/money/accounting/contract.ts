import { z } from 'zod';
import { frontOfHouse, manualSources, sources } from '#features/money/ledger/entry.ts';
import { PaidYear, RefundIssue } from '#features/money/payments/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { calendarDate, id, pounds, singleLine, singleLineText } from '#platform/shared/calls/schemas.ts';

/** In pence; fees and refunds are expenses, and positive. */
export const AccountingTotals = z.object({ total: z.int(), fees: z.int(), refunds: z.int(), net: z.int() });

const TotalsOf = AccountingTotals.extend({ id: z.string(), name: z.string() });

const source = z.enum(sources);

/** The year of the page, and the available years. */
const year = {
  /** The calendar year that it begins in. */
  year: z.int(),
  /** "2026–27". */
  year_name: z.string(),
  from: calendarDate,
  until: calendarDate,
  /** The owner of the money: `practice` moves none, and the `sandbox` moves Square's test money. */
  environment: z.enum(['practice', 'sandbox', 'production']),
  /** The newest first. */
  years: z.array(z.object({ start: z.int(), name: z.string() })),
  /** The first day that takes entries, since the years before it are closed; "" while none is. */
  open_from: calendarDate.or(z.literal('')),
};

/** The status of a year, open or closed. */
const YearStatus = z.object({
  /**
   * The person who closed it and the day; `with` names the later year that it was closed with, else "". Null while it
   * is open.
   */
  closed: z.object({ by: z.string(), on: calendarDate, with: z.string() }).nullable(),
  /** True if it can be closed: it has ended, and is open. */
  can_close: z.boolean(),
  /** Returned with the closing, which is refused if the totals have changed since. */
  token: z.string(),
  /** True if the visitor can reopen it: an admin, and the year that was closed last. */
  can_reopen: z.boolean(),
});
export type YearStatus = z.infer<typeof YearStatus>;

/** The ways in which a payment can be refunded. */
const RefundOption = z.object({
  /** Pence that are left to refund. */
  left: z.int().positive(),
  /** The way of the refund: "to Visa ending in 1111", "in cash". */
  way: z.string(),
  /** True if the refund is only recorded, and the treasurer pays it out. */
  by_hand: z.boolean(),
  /** The state of earlier refunds: the same sent twice means one refund. */
  attempt: z.string(),
  /** True if it paid for a subscription that is running, which the refund may end. */
  ends: z.boolean(),
  /** That year; null if it may end none. */
  paid_year: PaidYear.nullable(),
  /** True if a member is told of it by email, with the reason. */
  told: z.boolean(),
  /** The reason why it can't be refunded for now: its cardholder disputes it. "" if it can. */
  block: z.string(),
  /** The year in which a refund counts, if it differs from the payment's; "" otherwise. */
  year: z.string(),
});
export type RefundOption = z.infer<typeof RefundOption>;

/** The events of a payment since it was made. */
const RefundStatus = z.object({
  /** Pence refunded since. */
  refunded: z.int(),
  /** Pence that Square has been asked to refund, without a result yet. */
  being_refunded: z.int(),
  /** The reason for Square's refusal of the last refund; "" if it wasn't refused. */
  refund_refused: z.string(),
  /** Null if nothing is left of it, or nobody can refund it here. */
  refund: RefundOption.nullable(),
});
export type RefundStatus = z.infer<typeof RefundStatus>;

/** A payment in Accounting's lists, and its actions. */
export const ListedPayment = z.object({
  id,
  date: calendarDate,
  /** The subject of the payment: the plan's name, the show's title, or the kind of front-of-house sale. */
  label: z.string(),
  /** The show at which it was sold; "" for none, or if the label is the show's title. */
  show: z.string(),
  /** The payer, or else the reference of the order; "" if unknown. */
  name: z.string(),
  /** The other person a subscription was paid for; "" for oneself, and for anything else. */
  for_name: z.string(),
  /** Pence; below zero for an entry that corrects another. */
  amount: z.int(),
  source,
  kind: z.enum(['charge', 'refund', 'fee']),
  /** True if it corrects another, or was corrected by another. */
  corrects: z.boolean(),
  corrected: z.boolean(),
  can_be_corrected: z.boolean(),
  /**
   * The reason for the refund or correction, for an entry that refunds or corrects another; "" if nobody recorded it.
   */
  reason: z.string(),
  /** The year in which a correction counts, since the entry's own is closed; "" otherwise. */
  correction_year: z.string(),
  /** The page of its order, on which it is refunded and corrected; "" for none. */
  order_page: z.string(),
  /** The page of its receipt, for a subscription; "" for none. */
  receipt_page: z.string(),
  ...RefundStatus.shape,
});
export type ListedPayment = z.infer<typeof ListedPayment>;

/** `/members/get_sums` */
export const Accounting = z.object({
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
    /** The same of card payments alone. */
    card_transactions: z.int(),
    card_refunds: z.int(),
    card_amounts: z.int(),
    card_fees: z.int(),
    card_refund_amounts: z.int(),
    card_net: z.int(),
  }),
  /** Differences between our ledger and Square's list, the latest first. */
  differences: z.array(
    z.object({
      id: z.string(),
      /** The day on which it was found. */
      found: calendarDate,
      says: z.string(),
      todo: z.string(),
      /** Square's id of the payment or refund, to search for in its dashboard. */
      square_id: z.string(),
      /** Pence, at Square. */
      amount: z.int(),
      /** True if it can be dismissed: the payment may not be ours. */
      can_dismiss: z.boolean(),
    }),
  ),
  /** Dismissed differences that Square still lists, the latest first. */
  dismissed: z.array(
    z.object({
      id: z.string(),
      /** The day on which it was dismissed. */
      on: calendarDate,
      square_id: z.string(),
      /** Pence. */
      amount: z.int(),
      /** The person who dismissed it, and the amount, Square's id and the reason; "" if the log has lost them. */
      by: z.string(),
      detail: z.string(),
    }),
  ),
  /** Refunds that were refused or made at Square, and disputes, for somebody to decide on, the latest first. */
  refund_issues: z.array(RefundIssue),
  /** Shows with entries, and recent ones: the newest first. */
  shows: z.array(z.object({ id, title: z.string() })),
  /** `2026-09` and the eleven after it. */
  by_month: z.array(AccountingTotals.extend({ month: z.string() })),
  by_plan: z.array(TotalsOf),
  by_show: z.array(TotalsOf),
  other: z.array(TotalsOf),
  by_source: z.array(AccountingTotals.extend({ source })),
  /** A page of payments recorded as cash, bank transfers and cheques, the latest first. */
  offline: z.array(ListedPayment),
  /** The number of this page, from 1, and the number of pages. */
  page: z.int(),
  pages: z.int(),
  /** A page of card payments for tickets, the latest first, and their number in all. */
  tickets: z.array(ListedPayment),
  tickets_count: z.int(),
  tickets_page: z.int(),
  tickets_pages: z.int(),
  year_status: YearStatus,
  /** The page that simulates events at Square; "" unless the demo's practice provider runs. */
  practice_page: z.string(),
  /** The society's day: no entry may have a later date. */
  today: calendarDate,
});
export type Accounting = z.infer<typeof Accounting>;

/** `/members/get_subs`: who has paid. */
export const GetSubs = z.object({
  type: z.literal('get_subs'),
  title: z.string(),
  ...year,
  /** The latest first. */
  results: z.array(
    z.object({
      id,
      /** The payer; "" if unknown. */
      name: z.string(),
      /** The other person it was paid for; "" for oneself. */
      for_name: z.string(),
      /** The plan. */
      type: z.string(),
      date: calendarDate,
      /** Pence; below zero for an entry that corrects another. */
      amount: z.int(),
      fee: z.int(),
      source,
      ...RefundStatus.shape,
      corrects: z.boolean(),
      corrected: z.boolean(),
    }),
  ),
  /** The number of payments of each plan. */
  types: z.record(z.string(), z.int()),
  oldest_entry_year: z.int(),
  totals: AccountingTotals,
  /** The plans that can be paid for; `first_amount` is the price for somebody who joins today. */
  plans: z.array(z.object({ id, name: z.string(), amount: z.int(), first_amount: z.int() })),
  /** Everybody on the membership list, with and without an account. */
  members: z.array(
    z.object({
      id,
      name: z.string(),
      /** Tells them from others of the same name. */
      note: z.string(),
      /** The plan that they paid for last; "" for none. */
      plan_id: z.string(),
    }),
  ),
  today: calendarDate,
});
export type GetSubs = z.infer<typeof GetSubs>;

/** A manual payment, as the treasurer records it. */
export const RecordPayment = z.object({
  what: z.enum(['subscription', 'tickets', ...frontOfHouse], 'Choose what it was for.'),
  plan_id: z.string().default(''),
  show_id: z.string().default(''),
  /**
   * An id of Get Subs' `members`; "" for somebody who is only known by `name`, and `new` if that name belongs to
   * another person than those of the same name on the list.
   */
  member: z.string().default(''),
  name: singleLine(80, 'That’s too long. Use up to 80 characters.').default(''),
  amount: pounds.pipe(z.int().min(1, 'Enter how much was paid.')),
  day: z.iso.date('Choose the date it was paid.'),
  source: z.enum(manualSources, 'Choose how it was paid.'),
  /** The calendar year in which the year of the form begins: a day in another year is pointed out. */
  shown_year: z.coerce.number().int().optional(),
  /** Answers the question of a 409: the day is in a year that has ended and isn't closed. */
  ended_year: z.literal('yes').or(z.literal('')).optional(),
  /** Answers the question of a 409: the money is in no order, though the box office sells the show's tickets here. */
  sold_here: z.literal('yes').optional(),
  /** Answers to the questions of a 409, about a subscription. The meaning of an amount that isn't the price: */
  amount_as: z.enum(['year', 'part', 'donation']).optional(),
  /** Set if it pays for a year further ahead. */
  ahead: z.literal('yes').optional(),
  /** The plan replaces the present one, or is a second one. */
  plan_as: z.enum(['change', 'second']).optional(),
  /** Set if it is a different payment from one of the same day. */
  repeat: z.literal('yes').optional(),
});

export type RecordPayment = z.infer<typeof RecordPayment>;

/** A question before a payment is recorded: the same call with one of the values in `field` answers it. */
const PaymentQuestion = z.object({
  field: z.string(),
  text: z.string(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type PaymentQuestion = z.infer<typeof PaymentQuestion>;

export const recordPayment = declareCall('POST', '/members/api/get_sums/payments', {
  body: RecordPayment,
  answers: { 409: z.object({ needs: z.literal('confirmation'), questions: z.array(PaymentQuestion) }) },
  once: true,
});
/** Refunds a payment, all or part of it: a card payment through Square, any other manually. */
const RefundPayment = z.object({
  amount: pounds.pipe(z.int().min(1, 'Enter how much is refunded.')),
  reason: singleLineText('Say why it is refunded.', 150),
  attempt: z.string().max(40),
  /** Of a subscription that is running: whether it ends with the refund. */
  subscription: z.enum(['keep', 'end']).default('keep'),
});

export const refundPayment = declareCall('POST', '/members/api/get_sums/entries/:id/refund', {
  body: RefundPayment,
  once: true,
  /** A payment for an order is refunded on the order's page. */
  answers: { 409: z.object({ link: z.string() }) },
});
/** Reverses an entry by adding its opposite. */
export const reverseEntry = declareCall('POST', '/members/api/get_sums/entries/:id/correct', {
  body: z.object({ reason: singleLineText('Say why it is corrected.', 150) }),
  /** A payment for an order is corrected on the order's page. */
  answers: { 409: z.object({ link: z.string() }) },
});

/** Closes a year that has ended, and those before it: payments dated in it are refused from then on. */
export const closeYear = declareCall('POST', '/members/api/get_sums/years/:start/close', {
  body: z.object({ token: z.string().max(100) }),
});
/** Reopens the year that was closed last. */
export const reopenYear = declareCall('POST', '/members/api/get_sums/years/:start/reopen', {
  body: z.object({ reason: singleLineText('Say why it is reopened.', 150) }),
});

/** Income from subscriptions in a year. */
export const getSubs = declareCall('GET', '/members/api/get_subs', {
  query: ['startyear'],
  answers: { 200: z.object({ totals: AccountingTotals }) },
});
/** Income from a show so far. */
export const historicSales = declareCall('GET', '/members/api/historic_sales', {
  query: ['show_id'],
  answers: { 200: z.object({ totals: AccountingTotals }) },
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    accounting: Accounting;
    get_subs: GetSubs;
  }
}
