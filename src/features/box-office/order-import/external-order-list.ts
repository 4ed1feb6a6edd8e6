import { maxTicketsPerOrder } from '#features/box-office/orders/order.ts';
import { type CellReader, RowError } from '#platform/shared/calls/imports.ts';
import {
  formatUnknownStatusReason,
  getStatusAnswer,
  type ImportAnswersByKey,
  isAffirmativeText,
  isPartialStatus,
  isScientificNotation,
  isTotalsLine,
  listStatusLines,
  parseEmailCell,
  parseSignedPounds,
  parseStatus,
  RowErrors,
  restorePhoneZero,
  type StatusColumn,
  statusColumnAliases,
} from '#platform/shared/calls/list-cells.ts';
import { type DayMonthOrder, getDayMonthOrder, parseListDate } from '#platform/shared/calls/list-dates.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';

/** Columns of another shop's list, with the alternative headings accepted for each. */
export const orderColumnAliases = {
  reference: [
    'ref',
    'ref no',
    'reference no',
    'reference number',
    'order',
    'order number',
    'order no',
    'order id',
    'order ref',
    'order reference',
    'booking',
    'booking reference',
    'booking ref',
    'booking number',
    'booking no',
    'booking id',
    'purchase id',
    'registration id',
    'confirmation number',
    'confirmation code',
    'transaction',
  ],
  name: [
    'customer',
    'customer name',
    'full name',
    'buyer',
    'buyer name',
    'booked by',
    'booker',
    'booker name',
    'booking name',
    'purchaser',
    'purchaser name',
    'attendee',
    'attendee name',
    'ticket holder',
    'contact name',
  ],
  'first name': ['first', 'forename', 'given name', 'customer first name', 'buyer first name', 'booking first name'],
  'last name': [
    'last',
    'surname',
    'family name',
    'customer last name',
    'customer surname',
    'buyer last name',
    'booking last name',
  ],
  email: [
    'email address',
    'mail',
    'customer email',
    'buyer email',
    'customer email address',
    'booking email',
    'contact email',
  ],
  phone: [
    'telephone',
    'tel',
    'mobile',
    'phone number',
    'telephone number',
    'mobile number',
    'cell phone',
    'customer phone',
    'contact number',
  ],
  type: [
    'ticket type',
    'ticket',
    'tickets',
    'ticket name',
    'ticket description',
    'ticket category',
    'ticket kind',
    'ticket class',
    'kind',
    'price band',
    'price type',
    'price level',
    'price category',
    'concession',
    'tier',
    'category',
    'item',
    'product',
  ],
  quantity: [
    'qty',
    'count',
    'number',
    'number of tickets',
    'no of tickets',
    'ticket quantity',
    'ticket qty',
    'quantity of tickets',
    'total tickets',
    'tickets sold',
    'tickets booked',
    'number of seats',
    'no of seats',
    'how many',
  ],
  price: ['ticket price', 'unit price', 'price each', 'price per ticket', 'face value'],
  total: [
    'total paid',
    'amount paid',
    'paid',
    'amount',
    'total price',
    'total amount',
    'order total',
    'booking total',
    'line total',
    'gross',
    'gross amount',
  ],
  ...statusColumnAliases,
  seats: ['seat', 'seat numbers', 'seat number', 'seat no', 'allocated seats', 'seat label'],
  note: ['notes', 'comment', 'comments', 'remarks', 'customer notes', 'booking notes', 'special requirements'],
  date: [
    'performance',
    'performance date',
    'performance date and time',
    'event date',
    'event date and time',
    'event start',
    'event start date',
    'show date',
    'session',
    'session date',
    'day',
  ],
  time: [
    'performance time',
    'event time',
    'event start time',
    'session time',
    'show time',
    'start',
    'start time',
    'starts',
  ],
} as const satisfies Record<string, readonly string[]>;
export type OrderColumn = keyof typeof orderColumnAliases;

/** Columns that may occur several times in one file: both an order and its tickets have a status. */
export const repeatableOrderColumns: readonly OrderColumn[] = ['total', 'status', 'cancelled', 'refunded'];

/** A row of an external shop's list: some tickets of one type. An order may have several rows. */
export interface ExternalOrderRow {
  line: number;
  /** The external shop's reference of the order. */
  reference: string;
  name: string;
  /** The buyer's email address. In this and the following texts, "" means that the list has no value. */
  email: string;
  phone: string;
  type: string;
  quantity: number;
  /** The price of each ticket; null if the ticket type's price applies. */
  pence: number | null;
  /** Seat labels such as C7. If there are fewer seats than tickets, the rest are seated later. */
  seats: string[];
  note: string;
  date: CalendarDate | '';
  /** The start of the performance: "19:30". */
  time: string;
}

export const maxOrderFieldLengths = { reference: 60, name: 80, phone: 40, type: 40, note: 300 } as const;

/** A row that isn't imported although it has no fault, such as a refunded order. */
export interface SkippedOrderRow {
  line: number;
  reference: string;
  name: string;
  /** The reason why the row is left out. */
  skipped: string;
}

/**
 * Parses a row of an external shop's list. `answers` are the answers to the questions about the list.
 * @throws RowError with everything in the row that can't be read
 */
export function parseExternalOrderRow(
  line: number,
  cell: CellReader<OrderColumn>,
  answers: ImportAnswersByKey = new Map(),
): ExternalOrderRow | SkippedOrderRow {
  const text = (column: OrderColumn) => cleanLine(cell(column));
  const faults = new RowErrors<OrderColumn>();
  const short = (column: keyof typeof maxOrderFieldLengths, written = text(column)) =>
    faults.attempt(() => {
      if (written.length > maxOrderFieldLengths[column])
        throw new RowError(column, `longer than ${maxOrderFieldLengths[column]} characters`);
      return written;
    }, written);
  const reference = short('reference');
  const name = short('name', text('name') || `${text('first name')} ${text('last name')}`.trim());
  const about = { line, reference, name };
  if (isTotalsLine(reference) || (reference === '' && isTotalsLine(name)))
    return { ...about, skipped: 'a line of totals' };
  const order = parseTickets(text('type'), text('quantity'), faults);
  const price = faults.attempt(() => parsePrice(text('price')), null);
  const exclusion = faults.attempt(() => findExclusion(cell, { price, quantity: order.quantity }, answers), {});
  if ('reason' in exclusion) return { ...about, skipped: exclusion.reason };
  if (reference === '') faults.add('reference', 'the reference is missing');
  if (name === '') faults.add('name', 'the name is missing');
  const seats = faults.attempt(() => parseSeats(text('seats')), []);
  const { quantity } = order;
  if (seats.length > quantity) {
    faults.add('seats', `${seats.length} seats for ${quantity === 1 ? 'one ticket' : `${quantity} tickets`}`);
  }
  const email = faults.attempt(() => parseEmail(text('email')), '');
  const moment = faults.attempt(() => parseMoment(text('date'), text('time'), getDayMonthOrder(answers)), {
    date: '' as const,
    time: '',
  });
  const row = {
    ...about,
    ...{ quantity, seats, email, phone: short('phone', parsePhone(text('phone'))), type: short('type', order.type) },
    ...{ note: short('note'), pence: 'isFree' in exclusion ? 0 : price, ...moment },
  };
  faults.throwIfAny();
  return row;
}

/** Parses a ticket type and a number of tickets. One column may have both: "2 x Adult", "Adult x 2", "2". */
function parseTickets(
  type: string,
  quantity: string,
  faults: RowErrors<OrderColumn>,
): { type: string; quantity: number } {
  const [, before, named, other, after, alone] =
    /^(?:(\d{1,3})\s?[x×]\s?(\D.*)|(.*\D)\s[x×]\s?(\d{1,3})|(\d{1,3}))$/i.exec(type) ?? [];
  const count = before ?? after ?? alone;
  if (quantity !== '' || count === undefined) {
    return { type, quantity: faults.attempt(() => parseQuantity(quantity), 1) };
  }
  return { type: (named ?? other ?? '').trim(), quantity: faults.attempt(() => parseQuantity(count), 1) };
}

function parseQuantity(text: string): number {
  if (text === '') return 1;
  const figures = /^(\d{1,4})(?:\.0+)?$/.exec(text)?.[1] ?? '0';
  const quantity = Number(figures);
  if (quantity < 1 || quantity > maxTicketsPerOrder) {
    throw new RowError('quantity', `“${text.slice(0, 40)}” isn’t a number from 1 to ${maxTicketsPerOrder}`);
  }
  return quantity;
}

function parseEmail(text: string): string {
  const read = parseEmailCell(text);
  if (!read) throw new RowError('email', `“${text.slice(0, 80)}” isn’t an email address`);
  return read.email;
}

/** Returns the phone number; "" if a spreadsheet has shortened it. */
const parsePhone = (text: string): string => (isScientificNotation(text) ? '' : restorePhoneZero(text));

/**
 * Parses a price. Returns pence, negative for a refund; null for an empty cell.
 *
 * @throws RowError if the text isn't an amount
 */
function parsePrice(text: string): number | null {
  if (text === '') return null;
  const pence = parseSignedPounds(text);
  if (pence === null) throw new RowError('price', `“${text.slice(0, 40)}” isn’t an amount: write it like 12.50`);
  return pence;
}

/** Parses seat labels such as "C7, C8" or "C7 C8". */
function parseSeats(text: string): string[] {
  const seats = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((seat) => seat !== '');
  const twice = seats.find((seat, at) => seats.indexOf(seat) !== at);
  if (twice) throw new RowError('seats', `${twice.slice(0, 20)} is listed twice`);
  return seats;
}

function parseMoment(day: string, hour: string, order: DayMonthOrder): Pick<ExternalOrderRow, 'date' | 'time'> {
  // In many lists, one column has both the date and the time
  const both = /^(.*?\S)(?:T|\s+(?:at\s+)?)(\d{1,2}[:.]\d\d(?::\d\d)?\s*(?:am|pm)?|\d{1,2}\s*(?:am|pm))$/i.exec(day);
  const [date, time] = both && hour === '' ? [both[1] ?? '', both[2] ?? ''] : [day, hour];
  return { date: parseDate(date, order), time: parseTime(time) };
}

function parseDate(text: string, order: DayMonthOrder): CalendarDate | '' {
  if (text === '') return '';
  const read = parseListDate(text.replace(/[\s,–-]+$/, ''), order);
  if ('fault' in read) throw new RowError('date', read.fault);
  if (read.precision !== 'day') throw new RowError('date', `“${text}” has no day`);
  return read.date;
}

/**
 * Parses "19:30", "7.30pm" or "7pm". Returns the time as "19:30"; "" for an empty cell.
 *
 * @throws RowError if the text isn't a time
 */
function parseTime(text: string): string {
  if (text === '') return '';
  const [, hours = '', minutes = '00', half = ''] = /^(\d{1,2})(?:[:.](\d\d))?(?::\d\d)?\s*(am|pm)?$/i.exec(text) ?? [];
  const isAfternoon = half.toLowerCase() === 'pm';
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  if (hours === '' || hour > 23 || Number(minutes) > 59) {
    throw new RowError('time', `“${text.slice(0, 40)}” isn’t a time: write it like 19:30`);
  }
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}

/**
 * Finds the reason why a row of an external shop's list doesn't count: it was cancelled, refunded or never paid.
 * `isFree` is true if the row counts, but the shop took no money for its tickets.
 * @throws RowError if a part of the order was refunded and the list doesn't say which, or for a status of unknown meaning
 */
function findExclusion(
  cell: CellReader<StatusColumn | 'total'>,
  { price, quantity }: { price: number | null; quantity: number },
  answers: ImportAnswersByKey,
): { reason: string } | { isFree: true } | Record<string, never> {
  const statuses = listStatusLines(cell, 'status').map((text) => {
    const meaning = parseStatus(text);
    const answer = meaning === 'unknown' ? getStatusAnswer(answers, text) : meaning;
    return { text, meaning: answer === 'import' ? 'counts' : answer === 'skip' ? 'off' : answer };
  });
  const find = (meaning: string) => statuses.find((status) => status.meaning === meaning);
  const hasCounted = find('counts') !== undefined;
  const [whole, partial, unknown] = [find('off'), find('partly off'), find('reject')];
  if (whole) return { reason: `“${whole.text.slice(0, 60)}”` };
  if (partial && !hasCounted) throw new RowError('status', `“${partial.text.slice(0, 60)}” ${unclearRefundFault}`);
  if (listStatusLines(cell, 'cancelled').some(isAffirmativeText)) return { reason: 'cancelled' };
  const totals = listStatusLines(cell, 'total').flatMap((text) => parseSignedPounds(text) ?? []);
  const paid = totals.length > 0 ? Math.max(...totals) : (price ?? 0) * quantity;
  for (const text of listStatusLines(cell, 'refunded').filter(isAffirmativeText)) {
    const pence = Math.abs(parseSignedPounds(text) ?? 0);
    const isPart = isPartialStatus(text) || (pence > 0 && pence < paid);
    if (isPart && !hasCounted) throw new RowError('refunded', `“${text.slice(0, 60)}” ${unclearRefundFault}`);
    if (!isPart) return { reason: pence > 0 ? `refunded (${text.slice(0, 60)})` : 'refunded' };
  }
  if ((price ?? 0) < 0 || totals.some((pence) => pence < 0)) return { reason: 'refunded: its amount is below 0' };
  if (unknown) throw new RowError('status', formatUnknownStatusReason(unknown.text));
  if (totals.length === 0 || totals.some((pence) => pence > 0) || price === 0) return {};
  if (hasCounted) return { isFree: true };
  return { reason: 'nothing was paid; for free tickets add a column “price each” with 0' };
}

const unclearRefundFault = 'doesn’t say which tickets are left: correct the number of tickets, and clear this cell';
