import { findItemsBySimilarName } from '#platform/shared/text/find-similar-name.ts';
import { toPhoneKey } from '#platform/shared/text/phone-number.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { type ExternalOrderRow, maxOrderFieldLengths, type OrderColumn } from './external-order-list.ts';

/** A performance of the show that orders are imported for. Orders for a cancelled one are refused. */
export interface TargetPerformance {
  id: string;
  /** The start of the performance in the society's local time: "2027-04-14T19:30". */
  local: string;
  cancelled: boolean;
  types: readonly { id: string; name: string; pence: number }[];
  /** The number of free places. */
  left: number;
  /** The seats of the performance's plan. */
  seats: ReadonlySet<string>;
  /** The seats of the plan that are taken. */
  taken: ReadonlySet<string>;
  /** The external references that were imported before, folded with `foldText`. */
  known: ReadonlySet<string>;
}

/** A planned order, with its tickets. */
export interface ExternalOrder {
  line: number;
  performance: string;
  reference: string;
  name: string;
  email: string;
  phone: string;
  note: string;
  tickets: { type_id: string; type: string; pence: number; seat: string }[];
}

/** A planned order, and the details of its buyer on which its rows disagree. */
type PlannedOrder = ExternalOrder & { disagreements: BuyerDisagreement[] };

/** A detail of the buyer for which the rows of one order have different values. */
export interface BuyerDisagreement {
  column: keyof Buyer;
  /** The value that the order gets: the first in its own rows, or else in its rows for other performances. */
  used: string;
  others: string[];
}

type Buyer = Pick<ExternalOrder, 'name' | 'email' | 'phone'>;

interface RejectedRow {
  line: number;
  column: OrderColumn;
  reason: string;
}

export interface ImportPlan {
  orders: PlannedOrder[];
  /** Orders that were imported before, by this list or another. */
  known: Pick<ExternalOrder, 'line' | 'reference' | 'name'>[];
  /**
   * The refused rows in the order of their lines: all readable rows of a refused order, and rows whose time has no
   * performance. A row with several faults is listed once for each fault.
   */
  refused: RejectedRow[];
  /** The folded references of all orders that were imported before for these performances. */
  importedBefore: ReadonlySet<string>;
}

/**
 * Groups the rows of an external shop's list into orders: rows with the same reference and performance form one order.
 * An order with an unusable row isn't imported at all, because an incomplete order is worse than none. All its rows are
 * refused, so that the file of rejected rows contains the whole order. A row whose time has no performance is refused
 * without the order's other rows, because it may be for another show. `chosen` is the performance that all orders are
 * for; "" if the list gives the performance of each order. `unread` contains the folded references of unreadable rows.
 */
export function planImport(
  rows: readonly ExternalOrderRow[],
  {
    performances,
    chosen,
    unread,
  }: { performances: readonly TargetPerformance[]; chosen: string; unread: ReadonlySet<string> },
): ImportPlan {
  const plan: ImportPlan = {
    ...{ orders: [], known: [], refused: [] },
    importedBefore: new Set(performances.flatMap(({ known }) => [...known])),
  };
  const found = rows.map((row) => ({ row, at: findRowPerformance(row, performances, chosen) }));
  const parts = Map.groupBy(found, ({ row, at }) => JSON.stringify([foldText(row.reference), 'id' in at ? at.id : '']));
  // The references of orders that would lack a ticket, because a row's date is missing or unclear or its performance is
  // cancelled
  const unclear = new Set(
    found.flatMap(({ row, at }) => ('reason' in at && at.reason !== noPerformance ? [foldText(row.reference)] : [])),
  );
  const byReference = Map.groupBy(rows, ({ reference }) => foldText(reference));
  const left = new Map(performances.map((one) => [one.id, one.left]));
  const taken = new Map(performances.map((one) => [one.id, new Set(one.taken)]));
  for (const own of parts.values()) {
    const [first] = own;
    if (!first) continue;
    const { row, at } = first;
    if ('reason' in at) {
      plan.refused.push(...own.flatMap((one) => ('reason' in one.at ? [{ ...one.at, line: one.row.line }] : [])));
      continue;
    }
    if (at.known.has(foldText(row.reference))) {
      plan.known.push(row);
      continue;
    }
    const order = planTickets(
      own.map((one) => one.row),
      at,
    );
    const note = [...new Set(own.map((one) => one.row.note).filter(Boolean))].join('; ');
    const refused: RejectedRow[] = [
      ...order.refused,
      ...(note.length > maxOrderFieldLengths.note
        ? [{ line: row.line, column: 'note' as const, reason: notesTooLong }]
        : []),
      ...(unread.has(foldText(row.reference))
        ? [{ line: row.line, column: 'reference' as const, reason: 'another row of this order can’t be read' }]
        : []),
      ...(unclear.has(foldText(row.reference)) ? [{ line: row.line, ...otherRowFault }] : []),
      ...findSeatFaults(order, at, taken.get(at.id) ?? new Set()),
    ];
    const room = left.get(at.id) ?? 0;
    if (refused.length === 0 && order.tickets.length > room) {
      const reason =
        room === 0
          ? 'there are no places left'
          : room === 1
            ? 'only one place is left'
            : `only ${room} places are left`;
      refused.push({ line: row.line, column: 'quantity', reason });
    }
    if (refused.length > 0) {
      const faulty = new Set(refused.map(({ line }) => line));
      const others = own.flatMap(({ row: { line } }) => (faulty.has(line) ? [] : [{ line, ...otherRowFault }]));
      plan.refused.push(...refused, ...others);
      continue;
    }
    left.set(at.id, room - order.tickets.length);
    for (const { seat } of order.tickets) if (seat !== '') taken.get(at.id)?.add(seat);
    const { line, reference } = row;
    // Many lists give the buyer only in the first row of an order, which may be for another performance
    const buyer = findBuyer([...own.map((one) => one.row), ...(byReference.get(foldText(reference)) ?? [])]);
    plan.orders.push({ line, reference, ...buyer, note, performance: at.id, tickets: order.tickets });
  }
  plan.refused.sort((one, other) => one.line - other.line);
  return plan;
}

/** Functions that convert spellings of the same value to one text. */
const normalisers: Readonly<Record<keyof Buyer, (text: string) => string>> = {
  name: foldText,
  email: (text) => text.toLowerCase(),
  phone: toPhoneKey,
};

/** Finds the buyer of an order: for each column the first value that a row has. */
function findBuyer(rows: readonly ExternalOrderRow[]): Buyer & { disagreements: BuyerDisagreement[] } {
  const values = (column: keyof Buyer) =>
    [
      ...Map.groupBy(
        rows.flatMap((row) => row[column] || []),
        normalisers[column],
      ).values(),
    ].map(([first = '']) => first);
  const columns = (['name', 'email', 'phone'] as const).map((column) => {
    const [used = '', ...others] = values(column);
    return { column, used, others };
  });
  const buyer = Object.fromEntries(columns.map(({ column, used }) => [column, used])) as Record<keyof Buyer, string>;
  return { ...buyer, disagreements: columns.filter(({ others }) => others.length > 0) };
}

type RowFault = Omit<RejectedRow, 'line'>;

/** The reason to refuse a row that has no fault of its own. */
const otherRowFault: RowFault = { column: 'reference', reason: 'another row of this order can’t be used' };

const notesTooLong = `the notes of this order together are longer than ${maxOrderFieldLengths.note} characters`;

const noPerformance = 'the show has no performance then';

function findRowPerformance(
  { date, time }: ExternalOrderRow,
  performances: readonly TargetPerformance[],
  chosen: string,
): TargetPerformance | RowFault {
  const on =
    chosen === ''
      ? performances.filter(({ local }) => local.slice(0, 10) === date && (time === '' || local.slice(11, 16) === time))
      : performances.filter(({ id }) => id === chosen);
  if (date === '' && chosen === '') return { column: 'date', reason: 'the date is missing' };
  const [only] = on;
  if (!only) return { column: 'date', reason: noPerformance };
  if (on.length > 1) return { column: 'time', reason: 'there are several performances that day: give the time' };
  return only.cancelled ? { column: 'date', reason: 'that performance has been cancelled' } : only;
}

interface PlannedTickets {
  tickets: (ExternalOrder['tickets'][number] & { line: number })[];
  refused: RejectedRow[];
}

function planTickets(rows: readonly ExternalOrderRow[], { types }: TargetPerformance): PlannedTickets {
  const made: PlannedTickets = { tickets: [], refused: [] };
  for (const { line, type, quantity, pence, seats } of rows) {
    const fitting = type === '' && types.length === 1 ? types : findItemsBySimilarName(type, types);
    const [found, ...others] = fitting;
    if (!found || others.length > 0) {
      const list = (some: typeof types) => some.map(({ name }) => name).join(', ');
      const reason =
        type === ''
          ? `there is no ticket type; ours are ${list(types)}`
          : found
            ? `“${type}” could be ${list(fitting)}`
            : `“${type}” isn’t one of ours: ${list(types)}`;
      made.refused.push({ line, column: 'type', reason });
      continue;
    }
    for (let at = 0; at < quantity; at += 1) {
      made.tickets.push({
        line,
        type_id: found.id,
        type: found.name,
        pence: pence ?? found.pence,
        seat: seats[at] ?? '',
      });
    }
  }
  return made;
}

function findSeatFaults(
  { tickets }: PlannedTickets,
  { seats }: TargetPerformance,
  taken: ReadonlySet<string>,
): RejectedRow[] {
  const own = new Set<string>();
  return tickets.flatMap(({ line, seat }) => {
    if (seat === '') return [];
    const isTwice = own.has(seat);
    own.add(seat);
    const label = seat.slice(0, 20);
    if (!seats.has(seat)) return [{ line, column: 'seats', reason: `the plan has no seat ${label}` }];
    return isTwice || taken.has(seat) ? [{ line, column: 'seats', reason: `${label} is already taken` }] : [];
  });
}
