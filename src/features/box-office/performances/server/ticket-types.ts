import { findUserName, mayUse } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { deriveId, type Id, newId } from '#platform/server/crypto/ids.ts';
import {
  type DbReader,
  type DbTransaction,
  incrementedVersion,
  runInBatches,
  updateVersionedRow,
  write,
} from '#platform/server/database/index.ts';
import { refuse, refuseFields, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { createConflictResponse, formatConflictMessage } from '#platform/shared/calls/conflict.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { foldText } from '#platform/shared/text/text.ts';
import * as contract from '../contract.ts';
import { isCompanionType } from '../performance-rules.ts';
import { requirePerformance } from './calls.ts';
import { incrementPlanVersions } from './seating-plan.ts';
import { countPerformances, listActivePerformances } from './store.ts';
import type { TicketTypeFields } from './tables.ts';

const access = mayUse('bookings');

/** Registers the calls that add, change and remove ticket types, of one performance or of its whole show. */
export function registerTicketTypeCalls(registry: RouteRegistry): void {
  const { call } = registry;
  call(contract.addTicketType, { access }, addTicketType);
  call(contract.changeTicketType, { access }, changeTicketType(registry));
  call(contract.removeTicketType, { access }, removeTicketType(registry));
}

type Context = Pick<RouteRegistry, 'db'>;

const addTicketType: CallHandler<typeof contract.addTicketType> = async (request) => {
  const { body, once } = request;
  const performance = await requirePerformance(request);
  const entry = createAuditContext(request, 'ticket_type.added');
  return once(async (tx) => {
    const at = await listAffectedPerformances(tx, body, performance);
    const added = { performances: at, by: request.visitor.id };
    const { named, full } = await createTicketTypes(tx, added, toTypeFields(body));
    if (named.includes(performance.id)) {
      refuseFields({ name: `${duplicateNameMessage} Change that one, or choose another name.` });
    }
    if (full > 0) refuse(409, `A performance can have at most ${maxTicketTypes} ticket types. Remove one first.`);
    const detail = `${formatType(body)}${formatExceptions(body.name, named.length)}`;
    const scope = await recordTypeChange(tx, { ...entry, detail }, { ...performance, ...body, at });
    return ok(`${formatType(body)}: added${scope}${formatExceptions(body.name, named.length)}.`);
  });
};

const duplicateNameMessage = 'There is already a ticket type with that name.';

/**
 * Formats the number of performances that already had a type with this name and keep it: ", except 2 that have their
 * own “Student”".
 */
const formatExceptions = (name: string, count: number) =>
  count === 0 ? '' : `, except ${count === 1 ? 'one that has its' : `${count} that have their`} own “${name}”`;

const changeTicketType =
  ({ db }: Context): CallHandler<typeof contract.changeTicketType> =>
  async (request) => {
    const { body } = request;
    const type = await requireTicketType(request);
    const performance = { id: type.performance_id, show_id: type.show_id };
    const entry = { ...createAuditContext(request, 'ticket_type.changed'), detail: formatType(body) };
    const one = { id: type.id, version: body.version, called: type.name_key };
    const saved = await write(db, async (tx) => {
      const at = await listAffectedPerformances(tx, body, performance);
      const having = await countPerformancesWithType(tx, at, type.name_key);
      const done = await changeTicketTypes(tx, { ...one, at, by: request.visitor.id }, toTypeFields(body));
      if (done === 'name conflict') refuseFields({ name: duplicateNameMessage });
      if (done === 'overtaken') return undefined;
      return { version: done, scope: await recordTypeChange(tx, entry, { ...performance, ...body, at, having }) };
    });
    if (!saved) {
      const current = await loadCurrentTicketType(db.read, type.id);
      return createConflictResponse(formatConflictMessage(current.changed_by, current.name), current);
    }
    const msg = `${formatType(body)}: saved${saved.scope}. Tickets already sold keep their price.`;
    return ok(msg, { version: saved.version });
  };

const removeTicketType =
  ({ db }: Context): CallHandler<typeof contract.removeTicketType> =>
  async (request) => {
    const { body } = request;
    const type = await requireTicketType(request);
    const performance = { id: type.performance_id, show_id: type.show_id };
    const entry = { ...createAuditContext(request, 'ticket_type.removed'), detail: type.name };
    const scope = await write(db, async (tx) => {
      const at = await listAffectedPerformances(tx, body, performance);
      const having = await countPerformancesWithType(tx, at, type.name_key);
      await removeTicketTypes(tx, { called: type.name_key, at, by: request.visitor.id });
      return recordTypeChange(tx, entry, { ...performance, ...body, at, having });
    });
    return ok(`${type.name}: removed${scope}.`);
  };

/** Loads the saved ticket type, which is sent with a 409 conflict. */
async function loadCurrentTicketType(db: DbReader, id: Id): Promise<contract.CurrentTicketType> {
  const type = (await findTicketType(db, id)) ?? refuseNotFound();
  const { name, about, pence, most, version } = type;
  const [hidden, needs_paying_ticket] = [type.hidden === 1, type.needs_paying_ticket === 1];
  const changed_by = await findUserName(db, type.updated_by);
  return { name, about, pence, most: most ?? 0, hidden, needs_paying_ticket, version, changed_by };
}

/**
 * Finds the ticket type that a request names.
 * @throws HttpError 404
 */
const requireTicketType = async ({ db, params }: { db: DbReader; params: { id: Id } }) =>
  (await findTicketType(db, params.id)) ?? refuseNotFound();

/**
 * Lists the ids of the performances that a change applies to: the requested performance and, if `everywhere` is set,
 * all performances of its show that aren't cancelled.
 */
async function listAffectedPerformances(
  db: DbReader,
  { everywhere }: { everywhere: '' | '1' },
  { id, show_id }: { id: Id; show_id: Id },
): Promise<Id[]> {
  const others = everywhere ? await listActivePerformances(db, show_id) : [];
  return [...new Set([id, ...others.map((other) => other.id)])];
}

/** Counts the performances among `at` that have a ticket type with this key. */
async function countPerformancesWithType(db: DbReader, at: readonly Id[], name_key: string): Promise<number> {
  const rows = await db
    .selectFrom('ticket_type')
    .select('id')
    .where('performance_id', 'in', at)
    .where('name_key', '=', name_key)
    .execute();
  return rows.length;
}

/**
 * Records a change of a ticket type in the audit log: as a change of the performance, or of its whole show. `having` is
 * the number of performances among `at` that have the type. If performances were left out, because they are cancelled or
 * don't have the type, the show's entry says so. Returns a phrase for the message about the performances that were
 * changed; "" for only the requested one.
 */
async function recordTypeChange(
  tx: DbTransaction,
  entry: Parameters<typeof recordAudit>[1] & { detail: string },
  {
    everywhere,
    at,
    having = at.length,
    id,
    show_id,
  }: { everywhere: '' | '1'; at: readonly Id[]; having?: number; id: Id; show_id: Id },
): Promise<string> {
  if (!everywhere) {
    await recordAudit(tx, { ...entry, subject: id });
    return '';
  }
  const isPartial = having < at.length;
  const changed = isPartial ? `${entry.detail}, except where there is no such type` : entry.detail;
  if (at.length === (await countPerformances(tx, show_id))) {
    await recordAudit(tx, { ...entry, detail: changed, subject: show_id });
    return isPartial ? ' for every performance that has it' : ' for every performance';
  }
  const which = isPartial ? 'has it and isn’t cancelled' : 'isn’t cancelled';
  const detail = `${changed}${isPartial ? ' and' : ', except'} at cancelled performances`;
  await recordAudit(tx, { ...entry, detail, subject: show_id });
  // The requested performance is changed even if it is cancelled, and then gets its own log entry
  const isPlayed = (await listActivePerformances(tx, show_id)).some((other) => other.id === id);
  if (isPlayed) return ` for every performance that ${which}`;
  await recordAudit(tx, { ...entry, id: deriveId(`${entry.id} ${id}`), subject: id });
  return ` for this performance and every one that ${which}`;
}

const formatType = ({ name, price }: Pick<contract.TicketTypeBody, 'name' | 'price'>) =>
  `${name}, ${price === 0 ? 'free' : formatMoney(price)}`;

const toTypeFields = ({ name, about, price, most, hidden, ...form }: contract.TicketTypeBody) => ({
  name,
  about,
  pence: price,
  most: most === 0 ? null : most,
  hidden: hidden === '1' ? (1 as const) : (0 as const),
  needs_paying_ticket: needsPayingTicket({ name, price, ...form }) ? (1 as const) : (0 as const),
});

const needsPayingTicket = ({ name, price, needs_paying_ticket: chosen }: NamedType) =>
  chosen === undefined ? isCompanionType({ name, price }) : chosen === '1' && price === 0;

type NamedType = Pick<contract.TicketTypeBody, 'name' | 'price' | 'needs_paying_ticket'>;

/** Finds a ticket type, with its performance's show and cancellation. */
export const findTicketType = (db: DbReader, id: Id) =>
  db
    .selectFrom('ticket_type')
    .innerJoin('performance', 'performance.id', 'ticket_type.performance_id')
    .selectAll('ticket_type')
    .select(['performance.show_id', 'performance.cancelled_at'])
    .where('ticket_type.id', '=', id)
    .executeTakeFirst();

/** Finds the ids of the ticket types of these performances. */
export async function findTicketTypeIds(db: DbReader, performances: readonly Id[]): Promise<Set<Id>> {
  const rows = await db.selectFrom('ticket_type').select('id').where('performance_id', 'in', performances).execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Sets prices of a performance, in pence by the names of ticket types.
 * @returns the names of unknown types. If there are any, the caller must throw, so that the transaction is rolled back
 */
export async function setTicketPrices(
  tx: DbTransaction,
  performance: Id,
  { pence, by }: { pence: ReadonlyMap<string, number>; by?: Id },
): Promise<string[]> {
  const types = await tx
    .selectFrom('ticket_type')
    .select(['id', 'name', 'pence'])
    .where('performance_id', '=', performance)
    .execute();
  for (const type of types) {
    const price = pence.get(type.name);
    if (price === undefined || price === type.pence) continue;
    const set = { pence: price, version: incrementedVersion, updated_by: by ?? null };
    await tx.updateTable('ticket_type').set(set).where('id', '=', type.id).execute();
  }
  return [...pence.keys()].filter((name) => !types.some((type) => type.name === name));
}

/** The maximum number of ticket types of a performance. More would make forms hard to read. */
const maxTicketTypes = 20;

/**
 * Adds a ticket type to those of the performances that have no type with its name.
 *
 * @returns `named`, the performances that already have a type with that name and stay unchanged; and `full`, the number
 * of performances that would have too many types. Unless `full` is 0, the caller must throw, so that the transaction is
 * rolled back
 */
async function createTicketTypes(
  tx: DbTransaction,
  { performances, by }: { performances: readonly Id[]; by: Id },
  fields: TicketTypeFields,
): Promise<{ named: Id[]; full: number }> {
  const name_key = foldText(fields.name);
  const named: Id[] = [];
  let full = 0;
  for (const performance_id of performances) {
    const types = await tx
      .selectFrom('ticket_type')
      .select(['name_key', 'ord'])
      .where('performance_id', '=', performance_id)
      .execute();
    if (types.some((type) => type.name_key === name_key)) named.push(performance_id);
    else if (types.length >= maxTicketTypes) full += 1;
    else {
      const ord = Math.max(0, ...types.map((type) => type.ord)) + 1;
      await tx
        .insertInto('ticket_type')
        .values({ id: newId(), performance_id, ...fields, name_key, ord, version: 1, updated_by: by })
        .execute();
    }
  }
  await incrementPlanVersions(
    tx,
    performances.filter((id) => !named.includes(id)),
    { savedBy: by },
  );
  return { named, full };
}

/**
 * Changes a ticket type, and the types with the same name at the performances `at`.
 *
 * @returns the new version of the type; or, if nothing was changed, `name conflict` (a type with the new name exists)
 * or `overtaken` (the type has changed since `version`, or was deleted)
 */
async function changeTicketTypes(
  tx: DbTransaction,
  { id, version, called, at, by }: { id: Id; version: number; called: string; at: readonly Id[]; by: Id },
  fields: TicketTypeFields,
): Promise<number | 'name conflict' | 'overtaken'> {
  const name_key = foldText(fields.name);
  const named = (key: string) =>
    tx.selectFrom('ticket_type').select('id').where('performance_id', 'in', at).where('name_key', '=', key).execute();
  if (name_key !== called && (await named(name_key)).length > 0) return 'name conflict';
  const others = (await named(called)).filter((other) => other.id !== id).map((other) => other.id);
  const changed = { ...fields, name_key };
  const one = tx.updateTable('ticket_type').set(changed).where('id', '=', id);
  const saved = await updateVersionedRow(one, version, { by });
  if (!saved) return 'overtaken';
  await runInBatches(others, (batch) =>
    tx
      .updateTable('ticket_type')
      .set({ ...changed, version: incrementedVersion, updated_by: by })
      .where('id', 'in', batch)
      .execute(),
  );
  await incrementPlanVersions(tx, at, { savedBy: by });
  return saved;
}

/** Deletes the ticket types with the name `called` from these performances. */
async function removeTicketTypes(
  tx: DbTransaction,
  { called, at, by }: { called: string; at: readonly Id[]; by: Id },
): Promise<void> {
  await incrementPlanVersions(tx, at, { savedBy: by });
  await tx.deleteFrom('ticket_type').where('performance_id', 'in', at).where('name_key', '=', called).execute();
}
