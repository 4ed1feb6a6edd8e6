import { parseWrittenDate } from '#features/archive/shows/partial-dates.ts';
import { type CellReader, RowError } from '#platform/shared/calls/imports.ts';
import { email as emailSchema } from '#platform/shared/calls/schemas.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { parsePounds } from '#platform/shared/money.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';

/** Columns of another shop's list, with the alternative headings accepted for each. */
export const orderColumnAliases = {
  reference: [
    'ref',
    'order',
    'order number',
    'order no',
    'order id',
    'booking reference',
    'booking ref',
    'order ref',
    'booking',
    'transaction',
  ],
  name: ['customer', 'customer name', 'full name', 'buyer', 'booked by', 'purchaser'],
  'first name': ['forename', 'given name'],
  'last name': ['surname', 'family name'],
  email: ['email address', 'mail', 'customer email'],
  phone: ['telephone', 'tel', 'mobile', 'phone number'],
  type: ['ticket type', 'ticket', 'tickets', 'kind', 'price band', 'category', 'item'],
  quantity: ['qty', 'count', 'number', 'number of tickets', 'how many'],
  price: ['ticket price', 'unit price', 'price each', 'price per ticket'],
  seats: ['seat', 'seat numbers', 'seat number'],
  note: ['notes', 'comment', 'comments', 'remarks'],
  date: ['performance', 'performance date', 'event date', 'show date', 'day'],
  time: ['performance time', 'start', 'start time', 'starts'],
} as const satisfies Record<string, readonly string[]>;
export type OrderColumn = keyof typeof orderColumnAliases;

/** A row of an external shop's list: a number of tickets of one type. An order may have several rows. */
export interface ExternalOrderRow {
  line: number;
  /** The external shop's reference of the order. */
  reference: string;
  name: string;
  /** "" if the list has none, as for the fields below. */
  email: string;
  phone: string;
  type: string;
  quantity: number;
  /** The price of each ticket; null for the price of its ticket type. */
  pence: number | null;
  /** Seat labels such as C7; fewer than the tickets if the rest are seated later. */
  seats: string[];
  note: string;
  date: CalendarDate | '';
  /** "19:30" */
  time: string;
}

const longest = { reference: 60, name: 80, phone: 40, type: 40, note: 300 } as const;

/** The maximum number of tickets in one of our orders. */
const mostTickets = 60;

/**
 * Parses a row of an external shop's list.
 * @throws RowError naming the column that can't be read
 */
export function parseExternalOrderRow(line: number, cell: CellReader<OrderColumn>): ExternalOrderRow {
  const text = (column: OrderColumn) => cleanLine(cell(column));
  const short = (column: keyof typeof longest, written = text(column)) => {
    if (written.length > longest[column]) throw new RowError(column, `longer than ${longest[column]} characters`);
    return written;
  };
  const reference = short('reference');
  if (reference === '') throw new RowError('reference', 'the reference is missing');
  const name = short('name', text('name') || `${text('first name')} ${text('last name')}`.trim());
  if (name === '') throw new RowError('name', 'the name is missing');
  const quantity = quantityIn(text('quantity'));
  const seats = seatsIn(text('seats'));
  if (seats.length > quantity) {
    throw new RowError('seats', `${seats.length} seats for ${quantity === 1 ? 'one ticket' : `${quantity} tickets`}`);
  }
  return {
    ...{ line, reference, name, quantity, seats },
    ...{ email: addressIn(text('email')), phone: short('phone'), type: short('type'), note: short('note') },
    pence: priceIn(text('price')),
    ...momentIn(text('date'), text('time')),
  };
}

function quantityIn(text: string): number {
  if (text === '') return 1;
  const quantity = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (quantity < 1 || quantity > mostTickets) {
    throw new RowError('quantity', `“${text.slice(0, 40)}” isn’t a number from 1 to ${mostTickets}`);
  }
  return quantity;
}

function addressIn(text: string): string {
  if (text === '') return '';
  const read = emailSchema('').safeParse(text);
  if (!read.success) throw new RowError('email', `“${text.slice(0, 80)}” isn’t an email address`);
  return read.data;
}

function priceIn(text: string): number | null {
  if (text === '') return null;
  const pence = parsePounds(text);
  if (pence === null) throw new RowError('price', `“${text.slice(0, 40)}” isn’t an amount; enter it such as 12.50`);
  return pence;
}

/** Parses seat labels such as "C7, C8" or "C7 C8". */
function seatsIn(text: string): string[] {
  const seats = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((seat) => seat !== '');
  const twice = seats.find((seat, at) => seats.indexOf(seat) !== at);
  if (twice) throw new RowError('seats', `${twice.slice(0, 20)} is listed twice`);
  return seats;
}

function momentIn(day: string, hour: string): Pick<ExternalOrderRow, 'date' | 'time'> {
  // In many lists, one column has both the date and the time
  const both = /^(.*?\S)(?:T|\s+(?:at\s+)?)(\d{1,2}[:.]\d\d(?::\d\d)?\s*(?:am|pm)?|\d{1,2}\s*(?:am|pm))$/i.exec(day);
  const [date, time] = both && hour === '' ? [both[1] ?? '', both[2] ?? ''] : [day, hour];
  return { date: dateIn(date), time: timeIn(time) };
}

function dateIn(text: string): CalendarDate | '' {
  if (text === '') return '';
  const read = parseWrittenDate(text);
  if ('fault' in read) throw new RowError('date', read.fault);
  if (read.precision !== 'day') throw new RowError('date', `“${text}” has no day`);
  return read.date;
}

/** Parses "19:30", "7.30pm" or "7pm"; returns a time such as "19:30". */
function timeIn(text: string): string {
  if (text === '') return '';
  const [, hours = '', minutes = '00', half = ''] = /^(\d{1,2})(?:[:.](\d\d))?(?::\d\d)?\s*(am|pm)?$/i.exec(text) ?? [];
  const isAfternoon = half.toLowerCase() === 'pm';
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  if (hours === '' || hour > 23 || Number(minutes) > 59) {
    throw new RowError('time', `“${text.slice(0, 40)}” isn’t a time: write it like 19:30`);
  }
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}
