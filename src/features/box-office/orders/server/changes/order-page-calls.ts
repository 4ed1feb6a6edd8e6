import { formatAssignedSeats } from '#features/box-office/performances/seats.ts';
import {
  findPerformance,
  findPerformanceEvenIfArchived,
  findTicketType,
} from '#features/box-office/performances/server/index.ts';
import { submitRefund } from '#features/money/payments/server/index.ts';
import { findUserName, mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { canSendMail, describeQueuedEmail } from '#platform/server/mail/index.ts';
import {
  changesNotLostMessage,
  createConflictResponse,
  formatConflictNotice,
} from '#platform/shared/calls/conflict.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatAmountLeft } from '#platform/shared/money.ts';
import { formatUnrefundedDifference } from '../../exchange-price.ts';
import {
  accessNeedLabels,
  accessNeeds,
  anonymisedBuyerName,
  archivedShowExchangeMessage,
  countTicketsByType,
  formatTicketCountsByType,
  isLiveOrder,
  parseAccessNeeds,
  parseOrderReferences,
  parseSeatingWishes,
  seatingWishes,
} from '../../order.ts';
import { calculateMaxTicketRefund, planRefund } from '../../order-account.ts';
import * as contract from '../../order-page-contract.ts';
import { formatExchangeRefusal } from '../../requested-tickets.ts';
import { formatCheckedInCount } from '../../tickets.ts';
import { notifyBuyer } from '../emails/order-emails.ts';
import { dismissRefusedEmail, listRefusedEmails } from '../emails/ticket-emails.ts';
import {
  formatRefundForAudit,
  formatRefundForBuyer,
  formatRefundForStaff,
  recordAndRefuseExternalRefunds,
  requireReauthenticationForRefund,
  returnTickets,
} from '../refunds/order-refunds.ts';
import { requireChosenTickets } from '../refunds/refund-calls.ts';
import { loadOrderAccount } from '../store/order-accounts.ts';
import {
  clearIgnoredSuggestions,
  findOrder,
  findOrderByReference,
  recordSuggestionDecision,
  reissueOrder,
  requireOrder,
  saveBuyer,
  saveNeedsAndSeatingRequests,
  touchOrder,
} from '../store/orders.ts';
import type { TicketOrderTable } from '../store/tables.ts';
import { loadSeatsAndCheckIns } from '../store/tickets.ts';
import { exchangeTickets, formatExchangedTickets, formatExtraCharge, formatSettledDifference } from './exchange.ts';

const access = mayUse('bookings');

export function registerOrderPageCalls({ call }: RouteRegistry, services: Services): void {
  call(contract.updateBuyer, { access }, changeBuyer(services));
  call(contract.resendConfirmation, { access }, resendConfirmation(services));
  call(contract.reissueTickets, { access }, reissueTickets(services));
  call(contract.returnTickets, { access, requiresReauthentication: 'in part' }, returnChosenTickets(services));
  call(contract.exchangeTickets, { access, requiresReauthentication: 'in part' }, exchangeChosenTickets(services));
  call(contract.updateNeedsAndWishes, { access }, changeSeatingWishes(services));
  call(contract.answerSuggestion, { access }, saveSuggestionAnswer(services));
}

const changeBuyer =
  ({ db }: Services): CallHandler<typeof contract.updateBuyer> =>
  async (request) => {
    const { body, params } = request;
    const order = await requireOrder(request.db, params.id);
    const fields = (['name', 'email', 'phone', 'note'] as const).filter((field) => order[field] !== body[field]);
    const audit = {
      ...createAuditContext(request, 'order.buyer_changed'),
      subject: order.id,
      detail: `${order.ref}: ${fields.join(', ')}`,
    };
    const saved = await write(db, async (tx) => {
      const version = await saveBuyer(tx, { ...body, id: order.id, by: request.visitor.id });
      // Rejected suggestions belong to the former note
      if (version && fields.includes('note')) await clearIgnoredSuggestions(tx, order.id);
      if (version && fields.length > 0) await recordAudit(tx, audit);
      return version;
    });
    if (saved) return ok('Saved.', { version: saved });
    const present = await requireOrder(db.read, order.id);
    refuseIfBuyerErased(present, { name: body.name, hasContact: body.email + body.phone !== '' });
    return buildOrderConflictResponse(db.read, order.id, ({ name, email, phone, note }) => ({
      name,
      email,
      phone,
      note,
    }));
  };

/**
 * Refuses a form if the order's buyer may have been erased since the form was opened. The response to an ordinary
 * conflict would contain the order's current version, so the next save would succeed and restore the erased details.
 */
export function refuseIfBuyerErased(
  order: Pick<TicketOrderTable, 'name' | 'email' | 'phone'>,
  /** The buyer in the form. */
  { name, hasContact }: { name: string; hasContact: boolean },
): void {
  const isReplaced = order.name === anonymisedBuyerName || (hasContact && order.name !== name);
  if (order.email === '' && order.phone === '' && isReplaced) {
    refuse(
      409,
      'This order’s buyer has changed since you opened it: the details may have been erased. Reload the page before you change them.',
    );
  }
}

/**
 * Builds the conflict response to a form that was opened before the order's latest change. `pickFields` returns the
 * current values of the form's fields.
 */
export async function buildOrderConflictResponse<Fields extends object>(
  db: DbReader,
  id: Id,
  pickFields: (current: TicketOrderTable) => Fields,
) {
  const current = (await findOrder(db, id)) ?? refuseNotFound();
  const changed_by = await findUserName(db, current.updated_by);
  return createConflictResponse(`${formatConflictNotice(changed_by, 'this order')} ${changesNotLostMessage}`, {
    ...pickFields(current),
    version: current.version,
    changed_by,
  });
}

const resendConfirmation =
  (services: Services): CallHandler<typeof contract.resendConfirmation> =>
  async (request) => {
    const { db, encryption } = services;
    const { params, now: at, home } = request;
    const order = await requireOrder(request.db, params.id);
    if (order.email === '') refuse(409, 'This order has no email address. Add one first.');
    const audit = {
      ...createAuditContext(request, 'order.confirmation_resent'),
      subject: order.id,
      detail: `${order.ref}`,
    };
    // Pressing the button twice in the same minute sends only one email
    const about = `again ${at.slice(0, 16)}`;
    const isSent = await write(db, async (tx) => {
      const sent = await notifyBuyer(tx, { kind: 'confirmation', order: order.id, about, home, encryption, at });
      if (!sent) return false;
      // Without a mail server, nothing reaches the buyer, so nothing is recorded as resent and the refused emails stay
      // to-dos
      if (!canSendMail(services.mailTransport)) return true;
      await recordAudit(tx, audit);
      for (const letter of await listRefusedEmails(tx, order.id)) await dismissRefusedEmail(tx, letter.id);
      return true;
    });
    if (!isSent)
      refuse(
        409,
        'The confirmation wasn’t sent again: it was sent a moment ago, the order was cancelled or refunded, or confirmations are switched off.',
      );
    return ok(describeQueuedEmail(services.mailTransport, `The confirmation is on its way to ${order.email}.`));
  };

const reissueTickets =
  (services: Services): CallHandler<typeof contract.reissueTickets> =>
  async (request) => {
    const { encryption } = services;
    const { params, now: at, home } = request;
    const order = await requireOrder(request.db, params.id);
    const audit = { ...createAuditContext(request, 'order.reissued'), subject: order.id };
    return request.once(async (tx) => {
      const { ref, status, email, reissued } = await reissueOrder(tx, order.id);
      if (!isLiveOrder(status)) refuse(409, `Order ${ref} was cancelled or refunded, so its codes can’t be used.`);
      await recordAudit(tx, { ...audit, detail: `${ref}` });
      const letter = { kind: 'confirmation', about: `reissued ${reissued}` } as const;
      const isSent = await notifyBuyer(tx, { ...letter, order: order.id, home, encryption, at });
      const how = isSent
        ? describeQueuedEmail(services.mailTransport, `They are on their way to ${email}.`)
        : 'They haven’t been emailed: give them to the buyer yourself.';
      return ok(`Order ${ref} has a new link and new codes. ${how}`);
    });
  };

const returnChosenTickets =
  (services: Services): CallHandler<typeof contract.returnTickets> =>
  async (request) => {
    const { db, all, environment, encryption } = services;
    const { body, params, now: at, home } = request;
    const order = await requireOrder(request.db, params.id);
    await requireReauthenticationForRefund(request, order);
    await recordAndRefuseExternalRefunds(services, order.id, { movesMoney: body.amount !== 0 });
    const as = newId();
    const audit = { ...createAuditContext(request, 'order.tickets_returned'), subject: order.id };
    const done = await write(db, async (tx) => {
      const current = await requireOrder(tx, order.id);
      const chosen = requireChosenTickets(body, await loadSeatsAndCheckIns(tx, current.tickets, { all }));
      const account = await loadOrderAccount(tx, current);
      const worth = current.status === 'paid' ? calculateMaxTicketRefund(account, chosen) : 0;
      const pence = body.amount ?? worth;
      if (pence > worth) refuseFields({ amount: `${formatAmountLeft(worth)} can be refunded for these tickets.` });
      const refund = await returnTickets(tx, current, {
        ...{ tickets: chosen.map(({ id }) => id), parts: planRefund(account, pence), retained: worth - pence },
        ...{ as, at, environment, by: request.visitor.id, reason: body.reason || 'Tickets were returned' },
      });
      if (!refund) return refuse(409, 'These tickets have already been returned.');
      const what = formatTicketCountsByType(countTicketsByType(chosen));
      const refunded = formatRefundForAudit(refund.parts).replace(/[.]$/, '');
      const detail = [`${order.ref}: ${what}`, refunded, body.reason].filter(Boolean).join('. ');
      await recordAudit(tx, { ...audit, detail });
      const kind = chosen.length === current.tickets.length ? 'cancelled' : 'changed';
      const news = [`These tickets have been returned: ${what}.`, ...formatRefundForBuyer(refund.parts)];
      await notifyBuyer(tx, {
        ...{ kind, order: order.id, about: as, news, before: current.tickets },
        ...{ home, encryption, at },
      });
      return { refund, what, already: formatCheckedInCount(chosen) };
    });
    for (const id of done.refund.intents) await submitRefund(services, id);
    const report = formatRefundForStaff(done.refund.parts, order.name);
    return ok(`${order.ref}: ${done.what} returned${done.already}. ${report || 'Nothing is refunded.'}`);
  };

const exchangeChosenTickets =
  (services: Services): CallHandler<typeof contract.exchangeTickets> =>
  async (request) => {
    const { db, all, environment, encryption } = services;
    const { body, params, now: at, home } = request;
    const { performance_id: to, ticket_type, difference, how } = body;
    const order = await requireOrder(request.db, params.id);
    await requireReauthenticationForRefund(request, order);
    await recordAndRefuseExternalRefunds(services, order.id, { movesMoney: false });
    const { timeZone } = await readSettings(request.db);
    const ids = { entry: newId(), as: newId() };
    const audit = { ...createAuditContext(request, 'order.exchanged'), subject: order.id };
    const done = await write(db, async (tx) => {
      const current = await requireOrder(tx, order.id);
      const target = await findPerformance(tx, to);
      if (!target) {
        if (await findPerformanceEvenIfArchived(tx, to)) return refuse(409, archivedShowExchangeMessage);
        return refuseFields({ performance_id: 'Choose a performance.' });
      }
      const when = formatDateTime(formatIsoWithOffset(target.starts_at, timeZone));
      const chosen = requireChosenTickets(body, await loadSeatsAndCheckIns(tx, current.tickets, { all }));
      const type = ticket_type === '' ? undefined : await requireTicketType(tx, ticket_type, to);
      if (chosen.some((ticket) => ticket.performance_id === to && (!type || ticket.type_id === type.id))) {
        refuseFields(
          type ? { ticket_type: 'These tickets already have this type.' } : { performance_id: samePerformance },
        );
      }
      const exchanged = await exchangeTickets(tx, current, {
        ...{ tickets: chosen, to, type: type?.id, seats: body, difference, how, ids, now: at, all, environment },
        by: request.visitor.id,
      });
      if ('because' in exchanged) {
        const fields = exchanged.because === 'seats' ? { seats: exchanged.says } : undefined;
        return refuse(409, formatExchangeRefusal(exchanged, when), fields);
      }
      await touchOrder(tx, order.id);
      const what = `${formatExchangedTickets(chosen, type?.name)} for ${when}.${formatAssignedSeats(exchanged.seats)}`;
      const settled = formatSettledDifference(current, exchanged);
      const unrefunded = formatUnrefundedDifference(exchanged.unrefunded);
      const detail = [`${order.ref}: ${what}`, settled, unrefunded].filter(Boolean).join(' ');
      await recordAudit(tx, { ...audit, detail });
      const news = [
        `We have exchanged tickets for you. The new ones: ${what}`,
        ...formatExtraCharge(exchanged),
        ...formatRefundForBuyer(exchanged.refund.parts),
      ];
      await notifyBuyer(tx, {
        ...{ kind: 'changed', order: order.id, about: ids.as, news, before: current.tickets },
        ...{ home, encryption, at },
      });
      return { refund: exchanged.refund, what, settled, unrefunded };
    });
    for (const id of done.refund.intents) await submitRefund(services, id);
    const report = formatRefundForStaff(done.refund.parts, order.name);
    return ok(
      [`${order.ref} exchanged: ${done.what}`, report || done.settled, done.unrefunded].filter(Boolean).join(' '),
    );
  };

const samePerformance =
  'These tickets are already for this performance. Choose another performance, or another ticket type.';

/**
 * Finds a ticket type of a performance by the type's id.
 * @throws 400 if the performance has no such ticket type
 */
async function requireTicketType(db: DbReader, type: string, performance: string) {
  const there = await findTicketType(db, type);
  return there?.performance_id === performance
    ? there
    : refuseFields({ ticket_type: 'That performance has no such ticket type. Reload the page.' });
}

/**
 * Converts an order's access needs, seating wishes and the references of the orders to sit next to into the values of a
 * form's fields.
 */
export const toNeedsAndSeatingRequests = (
  order: Pick<TicketOrderTable, 'needs' | 'seat_wishes' | 'next_to'>,
): contract.OrderContent['order']['asks'] => ({
  needs: parseAccessNeeds(order.needs),
  wishes: parseSeatingWishes(order.seat_wishes),
  next_to: parseOrderReferences(order.next_to).join(', '),
});

/** Adds a key to a stored list that is separated by commas. */
const addKey = (stored: string, key: string) => [...new Set([...stored.split(',').filter(Boolean), key])].join(',');

const changeSeatingWishes =
  ({ db }: Services): CallHandler<typeof contract.updateNeedsAndWishes> =>
  async (request) => {
    const { body, params } = request;
    const order = (await findOrder(request.db, params.id)) ?? refuseNotFound();
    const refs = [...new Set(body.next_to.split(/[\s,]+/).filter(Boolean))].map(Number);
    for (const ref of refs) {
      if (ref === order.ref)
        refuseFields({ next_to: 'That’s this booking’s own reference. Enter another booking’s reference.' });
      if (!(await findOrderByReference(request.db, ref))) refuseFields({ next_to: `There is no booking ${ref}.` });
    }
    const asks = {
      needs: accessNeeds.filter((need) => body[`need_${need}`] === '1').join(','),
      seat_wishes: seatingWishes.filter((wish) => body[`wish_${wish}`] === '1').join(','),
      next_to: refs.join(','),
    };
    const audit = { ...createAuditContext(request, 'order.wishes_changed'), subject: order.id, detail: `${order.ref}` };
    const version = await write(db, async (tx) => {
      const saved = await saveNeedsAndSeatingRequests(tx, {
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
    return buildOrderConflictResponse(db.read, order.id, (current) => ({ asks: toNeedsAndSeatingRequests(current) }));
  };

const saveSuggestionAnswer =
  ({ db }: Services): CallHandler<typeof contract.answerSuggestion> =>
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
        await recordSuggestionDecision(tx, answered, { ignored_suggestions });
      } else {
        await recordSuggestionDecision(tx, answered, buildSuggestionChanges(order, suggestion));
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
