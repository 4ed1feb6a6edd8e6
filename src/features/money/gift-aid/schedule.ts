import type { CalendarDate } from '#platform/shared/dates/dates.ts';

/** A subscription or a donation that was paid, without refunds. */
export interface GiftAidPayment {
  id: string;
  /** The member who paid; null for a payer without an account. */
  user_id: string | null;
  name: string;
  /** "" for a donation, which is a gift under any plan. */
  plan_id: string;
  /** The plan's name, or "Donation". */
  label: string;
  day: CalendarDate;
  /** The pence left of it. */
  pence: number;
  /** True if the payment was for another person's subscription. */
  for_other: boolean;
}

/** A member's declaration, and the days of its making and withdrawal. */
export interface Declaration {
  user_id: string | null;
  title: string;
  firstname: string;
  lastname: string;
  house: string;
  address: string;
  /** "" of a home outside the UK. */
  postcode: string;
  declared_on: CalendarDate;
  /** "" while it is in force. */
  ended_on: CalendarDate | '';
}

/** The reasons for leaving a payment out of the schedule, in the order of the checks. */
export const exclusionReasonLabels = {
  nothing: 'Refunded, or entered by mistake and corrected',
  benefit: 'Plan not set up for Gift Aid',
  other: 'Paid for someone else, so it isn’t a gift from the payer',
  nobody: 'Paid by someone without an account, who can’t make a declaration here, or collected without names',
  undeclared: 'The member hasn’t made a declaration',
  outside: 'More than four years before the declaration, or after it was withdrawn',
} as const;
export type ExclusionReason = keyof typeof exclusionReasonLabels;

/** The number of years before it that a declaration covers. */
const yearsBefore = 4;

/** Returns the same day some years before; of 29 February the 28th. */
const before = (day: CalendarDate, years: number): CalendarDate => {
  const year = String(Number(day.slice(0, 4)) - years).padStart(4, '0');
  return `${year}-${day.slice(5) === '02-29' && !isLeap(Number(year)) ? '02-28' : day.slice(5)}`;
};

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/**
 * Returns true if a declaration covers a payment on a day: from four years before the declaration until its withdrawal.
 */
const covers = ({ declared_on, ended_on }: Declaration, day: CalendarDate): boolean =>
  day >= before(declared_on, yearsBefore) && (ended_on === '' || day < ended_on);

/** Separates the claimable payments, each with its declaration, from the others, each with the reason. */
export function buildSchedule<One extends GiftAidPayment>(
  paid: readonly One[],
  declared: readonly Declaration[],
  giftPlans: ReadonlySet<string>,
): { lines: { paid: One; by: Declaration }[]; leftOut: { paid: One; why: ExclusionReason }[] } {
  const byMember = Map.groupBy(declared, ({ user_id }) => user_id);
  const lines: { paid: One; by: Declaration }[] = [];
  const leftOut: { paid: One; why: ExclusionReason }[] = [];
  for (const one of paid) {
    const theirs = one.user_id === null ? [] : (byMember.get(one.user_id) ?? []);
    // The latest declaration has the present name and address
    const by = theirs
      .toSorted((a, b) => (a.declared_on < b.declared_on ? 1 : -1))
      .find((declaration) => covers(declaration, one.day));
    const why = hindrance(one, giftPlans, theirs.length > 0);
    if (why) leftOut.push({ paid: one, why });
    else if (by) lines.push({ paid: one, by });
    else leftOut.push({ paid: one, why: 'outside' });
  }
  return { lines, leftOut };
}

function hindrance(
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
 * Returns the amount that HMRC adds to gifts, in pence: the basic rate of 20% on the income before tax, which is a
 * quarter of the gift.
 */
export const calculateGiftAid = (pence: number): number => Math.floor(pence / 4);

/** The columns of HMRC's schedule, after the number of its line. */
export const scheduleHead = [
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

/** The maximum length in HMRC's form, in characters. It takes no hyphen in a last name. */
const [longestTitle, longestName, longestHouse] = [4, 35, 40];

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

/** Returns a title in HMRC's four letters; "" for one without such a form, since the column may be empty. */
function formatTitle(title: string): string {
  const [word = ''] = title.replace(/^the\s+/i, '').split(/[\s.]+/);
  const short = shortTitles.get(word.toLowerCase()) ?? word;
  return short.length > longestTitle ? '' : short;
}

/** Jersey, Guernsey and the Isle of Man have British postcodes, but are outside the UK for Gift Aid. */
const isOutsideUk = (postcode: string): boolean => postcode === '' || /^(JE|GY|IM)\d/.test(postcode);

/** A house like this would become a date or another number when a spreadsheet opens the file. */
const readAsNumber = /^\d+(\s*[-/.:E]\s*\d+)+$/i;

/** Returns the house, or outside the UK the whole address, by which HMRC finds a donor. */
function formatHouse({ house, address, postcode }: Declaration): string {
  const text = isOutsideUk(postcode) && address !== '' ? `${house}, ${address}` : house;
  const safe = readAsNumber.test(text) ? `No ${text}` : text;
  if (safe.length <= longestHouse) return safe;
  const cut = safe.slice(0, longestHouse + 1);
  const end = cut.lastIndexOf(' ');
  return cut.slice(0, end > 0 ? end : longestHouse).replace(/,$/, '');
}

/** A line of HMRC's schedule: `amount` in its format, "25.00". */
export function scheduleRow({ paid, by, amount }: { paid: GiftAidPayment; by: Declaration; amount: string }): string[] {
  return [
    formatTitle(by.title),
    by.firstname.slice(0, longestName),
    by.lastname.replace(/[-‐‑]/g, ' ').slice(0, longestName),
    formatHouse(by),
    isOutsideUk(by.postcode) ? 'X' : by.postcode,
    '',
    '',
    `${paid.day.slice(8, 10)}/${paid.day.slice(5, 7)}/${paid.day.slice(2, 4)}`,
    amount,
  ];
}

const british = /^([A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})$/;

/** Formats a British postcode with capitals and its space, as HMRC's form requires; undefined for other text. */
export function parsePostcode(typed: string): string | undefined {
  const [, outward, inward] =
    british.exec(
      typed
        .toUpperCase()
        .replace(/\s+/g, '')
        .replace(/(...)$/, ' $1'),
    ) ?? [];
  return outward && inward ? `${outward} ${inward}` : undefined;
}
