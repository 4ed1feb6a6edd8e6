import { membershipPath } from '#features/money/subscriptions/paths.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';

export const giftAidPath = `${membershipPath}/gift_aid`;

/** A payment for a subscription or a donation, less refunds. */
export interface GiftAidPayment {
  id: string;
  /** The member who paid; null for a payer without an account. */
  user_id: string | null;
  name: string;
  /** "" for a donation. */
  plan_id: string;
  /** The plan's name, or "Donation". */
  label: string;
  day: CalendarDate;
  /** Pence, less refunds. */
  pence: number;
  /** True if the payment was for another person's subscription. */
  for_other: boolean;
}

/** A member's declaration, with the days on which it began and ended. */
export interface Declaration {
  user_id: string | null;
  title: string;
  firstname: string;
  lastname: string;
  house: string;
  address: string;
  /** "" for a home outside the UK. */
  postcode: string;
  declared_on: CalendarDate;
  /** "" while the declaration is in force. */
  ended_on: CalendarDate | '';
}

/** The reasons why a payment is left out of the schedule, in the order in which they are checked. */
export const exclusionReasonLabels = {
  nothing: 'Refunded, or entered by mistake and corrected',
  benefit: 'Plan not set up for Gift Aid',
  other: 'Paid for someone else, so it isn’t a gift from the payer',
  nobody: 'Paid by someone without an account, who can’t make a declaration here; or collected without names',
  undeclared: 'The member hasn’t made a declaration',
  outside: 'More than four years before the declaration, or after it was withdrawn',
} as const;
export type ExclusionReason = keyof typeof exclusionReasonLabels;

/** A declaration also covers payments in this many years before it. */
const coveredYearsBefore = 4;

/** Returns the same day some years earlier. For a leap day, returns 28 February if the earlier year has none. */
const subtractYears = (day: CalendarDate, years: number): CalendarDate => {
  const year = String(Number(day.slice(0, 4)) - years).padStart(4, '0');
  return `${year}-${day.slice(5) === '02-29' && !isLeap(Number(year)) ? '02-28' : day.slice(5)}`;
};

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/**
 * Returns true if a declaration covers a payment on a day. It covers the time from four years before the declaration
 * until the day before it ended.
 */
const covers = ({ declared_on, ended_on }: Declaration, day: CalendarDate): boolean =>
  day >= subtractYears(declared_on, coveredYearsBefore) && (ended_on === '' || day < ended_on);

/** Splits payments into those that can be claimed, each with its declaration, and the others, each with the reason. */
export function buildGiftAidSchedule<Payment extends GiftAidPayment>(
  payments: readonly Payment[],
  declared: readonly Declaration[],
  giftPlans: ReadonlySet<string>,
): { lines: { paid: Payment; by: Declaration }[]; leftOut: { paid: Payment; why: ExclusionReason }[] } {
  const byMember = Map.groupBy(declared, ({ user_id }) => user_id);
  const lines: { paid: Payment; by: Declaration }[] = [];
  const leftOut: { paid: Payment; why: ExclusionReason }[] = [];
  for (const paid of payments) {
    const declarations = paid.user_id === null ? [] : (byMember.get(paid.user_id) ?? []);
    // The latest declaration that covers the payment is used, because it has the donor's newest name and address
    const by = declarations
      .toSorted((a, b) => (a.declared_on < b.declared_on ? 1 : -1))
      .find((declaration) => covers(declaration, paid.day));
    const why = findExclusionReason(paid, giftPlans, declarations.length > 0);
    if (why) leftOut.push({ paid, why });
    else if (by) lines.push({ paid, by });
    else leftOut.push({ paid, why: 'outside' });
  }
  return { lines, leftOut };
}

function findExclusionReason(
  paid: GiftAidPayment,
  giftPlans: ReadonlySet<string>,
  hasDeclared: boolean,
): ExclusionReason | undefined {
  if (paid.pence <= 0) return 'nothing';
  if (paid.plan_id !== '' && !giftPlans.has(paid.plan_id)) return 'benefit';
  if (paid.for_other) return 'other';
  if (paid.user_id === null) return 'nobody';
  return hasDeclared ? undefined : 'undeclared';
}

/**
 * Returns the pence that HMRC adds to a gift. The basic rate is 20% of the income before tax, which is a quarter of the
 * gift. Fractions of a penny are dropped.
 */
export const calculateGiftAid = (pence: number): number => Math.floor(pence / 4);

/** The columns of HMRC's schedule, without the line number. */
export const scheduleHeadings = [
  'Title',
  'First name',
  'Last name',
  'House name or number',
  'Postcode',
  'Aggregated donations',
  'Sponsored event',
  'Donation date',
  'Amount',
] as const;

/** The maximum lengths in HMRC's form, in characters. */
const [maxTitleLength, maxNameLength, maxHouseLength] = [4, 35, 40];

/** Short forms of titles that are too long for HMRC's form. */
const shortTitles = new Map([
  ['reverend', 'Rev'],
  ['professor', 'Prof'],
  ['doctor', 'Dr'],
  ['father', 'Fr'],
  ['sister', 'Sr'],
  ['brother', 'Br'],
  ['mister', 'Mr'],
  ['captain', 'Capt'],
  ['colonel', 'Col'],
  ['major', 'Maj'],
  ['commander', 'Cdr'],
  ['lieutenant', 'Lt'],
  ['sergeant', 'Sgt'],
]);

/**
 * Formats a title in at most four letters, as HMRC requires. Returns "" for a longer title without a short form; HMRC
 * accepts an empty column.
 */
function formatTitle(title: string): string {
  const [word = ''] = title.replace(/^the\s+/i, '').split(/[\s.]+/);
  const short = shortTitles.get(word.toLowerCase()) ?? word;
  return short.length > maxTitleLength ? '' : short;
}

/**
 * Returns true for a home outside the UK, which has the postcode "". Jersey, Guernsey and the Isle of Man have British
 * postcodes, but count as outside the UK for Gift Aid.
 */
const isOutsideUk = (postcode: string): boolean => postcode === '' || /^(JE|GY|IM)\d/.test(postcode);

/** Matches a house that a spreadsheet would read as a date or as a number other than the one typed: "4-6", "12E3". */
const looksLikeNumber = /^\d+(\s*[-/.:E]\s*\d+)+$/i;

/**
 * Formats the house name or number. For a home outside the UK, adds the address, as HMRC requires. Puts "No" before a
 * text that a spreadsheet would misread. Cuts the text to the length that HMRC's form allows.
 */
function formatHouse({ house, address, postcode }: Declaration): string {
  const text = isOutsideUk(postcode) && address !== '' ? `${house}, ${address}` : house;
  const safe = looksLikeNumber.test(text) ? `No ${text}` : text;
  if (safe.length <= maxHouseLength) return safe;
  const cut = safe.slice(0, maxHouseLength + 1);
  const end = cut.lastIndexOf(' ');
  return cut.slice(0, end > 0 ? end : maxHouseLength).replace(/,$/, '');
}

/** Formats a line of HMRC's schedule. `amount` is in pounds: "25.00". HMRC takes no hyphens in last names. */
export function formatScheduleRow({
  paid,
  by,
  amount,
}: {
  paid: GiftAidPayment;
  by: Declaration;
  amount: string;
}): string[] {
  return [
    formatTitle(by.title),
    by.firstname.slice(0, maxNameLength),
    by.lastname.replace(/[-‐‑]/g, ' ').slice(0, maxNameLength),
    formatHouse(by),
    isOutsideUk(by.postcode) ? 'X' : by.postcode,
    '',
    '',
    `${paid.day.slice(8, 10)}/${paid.day.slice(5, 7)}/${paid.day.slice(2, 4)}`,
    amount,
  ];
}

const ukPostcode = /^([A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})$/;

/** Parses a UK postcode into capitals with a space, as HMRC's form requires; undefined for other text. */
export function parsePostcode(typed: string): string | undefined {
  const [, outward, inward] =
    ukPostcode.exec(
      typed
        .toUpperCase()
        .replace(/\s+/g, '')
        .replace(/(...)$/, ' $1'),
    ) ?? [];
  return outward && inward ? `${outward} ${inward}` : undefined;
}
