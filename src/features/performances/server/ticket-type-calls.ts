import { mayUse } from '#features/accounts/server/index.ts';
import { doneBy, recordAudit } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type Reading, write } from '#platform/server/database/index.ts';
import { ok } from '#platform/server/http/call.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { notFound, refuse, refuseFields } from '#platform/server/http/refusal.ts';
import { asMoney } from '#platform/shared/money.ts';
import * as contract from '../contract.ts';
import { performanceOf } from './calls.ts';
import { changeTicketTypes, findTicketType, mostTypes, playedOf, putTicketType, removeTicketTypes } from './store.ts';

const access = mayUse('bookings');

/** What tickets cost: at one performance, or at all of its show. What is sold keeps its price. */
export function ticketTypeCalls({ call, db }: Platform): void {
  call(contract.addTicketType, { access }, async (request) => {
    const { body } = request;
    const performance = await performanceOf(request);
    const entry = { ...doneBy(request), action: 'added a ticket type', subject: performance.id, detail: inWords(body) };
    await write(db, async (tx) => {
      const at = await meant(tx, body, performance);
      if ((await putTicketType(tx, at, fieldsOf(body))) > 0) {
        refuse(409, `A performance has ${mostTypes} kinds of tickets at most. Remove one first.`);
      }
      await recordAudit(tx, entry);
    });
    return ok(`${inWords(body)}: added${where(body)}.`);
  });

  call(contract.changeTicketType, { access }, async (request) => {
    const { body } = request;
    const type = await typeOf(request);
    const entry = {
      ...doneBy(request),
      action: 'changed a ticket type',
      subject: type.performance_id,
      detail: inWords(body),
    };
    await write(db, async (tx) => {
      const at = await meant(tx, body, { id: type.performance_id, show_id: type.show_id });
      if (!(await changeTicketTypes(tx, { called: type.name_key, at }, fieldsOf(body)))) {
        refuseFields({ name: 'There is one of that name already' });
      }
      await recordAudit(tx, entry);
    });
    return ok(`${inWords(body)}: saved${where(body)}. What was sold before keeps its price.`);
  });

  call(contract.removeTicketType, { access }, async (request) => {
    const { body } = request;
    const type = await typeOf(request);
    const entry = {
      ...doneBy(request),
      action: 'removed a ticket type',
      subject: type.performance_id,
      detail: type.name,
    };
    await write(db, async (tx) => {
      const at = await meant(tx, body, { id: type.performance_id, show_id: type.show_id });
      await removeTicketTypes(tx, { called: type.name_key, at });
      await recordAudit(tx, entry);
    });
    return ok(`${type.name}: removed${where(body)}.`);
  });
}

/** @throws Refusal 404 */
const typeOf = async ({ db, params }: { db: Reading; params: { id: Id } }) =>
  (await findTicketType(db, params.id)) ?? notFound();

/** The performance that is named, or all of its show. */
async function meant(
  db: Reading,
  { everywhere }: { everywhere: '' | '1' },
  { id, show_id }: { id: Id; show_id: Id },
): Promise<Id[]> {
  const others = everywhere ? await playedOf(db, show_id) : [];
  return [...new Set([id, ...others.map((other) => other.id)])];
}

const where = ({ everywhere }: { everywhere: '' | '1' }) => (everywhere ? ' for every performance' : '');

const inWords = ({ name, price }: contract.TicketTypeForm) => `${name}, ${price === 0 ? 'free' : asMoney(price)}`;

const fieldsOf = ({ name, about, price, most, hidden }: contract.TicketTypeForm) => ({
  name,
  about,
  pence: price,
  most: most === 0 ? null : most,
  hidden: hidden === '1' ? (1 as const) : (0 as const),
});
