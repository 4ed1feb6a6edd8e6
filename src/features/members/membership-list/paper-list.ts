import type { ManualPaymentSource } from '#features/money/ledger/entry.ts';
import { getRenewalDate } from '#features/money/subscriptions/renewal.ts';
import { type AddNote, type CellReader, RowError } from '#platform/shared/calls/imports.ts';
import {
  type ImportAnswersByKey,
  isPlaceholderText,
  isScientificNotation,
  isTotalsLine,
  parseEmailCell,
  RowErrors,
  restorePhoneZero,
} from '#platform/shared/calls/list-cells.ts';
import {
  type DayMonthOrder,
  getDayMonthOrder,
  type ParsedListDate,
  parseListDate,
} from '#platform/shared/calls/list-dates.ts';
import { addDays, type CalendarDate, formatDate, getLastDay } from '#platform/shared/dates/dates.ts';
import { parsePounds } from '#platform/shared/money.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { findItemsBySimilarName } from '#platform/shared/text/find-similar-name.ts';
import { formatPersonName } from '#platform/shared/text/person-name.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { decideIfRowCounts, isUnpaidMark, memberStatusColumnAliases } from './member-status.ts';

/** The columns of a paper list, with alternative headings. */
export const memberColumnAliases = {
  name: ['member', 'full name', 'member name', 'members'],
  'first name': ['first', 'forename', 'given name', 'christian name'],
  'last name': ['last', 'surname', 'family name'],
  email: ['email address', 'mail', 'e-mail'],
  phone: ['telephone', 'tel', 'mobile', 'phone number'],
  plan: ['membership', 'membership type', 'type', 'level', 'category', 'subscription'],
  amount: ['paid', 'amount paid', 'fee', 'sub', 'subs', 'sum'],
  'paid on': ['date paid', 'paid date', 'payment date', 'date'],
  how: ['paid by', 'how paid', 'method', 'payment method', 'payment'],
  until: ['paid until', 'valid until', 'expires', 'expiry', 'expiry date', 'to'],
  ...memberStatusColumnAliases,
} as const satisfies Record<string, readonly string[]>;
export type PaperListColumn = keyof typeof memberColumnAliases;

/** A person on a paper list, as the row describes them. */
export interface PaperListRow {
  line: number;
  name: string;
  /** The email address; "" if the list has none. */
  email: string;
  phone: string;
  plan_id: string;
  amount: number;
  paid_on: CalendarDate | '';
  how: ManualPaymentSource | '';
  paid_until: CalendarDate;
}

export interface SocietyPlan {
  id: string;
  name: string;
  amount: number;
  renewal_month: string;
}

/**
 * A row that is imported, or a row that is skipped: totals, or somebody who has left, has cancelled, was refunded or
 * hasn't paid.
 */
export type ParsedPaperListRow = { row: PaperListRow } | { skipped: string; line: number };

export interface PaperListContext {
  plans: readonly SocietyPlan[];
  today: CalendarDate;
  /** The plans that the user has chosen for names on the list, by folded name; "none" leaves the rows out. */
  planChoices?: Readonly<Record<string, string>>;
}

const maxNameLength = 100;
const maxPhoneLength = 40;

type Note = AddNote<PaperListColumn>;

/**
 * Parses a row of a paper list. Remarks on how its cells were read are reported with `addNote`; `answers` are the
 * answers to the questions about the list.
 * @throws RowError with everything in the row that can't be read
 */
export function parsePaperListRow(
  line: number,
  cell: CellReader<PaperListColumn>,
  { plans, today, planChoices = {} }: PaperListContext,
  addNote: Note = () => undefined,
  answers: ImportAnswersByKey = new Map(),
): ParsedPaperListRow {
  const text = (column: PaperListColumn) => cleanLine(cell(column));
  const totals = findTotals(text);
  if (totals !== undefined) return { line, skipped: totals };
  const faults = new RowErrors<PaperListColumn>();
  const name = faults.attempt(() => parseName(text), '');
  const status = faults.attempt(() => decideIfRowCounts(cell, plans, answers), { meaning: 'counts' as const });
  const skip = (reason: string) => ({ line, skipped: name === '' ? reason : `${name}: ${reason}` });
  if (status.meaning === 'off') return skip(status.reason);
  const email = faults.attempt(() => parseEmail(text('email'), addNote), '');
  const phone = faults.attempt(() => parsePhone(text('phone'), addNote), '');
  const plan = faults.attempt(() => parsePlan(text('plan'), plans, planChoices), undefined);
  const amount = faults.attempt(() => parseAmount(text('amount')), undefined);
  const readDate: DateReader = (column, written) => parseDate(column, written, getDayMonthOrder(answers), addNote);
  const paid_on = faults.attempt(() => parsePaidOn(text('paid on'), today, readDate), undefined);
  const how = parsePaymentMethod(text('how'), addNote);
  const until = faults.attempt(() => parsePaidUntil(text('until'), readDate), undefined);
  if (until === '' && paid_on === '') faults.add('until', 'there is no “paid until” date and no “paid on” date');
  faults.throwIfAny();
  // If there are no faults, all three values are known, but the types don't say so
  if (!plan || paid_on === undefined || until === undefined) throw new RowError('until', 'the row can’t be read');
  const paid_until = until || addDays(getRenewalDate(paid_on, plan.renewal_month), -1);
  // A row that is marked as lapsed or unpaid is skipped unless its paid time is over
  if (status.meaning === 'over' && paid_until >= today)
    return skip(`${status.reason}, but paid until ${formatDate(paid_until, 'day')}`);
  const row = { line, name, email, phone, plan_id: plan.id, amount: amount ?? plan.amount, paid_on, how, paid_until };
  return { row };
}

/** Returns the text that identifies a row as totals; undefined for any other row. */
function findTotals(text: (column: PaperListColumn) => string): string | undefined {
  const [email, until, paidOn] = [text('email'), text('until'), text('paid on')];
  if (email !== '' || (until !== '' && paidOn !== '')) return undefined;
  const cells = (Object.keys(memberColumnAliases) as PaperListColumn[]).map(text);
  const totals = cells.find(isTotalsLine);
  if (totals !== undefined) return totals;
  const [only, ...others] = cells.filter((one) => one !== '');
  return others.length === 0 && only !== undefined && text('amount') === only && parsePounds(only) !== null
    ? only
    : undefined;
}

/** Returns the name as people say it. Lists may have "BROWN, KATE" or "Mrs Jean Potts". */
function parseName(text: (column: PaperListColumn) => string): string {
  const [whole, first, last] = [text('name'), text('first name'), text('last name')];
  const name = formatPersonName(whole || (first && last ? `${last}, ${first}` : first || last));
  if (name === '') throw new RowError('name', 'the name is missing');
  if (name.length > maxNameLength) throw new RowError('name', `longer than ${maxNameLength} characters`);
  return name;
}

function parsePhone(text: string, addNote: Note): string {
  if (isPlaceholderText(text)) return '';
  if (isScientificNotation(text)) {
    addNote('phone', 'skipped', `The phone number “${text}” was shortened by the spreadsheet, so it’s left out.`);
    return '';
  }
  const phone = restorePhoneZero(text);
  if (phone.length > maxPhoneLength) throw new RowError('phone', `longer than ${maxPhoneLength} characters`);
  return phone;
}

/**
 * Finds the plans that a name on a list may mean; if the name is clear, exactly one. An empty name means the society's
 * plan, if it has only one.
 */
export const findPlansByName = (text: string, plans: readonly SocietyPlan[]): SocietyPlan[] =>
  text === '' ? (plans.length === 1 ? [...plans] : []) : findItemsBySimilarName(text, plans);

function parsePlan(
  text: string,
  plans: readonly SocietyPlan[],
  choices: NonNullable<PaperListContext['planChoices']>,
): SocietyPlan {
  const choice = Object.hasOwn(choices, foldText(text)) ? choices[foldText(text)] : undefined;
  if (choice === 'none') throw new RowError('plan', `“${text}” is left out, as you chose`);
  const found = findPlansByName(text, plans);
  const plan = plans.find(({ id }) => id === choice) ?? (found.length === 1 ? found[0] : undefined);
  if (plan) return plan;
  const list = (some: readonly SocietyPlan[]) => some.map(({ name }) => name).join(', ');
  if (text === '') throw new RowError('plan', `the plan is missing; ours are ${list(plans)}`);
  throw new RowError(
    'plan',
    found.length > 1 ? `“${text}” could be ${list(found)}` : `“${text}” isn’t one of our plans: ${list(plans)}`,
  );
}

function parseEmail(text: string, addNote: Note): string {
  const read = parseEmailCell(text);
  if (!read) throw new RowError('email', `“${text.slice(0, 80)}” isn’t an email address`);
  if (read.others.length > 0)
    addNote('email', 'read', `Only the first email address is used, not ${read.others.join(', ')}.`);
  return read.email;
}

/** Returns the amount in pence; undefined means the plan's amount. */
function parseAmount(text: string): number | undefined {
  if (text === '' || isPlaceholderText(text) || isUnpaidMark(text) || /^(?:y|yes|paid|✓|✔|x)$/i.test(text))
    return undefined;
  const pence = parsePounds(text.replace(/^gbp\s?|\s?gbp$/i, ''));
  if (pence === null) throw new RowError('amount', `“${text}” isn’t an amount: write it like 12.50`);
  return pence;
}

type DateReader = (column: PaperListColumn, text: string) => ParsedListDate;

function parseDate(column: PaperListColumn, text: string, order: DayMonthOrder, addNote: Note): ParsedListDate {
  const read = parseListDate(text, order);
  if ('fault' in read) throw new RowError(column, read.fault);
  if (read.precision === 'year') throw new RowError(column, `“${text}” needs a month`);
  if (read.isUnclear) addNote(column, 'read', `“${text}” is read as ${formatDate(read.date, read.precision)}.`);
  return read;
}

function parsePaidOn(text: string, today: CalendarDate, readDate: DateReader): CalendarDate | '' {
  if (text === '') return '';
  const { date, precision } = readDate('paid on', text);
  const day = getLastDay(date, precision);
  if (day <= today) return day;
  // This month's payment may be listed without its day
  if (precision === 'day' || date > today) throw new RowError('paid on', `“${text}” is in the future`);
  return today;
}

function parsePaidUntil(text: string, readDate: DateReader): CalendarDate | '' {
  if (text === '') return '';
  if (/^(?:for )?life(?:time| member(?:ship)?)?$/i.test(text)) {
    throw new RowError(
      'until',
      `“${text}” isn’t a date; for life members write one that is far ahead, such as 31/12/2099`,
    );
  }
  const { date, precision } = readDate('until', text);
  return getLastDay(date, precision);
}

/** Returns true if a “paid until” date is so far ahead that it may be a typing mistake. */
export const isPaidUntilFarAhead = (paidUntil: CalendarDate, today: CalendarDate): boolean =>
  paidUntil > addDays(today, daysAhead);
const daysAhead = 2 * 366;

const paypal = /^(?:pay ?pal|pp)$/;
/**
 * The payment methods, with patterns for folded text. The first match counts, so that "bank card" isn't taken for a bank
 * transfer.
 */
const paymentMethods: readonly (readonly [ManualPaymentSource, RegExp])[] = [
  ['cheque', /\b(?:cheques?|checks?|chqs?|cheqs?|chq?ue)\b/],
  [
    'card_machine',
    /\b(?:card|cc|visa|mastercard|amex|contactless|sum ?up|i?zettle|stripe|square|apple pay|google pay)\b/,
  ],
  [
    'transfer',
    /\b(?:bank(?:ed|ing)?|transfer(?:red)?|tfr|trf|trans|bacs|chaps|online|internet|giro|standing order|st order|s o|so|direct debit|d d|dd|gocardless|faster payments?|fpo?|fps|eft)\b/,
  ],
  ['transfer', paypal],
  ['cash', /\b(?:cash|coins?|notes?)\b/],
];

function parsePaymentMethod(text: string, addNote: Note): PaperListRow['how'] {
  if (text === '' || isPlaceholderText(text)) return '';
  const found = paymentMethods.find(([, pattern]) => pattern.test(foldText(text)))?.[0];
  if (!found)
    addNote('how', 'skipped', `“${text.slice(0, 40)}” isn’t a payment method we know, so the method is left empty.`);
  else if (paypal.test(foldText(text))) addNote('how', 'read', `${text} is listed as a bank transfer.`);
  return found ?? '';
}
