import type { CalendarDate } from '#platform/shared/dates.ts';
import { type About, type Kind, type Source, sources } from './entry.ts';

/** Entries that are alike, as the database adds them up. */
export interface Sum {
  /** `2026-09`. */
  month: string;
  about: About['about'];
  plan_id: string;
  show_id: string;
  label: string;
  kind: Kind;
  source: Source;
  /** How many, without those that were taken back. */
  count: number;
  /** Pence, with their sign. */
  amount: number;
  last_day: CalendarDate;
}

/** In pence. Fees and refunds are what went out, so above zero; net is what is left. */
export interface Totals {
  total: number;
  fees: number;
  refunds: number;
  net: number;
}

/** Totals of the entries about one thing. */
export interface TotalsOf extends Totals {
  /** The id of the plan or show; of anything else its name. */
  id: string;
  name: string;
}

/** A year's totals, and their parts: `by_plan`, `by_show` and `other` together are all of it. */
export interface Overview {
  totals: Totals;
  transactions: number;
  refunds: number;
  by_month: (Totals & { month: string })[];
  by_plan: TotalsOf[];
  by_show: TotalsOf[];
  other: TotalsOf[];
  by_source: (Totals & { source: Source })[];
}

const sumOf = (sums: readonly Sum[], of: 'amount' | 'count') => sums.reduce((sum, one) => sum + one[of], 0);
const ofKind = (sums: readonly Sum[], kind: Kind) => sums.filter((sum) => sum.kind === kind);

export const totalsOf = (sums: readonly Sum[]): Totals => ({
  total: sumOf(ofKind(sums, 'charge'), 'amount'),
  fees: 0 - sumOf(ofKind(sums, 'fee'), 'amount'),
  refunds: 0 - sumOf(ofKind(sums, 'refund'), 'amount'),
  net: sumOf(sums, 'amount'),
});

/** What came in and went out in these months, from the sums of its entries. `titles` are of shows, by their ids. */
export function overviewOf(
  sums: readonly Sum[],
  months: readonly string[],
  titles: ReadonlyMap<string, string> = new Map(),
): Overview {
  const inMonth = Map.groupBy(sums, ({ month }) => month);
  const fromSource = Map.groupBy(sums, ({ source }) => source);
  const { plans = [], shows = [], other = [] } = Object.groupBy(sums, partOf);
  return {
    totals: totalsOf(sums),
    transactions: sumOf(ofKind(sums, 'charge'), 'count'),
    refunds: sumOf(ofKind(sums, 'refund'), 'count'),
    by_month: months.map((month) => ({ month, ...totalsOf(inMonth.get(month) ?? []) })),
    by_plan: totalsBy(plans, ({ plan_id }) => plan_id, lastLabel),
    by_show: totalsBy(
      shows,
      ({ show_id }) => show_id,
      (of, id) => lastLabel(of.filter(({ about }) => about === 'tickets')) ?? titles.get(id),
    ),
    other: totalsBy(other, ({ label }) => label, lastLabel),
    by_source: sources.flatMap((source) => {
      const from = fromSource.get(source);
      return from ? [{ source, ...totalsOf(from) }] : [];
    }),
  };
}

/** What is sold at a show counts with its tickets. */
const partOf = ({ about, show_id }: Sum) => (about === 'subscription' ? 'plans' : show_id === '' ? 'other' : 'shows');

/** Totals by what the entries are about, the largest first. */
function totalsBy(
  sums: readonly Sum[],
  idOf: (sum: Sum) => string,
  nameOf: (of: readonly Sum[], id: string) => string | undefined,
): TotalsOf[] {
  return [...Map.groupBy(sums, idOf)]
    .map(([id, of]) => ({ id, name: nameOf(of, id) ?? id, ...totalsOf(of) }))
    .sort((one, other) => other.total - one.total || (one.name < other.name ? -1 : 1));
}

/** The name that the latest of them has. */
const lastLabel = (sums: readonly Sum[]) =>
  sums.reduce<Sum | undefined>((last, one) => (last && last.last_day >= one.last_day ? last : one), undefined)?.label;
