import { paymentMethodPhrases } from '#features/box-office/orders/order.ts';
import {
  createPaymentAuditContext,
  findOrderBalance,
  findOrderWithTickets,
  payReservedOrder,
} from '#features/box-office/orders/server/index.ts';
import {
  findPerformanceEvenIfArchived,
  selectPerformanceIdsBefore,
} from '#features/box-office/performances/server/index.ts';
import { findUser, mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { formatTime, type Instant } from '#platform/shared/dates/dates.ts';
import { addMs, hour, subtractMs } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatMoney } from '#platform/shared/money.ts';
import * as contract from '../contract.ts';
import { formatDoorListName } from './list.ts';
import { recordCheckIn } from './store.ts';
import type { DoorNoteTable } from './tables.ts';

const access = mayUse('door');

const unreadableMessage =
  'The site can’t read this note: its amount, tickets or time can’t be right. Tell the treasurer about the money.';

/** The facts about a performance that its notes are checked against. */
interface NotedPerformance {
  id: Id;
  starts_at: Instant;
  types: readonly { id: Id; pence: number }[];
}

/** Lists the open notes of a performance, oldest first, with the amounts that are due for their orders now. */
export async function listOpenNotes(
  db: DbReader,
  performance: NotedPerformance,
  timeZone: string,
): Promise<contract.DoorNote[]> {
  const rows = await db
    .selectFrom('door_note')
    .selectAll()
    .where('performance_id', '=', performance.id)
    .where('status', '=', 'open')
    .orderBy('at')
    .orderBy('id')
    .execute();
  const notes: contract.DoorNote[] = [];
  for (const row of rows) {
    const { id, kind, how, pence, at, device, order_id, user_id } = row;
    const tickets = JSON.parse(row.tickets) as Record<string, number>;
    const order = order_id ? await findOrderWithTickets(db, order_id) : undefined;
    const author = user_id ? await findUser(db, user_id) : undefined;
    notes.push({
      ...{ id, kind, how, pence, device, at: formatIsoWithOffset(at, timeZone) },
      by: author ? `${author.firstname} ${author.lastname}`.trim() : '',
      ...{ ref: order?.ref ?? 0, name: formatDoorListName(order?.name ?? '') },
      due: order ? (await findOrderBalance(db, order.id)).due : 0,
      tickets,
      doubts: findDoubts({ kind, pence, at, tickets, order }, performance),
    });
  }
  return notes;
}

/**
 * The maximum time between a note and the start of its performance, in milliseconds. A note further from the start is
 * doubtful.
 */
const maxTimeFromStart = 12 * hour;

/** Lists the doubts about a note. A device may have been used at the wrong door, or had the wrong time. */
function findDoubts(
  {
    kind,
    pence,
    at,
    tickets,
    order,
  }: Pick<DoorNoteTable, 'kind' | 'pence' | 'at'> & {
    tickets: Record<string, number>;
    order: Awaited<ReturnType<typeof findOrderWithTickets>>;
  },
  { id, starts_at, types }: NotedPerformance,
): contract.NoteDoubtReason[] {
  const doubts: contract.NoteDoubtReason[] = [];
  if (kind === 'payment' && !order) doubts.push('no_order');
  if (order && !order.tickets.some(({ performance_id }) => performance_id === id)) doubts.push('other_performance');
  if (kind === 'walk_up') {
    const prices = new Map(types.map((type) => [type.id, type.pence]));
    const total = Object.entries(tickets).reduce((sum, [type, count]) => sum + count * (prices.get(type) ?? 0), 0);
    if (!Object.keys(tickets).every((type) => prices.has(type))) doubts.push('other_types');
    else if (total !== pence) doubts.push('other_price');
  }
  if (at < subtractMs(starts_at, maxTimeFromStart) || at > addMs(starts_at, maxTimeFromStart))
    doubts.push('other_time');
  return doubts;
}

/** Counts the open notes of each performance that has any. */
export async function countOpenNotesByPerformance(db: DbReader): Promise<Map<Id, number>> {
  const rows = await db
    .selectFrom('door_note')
    .select(({ fn, cast }) => ['performance_id', cast<string>(fn.countAll(), 'text').as('count')])
    .where('status', '=', 'open')
    .groupBy('performance_id')
    .execute();
  return new Map(rows.map(({ performance_id, count }) => [performance_id, Number(count)]));
}

/** Stores a note. If a note with the same id is already stored, nothing changes. */
async function insertNote(
  tx: DbTransaction,
  note: Omit<DoorNoteTable, 'status' | 'settled_at' | 'settled_by' | 'reason'>,
) {
  await tx
    .insertInto('door_note')
    .values({ ...note, status: 'open', settled_at: null, settled_by: null, reason: '' })
    .onConflict((known) => known.column('id').doNothing())
    .execute();
}

type NoteSettlement = Pick<DoorNoteTable, 'settled_by'> &
  Partial<Pick<DoorNoteTable, 'reason' | 'order_id'>> & { status: 'confirmed' | 'dismissed'; settled_at: Instant };

/**
 * Settles an open note.
 * @throws HttpError 409 with `settledMessage` if it is settled already, or `dismissedMessage` if it was dismissed
 */
async function settleNote(
  tx: DbTransaction,
  id: string,
  settling: NoteSettlement,
  {
    settledMessage = 'This note has already been confirmed or dismissed, so there’s nothing left to do.',
    dismissedMessage = settledMessage,
  }: { settledMessage?: string; dismissedMessage?: string } = {},
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('door_note')
    .set(settling)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  const { status } = (await findNote(tx, id)) ?? {};
  refuse(409, status === 'dismissed' ? dismissedMessage : settledMessage);
}

const findNote = (db: DbReader, id: string) =>
  db.selectFrom('door_note').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Settles the note of a walk-up whose tickets were sold, and checks in the walk-up's people, who are already inside. If
 * the tickets are for another performance than the note, nobody is checked in.
 */
export async function handleWalkUpSale(
  tx: DbTransaction,
  {
    note: id,
    order,
    performance,
    tickets,
    by,
    at,
  }: { note: string; order: Id; performance: Id; tickets: readonly Id[]; by: Id; at: Instant },
): Promise<void> {
  const note = await findNote(tx, id);
  if (note?.kind !== 'walk_up') return refuseNotFound();
  await settleNote(
    tx,
    id,
    { status: 'confirmed', settled_at: at, settled_by: by, order_id: order },
    { settledMessage: alreadySoldMessage },
  );
  if (note.performance_id !== performance) return;
  for (const ticket_id of tickets) {
    const mark = { id: newId(), ticket_id, performance_id: performance, came: 1 as const, at: note.at };
    await recordCheckIn(tx, { ...mark, device: note.device, user_id: note.user_id });
  }
}

const alreadySoldMessage =
  'The tickets of this note have already been sold, or somebody has dismissed the note. No tickets were sold this time. If these people still need tickets, close this window and press “Sell tickets”.';

const dismissedPaymentMessage =
  'This note has been dismissed, so its payment isn’t recorded. If the money was taken, mark the order as paid.';

/** Deletes the notes of performances that began before the given time. */
export async function deleteOldNotes(tx: DbTransaction, before: Instant): Promise<void> {
  await tx.deleteFrom('door_note').where('performance_id', 'in', selectPerformanceIdsBefore(tx, before)).execute();
}

type Context = Pick<Services, 'db' | 'environment'>;

/** Registers the calls for notes that were written at doors without a network. */
export function registerDoorNoteCalls({ call }: RouteRegistry, services: Context): void {
  call(contract.submitNotes, { access }, saveNotes(services));
  call(contract.confirmNote, { access }, confirmPaymentNote(services));
  call(contract.dismissNote, { access }, dismissDoorNote(services));
}

const saveNotes =
  ({ db }: Context): CallHandler<typeof contract.submitNotes> =>
  async ({ body, params, now, visitor }) => {
    const sent = body.notes.map(({ id, ...rest }) => ({ id, read: contract.SubmittedNote.safeParse({ id, ...rest }) }));
    await write(db, async (tx) => {
      if (!(await findPerformanceEvenIfArchived(tx, params.id)))
        refuse(404, 'This performance was deleted. Tell the treasurer about the money.');
      for (const note of sent.flatMap(({ read }) => (read.success ? [read.data] : []))) {
        const order = note.kind === 'payment' ? await findOrderWithTickets(tx, note.order) : undefined;
        await insertNote(tx, {
          ...{ id: note.id, performance_id: params.id, kind: note.kind, order_id: order?.id ?? null },
          ...{ pence: note.pence, how: note.how, device: body.device, user_id: visitor.id },
          tickets: JSON.stringify(note.kind === 'walk_up' ? note.tickets : {}),
          at: subtractMs(now, note.waited),
        });
      }
    });
    const refused = sent.flatMap(({ id, read }) => (read.success ? [] : [{ id, msg: unreadableMessage }]));
    return ok('', { refused });
  };

const confirmPaymentNote =
  ({ db, environment }: Context): CallHandler<typeof contract.confirmNote> =>
  async (request) => {
    const { body, params, now, visitor } = request;
    const note = (await findNote(request.db, params.id)) ?? refuseNotFound();
    const { timeZone } = await readSettings(request.db);
    const { order_id: order, how } = note;
    if (note.kind !== 'payment' || !order)
      return refuse(409, 'No order belongs to this note. Sell the tickets, or dismiss the note.');
    const performance = (await findPerformanceEvenIfArchived(request.db, note.performance_id)) ?? refuseNotFound();
    const entry = newId();
    const audit = createPaymentAuditContext(request, order);
    const where = `${formatTime(formatIsoWithOffset(note.at, timeZone))}${note.device && `, ${note.device}`}`;
    const taken = await write(db, async (tx) => {
      await settleNote(
        tx,
        note.id,
        { status: 'confirmed', settled_at: now, settled_by: visitor.id },
        { dismissedMessage: dismissedPaymentMessage },
      );
      const { due } = await findOrderBalance(tx, order);
      if (due === 0) {
        refuse(
          409,
          'Nothing is left to pay for this booking: it was paid or cancelled. Dismiss the note. If the booking was cancelled or paid twice, return the money.',
        );
      }
      if (due !== body.due)
        refuse(409, `There is ${formatMoney(due)} to pay now. Check the amount, then confirm again.`);
      const detail = `, noted at the door at ${where}: ${formatMoney(note.pence)} ${paymentMethodPhrases[how]}`;
      const payment = { order, title: performance.show_title, entry, how, at: now, audit, detail, environment };
      return payReservedOrder(tx, payment);
    });
    return ok(`${formatMoney(taken)} confirmed.`);
  };

const dismissDoorNote =
  ({ db }: Context): CallHandler<typeof contract.dismissNote> =>
  async (request) => {
    const { body, params, now, visitor } = request;
    const note = (await findNote(request.db, params.id)) ?? refuseNotFound();
    const audit = {
      ...createAuditContext(request, 'door.note_dismissed'),
      subject: note.order_id ?? note.performance_id,
    };
    await write(db, async (tx) => {
      await settleNote(tx, note.id, {
        ...{ status: 'dismissed', settled_at: now, settled_by: visitor.id, reason: body.reason },
      });
      await recordAudit(tx, {
        ...audit,
        detail: `${formatMoney(note.pence)} ${paymentMethodPhrases[note.how]}. ${body.reason}`,
      });
    });
    return ok('Note dismissed.');
  };
