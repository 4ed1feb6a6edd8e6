import { addDays, type CalendarDate, formatDate, getYear } from '#platform/shared/dates/dates.ts';
import type { PaymentEnvironment } from './entry.ts';

/** The society's financial year: twelve months from the 1st of the month that the settings name ("01" to "12"). */
export interface FinancialYear {
  /** The calendar year in which the financial year begins. */
  start: number;
  from: CalendarDate;
  /** The last day. */
  until: CalendarDate;
  /** `2026-09` to `2027-08`. */
  months: readonly string[];
  /** "2026–27", or "2026" if the financial year is a calendar year. */
  name: string;
}

/** A period in the ledger of one environment, such as a financial year. */
export type LedgerPeriod = Pick<FinancialYear, 'from' | 'until'> & { environment: PaymentEnvironment };

const monthOf = (number: number) => {
  const month = String((number % 12) + 1).padStart(2, '0');
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${month}`;
};

/** Creates the financial year that begins in the calendar year `start`. */
export function createFinancialYear(start: number, beginsIn: string): FinancialYear {
  const first = start * 12 + Number(beginsIn) - 1;
  const months = Array.from({ length: 12 }, (_, after) => monthOf(first + after));
  return {
    start,
    from: `${monthOf(first)}-01`,
    until: addDays(`${monthOf(first + 12)}-01`, -1),
    months,
    name: beginsIn === '01' ? `${start}` : `${start}–${String((start + 1) % 100).padStart(2, '0')}`,
  };
}

/** Returns the calendar year in which the financial year of a day began. */
export const getStartYear = (day: CalendarDate, beginsIn: string): number =>
  day.slice(5, 7) < beginsIn ? getYear(day) - 1 : getYear(day);

/** Financial years that are closed or reopened together. */
export interface YearSpan {
  /** The names of the years, oldest first. */
  names: readonly string[];
  /** True if all earlier years are closed or reopened too. */
  has_all_earlier: boolean;
}

/** Returns the years from that of the day `from` up to `last`. Without `from`, returns `last` and all earlier years. */
export const createYearSpan = (from: CalendarDate | undefined, last: FinancialYear, beginsIn: string): YearSpan => ({
  names: listYears(from === undefined ? last.start : Math.min(getStartYear(from, beginsIn), last.start), last.start)
    .reverse()
    .map((start) => createFinancialYear(start, beginsIn).name),
  has_all_earlier: from === undefined,
});

/** Formats years: "2023–24, 2024–25 and 2025–26" or "2025–26 and all earlier years". */
export const formatYearSpan = ({ names, has_all_earlier }: YearSpan): string =>
  new Intl.ListFormat('en-GB').format(has_all_earlier ? [...names, 'all earlier years'] : names);

/** Lists the years from `oldest` to `present`, newest first. Years before 1900 are left out. */
export const listYears = (oldest: number, present: number): number[] =>
  Array.from({ length: Math.max(0, present - Math.max(oldest, earliest)) + 1 }, (_, ago) => present - ago);

/** The earliest and the latest year that can be requested. */
const [earliest, latest] = [1900, 2199];

/**
 * Returns true unless the day's financial year is before the earliest year that can be displayed. An entry in such a
 * year would never be seen.
 */
export const isInLedgerRange = (day: CalendarDate, beginsIn: string): boolean =>
  getStartYear(day, beginsIn) >= earliest;

/** Parses the year in a URL. Returns `present` if there is none, and undefined if it isn't a valid year. */
export function parseYear(text: string | null | undefined, present: number): number | undefined {
  if (!text) return present;
  const year = /^\d{4}$/.test(text) ? Number(text) : 0;
  return year >= earliest && year <= latest ? year : undefined;
}

/** Returns the months that have begun. Later months have no figures yet. */
export const filterBegunMonths = <Month extends { month: string }>(
  today: CalendarDate,
  months: readonly Month[],
): Month[] => months.filter(({ month }) => month <= today.slice(0, 7));

/** Formats a month: "September 2026". */
export const formatMonth = (month: string): string => formatDate(`${month}-01`, 'month');

/**
 * Formats the year in which a correction counts, such as " It counts today, in 2026–27: the year of the entry is
 * closed." Returns "" if it counts on the day of the entry.
 */
export const formatCorrectionYearNotice = (year: string): string =>
  year === '' ? '' : ` It counts today, in ${year}: the year of the entry is closed.`;
