import { findUserName, mayUse } from '#features/society/accounts/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { deterministicId, type Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { refuse, refuseFields, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { createConflict, formatConflictMessage } from '#platform/shared/calls/conflict.ts';
import { formatMoney } from '#platform/shared/money.ts';
import * as contract from '../contract.ts';
import { isCompanionType } from '../sale-rules.ts';
import { getPerformance } from './calls.ts';
import { countPerformances, listActivePerformances } from './store.ts';
import {
  changeTicketTypes,
  createTicketTypes,
  findTicketType,
  maxTicketTypes,
  removeTicketTypes,
} from './ticket-types.ts';

const access = mayUse('bookings');

/** Registers the calls that change the ticket types of one performance, or also of the others of its show. */
export function registerTicketTypeCalls(platform: Platform): void {
  const { call } = platform;
  call(contract.addTicketType, { access }, addTicketType);
  call(contract.changeTicketType, { access }, changeTicketType(platform));
  call(contract.removeTicketType, { access }, removeTicketType(platform));
}

type Context = Pick<Platform, 'db'>;

const addTicketType: CallHandler<typeof contract.addTicketType> = async (request) => {
  const { body, once } = request;
  const performance = await getPerformance(request);
  const entry = auditContextFrom(request, 'ticket_type.added');
  return once(async (tx) => {
    const at = await listAffectedPerformances(tx, body, performance);
    const added = { performances: at, by: request.visitor.id };
    const { named, full } = await createTicketTypes(tx, added, toTypeFields(body));
    if (named.includes(performance.id)) {
      refuseFields({ name: `${duplicateNameMessage} Change that one, or choose another name.` });
    }
    if (full > 0) refuse(409, `A performance can have at most ${maxTicketTypes} ticket types. Remove one first.`);
    const detail = `${formatType(body)}${formatExceptions(body.name, named.length)}`;
    await recordTypeChange(tx, { ...entry, detail }, { ...performance, ...body, at });
    return ok(`${formatType(body)}: added${formatScope(body)}${formatExceptions(body.name, named.length)}.`);
  });
};

const duplicateNameMessage = 'There is already a ticket type with that name.';

/** Formats the number of performances that keep their own type of a name: ", except 2 that have their own “Student”". */
const formatExceptions = (name: string, count: number) =>
  count === 0 ? '' : `, except ${count === 1 ? 'one that has its' : `${count} that have their`} own “${name}”`;

const changeTicketType =
  ({ db }: Context): CallHandler<typeof contract.changeTicketType> =>
  async (request) => {
    const { body } = request;
    const type = await getTicketType(request);
    const performance = { id: type.performance_id, show_id: type.show_id };
    const entry = { ...auditContextFrom(request, 'ticket_type.changed'), detail: formatType(body) };
    const one = { id: type.id, version: body.version, called: type.name_key };
    const saved = await write(db, async (tx) => {
      const at = await listAffectedPerformances(tx, body, performance);
      const done = await changeTicketTypes(tx, { ...one, at, by: request.visitor.id }, toTypeFields(body));
      if (done === 'clash') refuseFields({ name: duplicateNameMessage });
      if (done === 'overtaken') return undefined;
      await recordTypeChange(tx, entry, { ...performance, ...body, at });
      return done;
    });
    if (!saved) {
      const current = await loadCurrentTicketType(db.read, type.id);
      return createConflict(formatConflictMessage(current.changed_by, current.name), current);
    }
    const msg = `${formatType(body)}: saved${formatScope(body)}. Tickets already sold keep their price.`;
    return ok(msg, { version: saved });
  };

const removeTicketType =
  ({ db }: Context): CallHandler<typeof contract.removeTicketType> =>
  async (request) => {
    const { body } = request;
    const type = await getTicketType(request);
    const performance = { id: type.performance_id, show_id: type.show_id };
    const entry = { ...auditContextFrom(request, 'ticket_type.removed'), detail: type.name };
    await write(db, async (tx) => {
      const at = await listAffectedPerformances(tx, body, performance);
      await removeTicketTypes(tx, { called: type.name_key, at, by: request.visitor.id });
      await recordTypeChange(tx, entry, { ...performance, ...body, at });
    });
    return ok(`${type.name}: removed${formatScope(body)}.`);
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
const getTicketType = async ({ db, params }: { db: DbReader; params: { id: Id } }) =>
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

/**
 * Records a change in the audit log: as a change of the performance, or of its whole show. If cancelled performances
 * were left out, the show's log entry says so.
 */
async function recordTypeChange(
  tx: DbTransaction,
  entry: Parameters<typeof recordAudit>[1] & { detail: string },
  { everywhere, at, id, show_id }: { everywhere: '' | '1'; at: readonly Id[]; id: Id; show_id: Id },
): Promise<void> {
  if (!everywhere) return recordAudit(tx, { ...entry, subject: id });
  if (at.length === (await countPerformances(tx, show_id))) return recordAudit(tx, { ...entry, subject: show_id });
  const detail = `${entry.detail}, except at cancelled performances`;
  await recordAudit(tx, { ...entry, detail, subject: show_id });
  // The requested performance is changed even if it is cancelled, and then gets its own log entry
  const isPlayed = (await listActivePerformances(tx, show_id)).some((other) => other.id === id);
  if (!isPlayed) await recordAudit(tx, { ...entry, id: deterministicId(`${entry.id} ${id}`), subject: id });
}

const formatScope = ({ everywhere }: { everywhere: '' | '1' }) => (everywhere ? ' for every performance' : '');

const formatType = ({ name, price }: Pick<contract.TicketTypeForm, 'name' | 'price'>) =>
  `${name}, ${price === 0 ? 'free' : formatMoney(price)}`;

const toTypeFields = ({ name, about, price, most, hidden, ...form }: contract.TicketTypeForm) => ({
  name,
  about,
  pence: price,
  most: most === 0 ? null : most,
  hidden: hidden === '1' ? (1 as const) : (0 as const),
  needs_paying_ticket: needsPayingTicket({ name, price, ...form }) ? (1 as const) : (0 as const),
});

const needsPayingTicket = ({ name, price, needs_paying_ticket: chosen }: NamedType) =>
  chosen === undefined ? isCompanionType({ name, price }) : chosen === '1' && price === 0;

type NamedType = Pick<contract.TicketTypeForm, 'name' | 'price' | 'needs_paying_ticket'>;
