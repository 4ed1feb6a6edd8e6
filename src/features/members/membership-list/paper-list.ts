import { parseWrittenDate } from '#features/archive/shows/partial-dates.ts';
import type { ManualSource } from '#features/money/ledger/entry.ts';
import { getRenewalDate } from '#features/money/membership/period.ts';
import { type CellReader, RowError } from '#platform/shared/calls/imports.ts';
import { email as emailSchema } from '#platform/shared/calls/schemas.ts';
import { addDays, type CalendarDate, getLastDay } from '#platform/shared/dates/dates.ts';
import { parsePounds } from '#platform/shared/money.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { formatPersonName } from '#platform/shared/text/person-name.ts';
import { fold } from '#platform/shared/text/text.ts';

/** The columns of a paper list, with alternative headings. */
export const memberColumnAliases = {
  name: ['member', 'full name', 'member name', 'members'],
  'first name': ['forename', 'given name', 'christian name'],
  'last name': ['surname', 'family name'],
  email: ['email address', 'mail', 'e-mail'],
  phone: ['telephone', 'tel', 'mobile', 'phone number'],
  plan: ['membership', 'membership type', 'type', 'level', 'category', 'subscription'],
  amount: ['paid', 'amount paid', 'fee', 'sub', 'subs', 'sum'],
  'paid on': ['date paid', 'paid date', 'payment date', 'date'],
  how: ['paid by', 'how paid', 'method', 'payment method', 'payment'],
  until: ['paid until', 'valid until', 'expires', 'expiry', 'expiry date', 'to'],
} as const satisfies Record<string, readonly string[]>;
export type PaperListColumn = keyof typeof memberColumnAliases;

/** A person on a paper list, as the row describes them. */
export interface PaperListRow {
  line: number;
  name: string;
  /** "" if the list has no address. */
  email: string;
  phone: string;
  plan_id: string;
  amount: number;
  paid_on: CalendarDate | '';
  how: ManualSource | '';
  paid_until: CalendarDate;
}

export interface KnownPlan {
  id: string;
  name: string;
  amount: number;
  renewal_month: string;
}

const longestName = 100;
const longestPhone = 40;

/**
 * Parses the row of a person on a paper list.
 * @throws RowError naming the column that can't be read
 */
export function parsePaperListRow(
  line: number,
  cell: CellReader<PaperListColumn>,
  { plans, today }: { plans: readonly KnownPlan[]; today: CalendarDate },
): PaperListRow {
  const text = (column: PaperListColumn) => cleanLine(cell(column));
  const name = nameIn(text);
  if (name === '') throw new RowError('name', 'the name is missing');
  if (name.length > longestName) throw new RowError('name', `longer than ${longestName} characters`);
  const phone = text('phone');
  if (phone.length > longestPhone) throw new RowError('phone', `longer than ${longestPhone} characters`);
  const plan = planNamed(text('plan'), plans);
  const paid_on = paidOn(text('paid on'), today);
  return {
    ...{ line, name, phone, paid_on, plan_id: plan.id },
    email: addressIn(text('email')),
    amount: amountIn(text('amount'), plan),
    how: howIn(text('how')),
    paid_until: untilIn(text('until'), paid_on, plan),
  };
}

/** Returns the name as it is spoken: lists have "BROWN, KATE" and "Mrs Jean Potts". */
function nameIn(text: (column: PaperListColumn) => string): string {
  const [name, first, last] = [text('name'), text('first name'), text('last name')];
  return formatPersonName(name || (first && last ? `${last}, ${first}` : first || last));
}

function planNamed(text: string, plans: readonly KnownPlan[]): KnownPlan {
  const [only] = plans;
  const found = text === '' && plans.length === 1 ? only : plans.find(({ name }) => fold(name) === fold(text));
  if (found) return found;
  const ours = plans.map(({ name }) => name).join(', ');
  throw new RowError(
    'plan',
    text === '' ? `there is no plan; ours are ${ours}` : `“${text}” isn’t one of our plans: ${ours}`,
  );
}

function addressIn(text: string): string {
  if (text === '') return '';
  const read = emailSchema('').safeParse(text);
  if (!read.success) throw new RowError('email', `“${text.slice(0, 80)}” isn’t an email address`);
  return read.data;
}

function amountIn(text: string, plan: KnownPlan): number {
  if (text === '') return plan.amount;
  const pence = parsePounds(text);
  if (pence === null) throw new RowError('amount', `“${text}” isn’t an amount; enter it such as 12.50`);
  return pence;
}

function dayIn(column: PaperListColumn, text: string): CalendarDate {
  const date = parseWrittenDate(text);
  if ('fault' in date) throw new RowError(column, date.fault);
  if (date.precision === 'year') throw new RowError(column, `“${text}” needs a month`);
  return getLastDay(date.date, date.precision);
}

function paidOn(text: string, today: CalendarDate): CalendarDate | '' {
  if (text === '') return '';
  const day = dayIn('paid on', text);
  if (day <= today) return day;
  const isThisMonth = day.slice(0, 7) === today.slice(0, 7) && monthIn(text);
  if (!isThisMonth) throw new RowError('paid on', `“${text}” is in the future`);
  return today;
}

/** Returns true if the text names a month without a day. */
function monthIn(text: string): boolean {
  const date = parseWrittenDate(text);
  return 'precision' in date && date.precision === 'month';
}

const ways: readonly (readonly [ManualSource, RegExp])[] = [
  ['cash', /^cash$/],
  ['card_machine', /^(card|card machine|card reader)$/],
  ['transfer', /^(bank|transfer|bank transfer|bacs|online|standing order|so|direct debit|dd)$/],
  ['cheque', /^(cheque|check|chq|cheq)$/],
];

function howIn(text: string): PaperListRow['how'] {
  if (text === '') return '';
  const found = ways.find(([, pattern]) => pattern.test(fold(text)));
  if (!found) throw new RowError('how', `“${text}” is neither cash, card, transfer nor cheque`);
  return found[0];
}

function untilIn(text: string, paid: CalendarDate | '', { renewal_month }: KnownPlan): CalendarDate {
  if (text !== '') return dayIn('until', text);
  if (paid === '') throw new RowError('until', 'there is no “paid until” date and no “paid on” date');
  return addDays(getRenewalDate(paid, renewal_month), -1);
}
