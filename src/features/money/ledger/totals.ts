import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { type EntryKind, type EntrySubject, type PaymentSource, paymentSources } from './entry.ts';

/** The sum of a day's entries that have the same subject, kind and payment method, as the database adds them up. */
export interface EntrySum {
  /** `2026-09`. */
  month: string;
  about: EntrySubject['about'];
  plan_id: string;
  show_id: string;
  label: string;
  kind: EntryKind;
  source: PaymentSource;
  /** The number of entries. A reversal counts as minus one. */
  count: number;
  /** Pence: positive for charges, negative for refunds and fees. Reversals are deducted. */
  amount: number;
  last_day: CalendarDate;
}

/** Totals in pence. Fees and refunds are positive, and `net` is `total` less both. */
export interface LedgerTotals {
  total: number;
  fees: number;
  refunds: number;
  net: number;
}

/** The totals of one plan, show or other subject. */
export interface NamedTotals extends LedgerTotals {
  /** The id of the plan or show. For other subjects, the name. */
  id: string;
  name: string;
}

/**
 * The totals of a year and their parts. `transactions` and `refunds` are the numbers of payments and refunds.
 * `by_plan`, `by_show` and `other` together add up to `totals`.
 */
export interface LedgerOverview {
  totals: LedgerTotals;
  transactions: number;
  refunds: number;
  by_month: (LedgerTotals & { month: string })[];
  by_plan: NamedTotals[];
  by_show: NamedTotals[];
  other: NamedTotals[];
  by_source: (LedgerTotals & { source: PaymentSource })[];
}

const sumField = (sums: readonly EntrySum[], of: 'amount' | 'count') => sums.reduce((sum, one) => sum + one[of], 0);
const filterKind = (sums: readonly EntrySum[], kind: EntryKind) => sums.filter((sum) => sum.kind === kind);

export const calculateTotals = (sums: readonly EntrySum[]): LedgerTotals => ({
  total: sumField(filterKind(sums, 'charge'), 'amount'),
  fees: 0 - sumField(filterKind(sums, 'fee'), 'amount'),
  refunds: 0 - sumField(filterKind(sums, 'refund'), 'amount'),
  net: sumField(sums, 'amount'),
});

/**
 * Builds the overview of income, fees and refunds from the sums of the entries. `months` are the months of `by_month`.
 * `titles` has the titles of shows by id.
 */
export function buildLedgerOverview(
  sums: readonly EntrySum[],
  months: readonly string[],
  titles: ReadonlyMap<string, string> = new Map(),
): LedgerOverview {
  const inMonth = Map.groupBy(sums, ({ month }) => month);
  const fromSource = Map.groupBy(sums, ({ source }) => source);
  const { plans = [], shows = [], other = [] } = Object.groupBy(sums, getPart);
  return {
    totals: calculateTotals(sums),
    transactions: sumField(filterKind(sums, 'charge'), 'count'),
    refunds: sumField(filterKind(sums, 'refund'), 'count'),
    by_month: months.map((month) => ({ month, ...calculateTotals(inMonth.get(month) ?? []) })),
    by_plan: groupTotals(plans, ({ plan_id }) => plan_id, findLastLabel),
    by_show: groupTotals(
      shows,
      ({ show_id }) => show_id,
      (of, id) => findLastLabel(of.filter(({ about }) => about === 'tickets')) ?? titles.get(id),
    ),
    other: groupTotals(other, ({ label }) => label, findLastLabel),
    by_source: paymentSources.flatMap((source) => {
      const from = fromSource.get(source);
      return from ? [{ source, ...calculateTotals(from) }] : [];
    }),
  };
}

/**
 * Returns the part of the overview to which a sum belongs. Front-of-house sales at a show count together with its
 * tickets.
 */
const getPart = ({ about, show_id }: EntrySum) =>
  about === 'subscription' ? 'plans' : show_id === '' ? 'other' : 'shows';

/** Adds up the totals of each subject, the largest income first. */
function groupTotals(
  sums: readonly EntrySum[],
  idOf: (sum: EntrySum) => string,
  nameOf: (of: readonly EntrySum[], id: string) => string | undefined,
): NamedTotals[] {
  return [...Map.groupBy(sums, idOf)]
    .map(([id, of]) => ({ id, name: nameOf(of, id) ?? id, ...calculateTotals(of) }))
    .sort((one, other) => other.total - one.total || (one.name < other.name ? -1 : 1));
}

/** Returns the label of the sum with the latest day; undefined if there are no sums. */
const findLastLabel = (sums: readonly EntrySum[]) =>
  sums.reduce<EntrySum | undefined>((last, one) => (last && last.last_day >= one.last_day ? last : one), undefined)
    ?.label;
