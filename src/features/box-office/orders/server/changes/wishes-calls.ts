import { mayUse } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { write } from '#platform/server/database/index.ts';
import { refuse, refuseFields, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import {
  accessNeedLabels,
  accessNeeds,
  parseAccessNeeds,
  parseOrderReferences,
  parseSeatingWishes,
  seatingWishes,
} from '../../order.ts';
import { answerSuggestion, type OrderContent, updateNeedsAndWishes } from '../../order-page-contract.ts';
import { findOrder, findOrderByReference, requireOrder } from '../store/find-orders.ts';
import type { TicketOrderTable } from '../store/tables.ts';
import { recordSuggestionAnswer, saveSeatingRequests } from '../store/update-orders.ts';
import { buildOrderConflictResponse, refuseIfBuyerErased } from './order-page-calls.ts';

const access = mayUse('bookings');

/** Returns an order's access needs, seating wishes and neighbours for a form. */
export const toSeatingRequests = (
  order: Pick<TicketOrderTable, 'needs' | 'seat_wishes' | 'next_to'>,
): OrderContent['order']['asks'] => ({
  needs: parseAccessNeeds(order.needs),
  wishes: parseSeatingWishes(order.seat_wishes),
  next_to: parseOrderReferences(order.next_to).join(', '),
});

/** Adds a key to a stored list that is separated by commas. */
const addKey = (stored: string, key: string) => [...new Set([...stored.split(',').filter(Boolean), key])].join(',');

export function registerWishesCalls(registry: RouteRegistry): void {
  const { call } = registry;

  call(updateNeedsAndWishes, { access }, changeSeatingWishes(registry));
  call(answerSuggestion, { access }, saveSuggestionAnswer(registry));
}

type WriteServices = Pick<RouteRegistry, 'db'>;

const changeSeatingWishes =
  ({ db }: WriteServices): CallHandler<typeof updateNeedsAndWishes> =>
  async (request) => {
    const { body, params } = request;
    const order = (await findOrder(request.db, params.id)) ?? refuseNotFound();
    const refs = [...new Set(body.next_to.split(/[\s,]+/).filter(Boolean))].map(Number);
    for (const ref of refs) {
      if (ref === order.ref)
        refuseFields({ next_to: 'That’s this booking’s own reference. Enter that of another booking.' });
      if (!(await findOrderByReference(request.db, ref))) refuseFields({ next_to: `There is no booking ${ref}.` });
    }
    const asks = {
      needs: accessNeeds.filter((need) => body[`need_${need}`] === '1').join(','),
      seat_wishes: seatingWishes.filter((wish) => body[`wish_${wish}`] === '1').join(','),
      next_to: refs.join(','),
    };
    const audit = { ...createAuditContext(request, 'order.wishes_changed'), subject: order.id, detail: `${order.ref}` };
    const version = await write(db, async (tx) => {
      const saved = await saveSeatingRequests(tx, {
        ...asks,
        id: order.id,
        version: body.version,
        by: request.visitor.id,
      });
      if (saved) await recordAudit(tx, audit);
      return saved;
    });
    if (version) return ok('Saved.', { version });
    const present = await requireOrder(db.read, order.id);
    refuseIfBuyerErased(present, { name: body.buyer_name, hasContact: body.buyer_name !== '' });
    return buildOrderConflictResponse(db.read, order.id, (current) => ({ asks: toSeatingRequests(current) }));
  };

const saveSuggestionAnswer =
  ({ db }: WriteServices): CallHandler<typeof answerSuggestion> =>
  async (request) => {
    const { suggestion, answer } = request.body;
    const found = (await findOrder(request.db, request.params.id)) ?? refuseNotFound();
    const audit = {
      ...createAuditContext(request, 'order.wishes_changed'),
      subject: found.id,
      detail: `${found.ref}: ${suggestion}`,
    };
    await write(db, async (tx) => {
      const order = (await findOrder(tx, found.id)) ?? refuseNotFound();
      // If the note was deleted, storing a suggestion from it would bring back what was deleted
      if (order.note === '')
        refuse(409, 'This order’s note has been deleted since you opened the page. Reload the page.');
      const answered = { id: order.id, by: request.visitor.id };
      if (answer === 'ignore') {
        const ignored_suggestions = addKey(order.ignored_suggestions, suggestion);
        await recordSuggestionAnswer(tx, answered, { ignored_suggestions });
      } else {
        await recordSuggestionAnswer(tx, answered, buildSuggestionChanges(order, suggestion));
        await recordAudit(tx, audit);
      }
    });
    return ok(answer === 'use' ? 'Recorded.' : 'Ignored.');
  };

/** Returns the changes to an order if a suggestion from its note is accepted. */
function buildSuggestionChanges(order: TicketOrderTable, suggestion: string): Partial<TicketOrderTable> {
  if (suggestion.startsWith('next_to_')) {
    const ref = suggestion.slice('next_to_'.length);
    return ref === `${order.ref}` ? {} : { next_to: addKey(order.next_to, ref) };
  }
  return Object.hasOwn(accessNeedLabels, suggestion)
    ? { needs: addKey(order.needs, suggestion) }
    : { seat_wishes: addKey(order.seat_wishes, suggestion) };
}
