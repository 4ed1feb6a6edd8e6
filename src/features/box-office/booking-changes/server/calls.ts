import { formatUnrefundedDifference } from '#features/box-office/orders/exchange-price.ts';
import { formatRefundPlan, sumRefundParts } from '#features/box-office/orders/order-account.ts';
import {
  findOrderByReference,
  formatRefundForAudit,
  formatRefundForBuyer,
  formatRefundForStaff,
  type IssuedRefund,
  notifyBuyer,
  type OrderWithTickets,
  recordAndRefuseExternalRefunds,
  requireOrder,
  requireReauthenticationForRefund,
} from '#features/box-office/orders/server/index.ts';
import { submitRefund } from '#features/money/payments/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { ConfirmationRequiredError, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { describeQueuedEmailToPerson } from '#platform/server/mail/index.ts';
import { addBookingChange, deleteBookingChange } from '../contract.ts';
import { applyBookingChange, undoBookingChange } from './change-bookings.ts';
import { findBookingChange, recordBookingChange } from './store.ts';

const access = mayUse('bookings');

/** Registers the calls that change bookings by hand and undo such changes. Buyers are notified by email. */
export function registerBookingChangeCalls({ call }: RouteRegistry, services: Services): void {
  call(addBookingChange, { access, requiresReauthentication: 'in part' }, changeBooking(services));
  call(deleteBookingChange, { access, requiresReauthentication: 'in part' }, undoChange(services));
}

const changeBooking =
  (services: Services): CallHandler<typeof addBookingChange> =>
  async (request) => {
    const { environment, all, encryption, mailTransport } = services;
    const { body, now, once, home } = request;
    if (body.difference === 'settle') {
      const order = await findOrderByReference(request.db, Number(body.ref_num));
      if (order) {
        await requireReauthenticationForRefund(request, order);
        await recordAndRefuseExternalRefunds(services, order.id, { movesMoney: false });
      }
    }
    const tickets = Array.from({ length: body.change_quantity }, newId);
    const ids = { entry: newId(), as: newId() };
    const prepared = { id: newId(), order: newId(), tickets, ids, now, by: request.visitor.id, environment, all };
    const audit = createAuditContext(request, 'booking.changed');
    let given: IssuedRefund | undefined;
    const answer = await once(async (tx) => {
      const { mod, order, what, settled = '', exchanged, ...applied } = await applyBookingChange(tx, body, prepared);
      if (body.previews_refund) requireRefundConfirmation(exchanged?.refund);
      const unrefunded = exchanged ? formatUnrefundedDifference(exchanged.unrefunded) : '';
      await recordBookingChange(tx, mod, applied.tickets);
      await recordAudit(tx, {
        ...audit,
        subject: order.id,
        detail: [`${order.ref}: ${what}`, settled, unrefunded].filter(Boolean).join(' '),
      });
      given = exchanged?.refund;
      const isRefunded = given !== undefined && given.parts.length > 0;
      const changed = [what, isRefunded ? '' : settled].filter(Boolean).join(' ');
      const news = [...newsByKind[mod.kind](changed), ...(given ? formatRefundForBuyer(given.parts) : [])];
      const before = mod.kind === 'move' ? [{ performance_id: mod.from_performance }] : [];
      const letter = { order: order.id, about: mod.id, news, before, home, encryption, at: now };
      const isTold = mod.kind !== 'new' && (await notifyBuyer(tx, { ...letter, kind: 'changed' }));
      const handOver = given ? formatRefundForStaff(given.parts, order.name) : '';
      const report = [
        `${order.ref}: ${changed}`,
        handOver,
        unrefunded,
        isTold ? formatBuyerNotified(mailTransport, order) : '',
      ];
      return ok(report.filter(Boolean).join(' '), { id: mod.id });
    });
    for (const id of given?.intents ?? []) await submitRefund(services, id);
    return answer;
  };

const undoChange =
  (services: Services): CallHandler<typeof deleteBookingChange> =>
  async (request) => {
    const { db, environment, all, encryption, mailTransport } = services;
    const { body, now, home } = request;
    const mod = (await findBookingChange(request.db, body.id)) ?? refuseNotFound();
    if (mod.kind === 'move') {
      await requireReauthenticationForRefund(request, await requireOrder(request.db, mod.order_id));
      await recordAndRefuseExternalRefunds(services, mod.order_id, { movesMoney: false });
    }
    const as = newId();
    const audit = { ...createAuditContext(request, 'booking.change_undone'), subject: mod.order_id };
    const { refund, buyer, report, isTold } = await write(db, async (tx) => {
      const current = (await findBookingChange(tx, mod.id)) ?? refuseNotFound();
      const undone = await undoBookingChange(tx, current, { as, now, by: request.visitor.id, environment, all });
      if (body.previews_refund) requireRefundConfirmation(undone.refund);
      const unrefunded = formatUnrefundedDifference(undone.unrefunded);
      const refunded = formatRefundForAudit(undone.refund.parts);
      const detail = [`${mod.change_quantity} × ${mod.to_item}.`, refunded, unrefunded];
      await recordAudit(tx, { ...audit, detail: detail.filter(Boolean).join(' ') });
      const news = ['A change to your tickets was undone.', ...formatRefundForBuyer(undone.refund.parts)];
      const before = [{ performance_id: mod.to_performance }];
      const letter = { order: mod.order_id, about: as, news, before, home, encryption, at: now };
      const sent = mod.kind !== 'new' && (await notifyBuyer(tx, { ...letter, kind: 'changed' }));
      const given = [formatRefundForStaff(undone.refund.parts, undone.buyer.name), unrefunded]
        .filter(Boolean)
        .join(' ');
      return { ...undone, report: given, isTold: sent };
    });
    for (const id of refund.intents) await submitRefund(services, id);
    return ok(
      ['Change undone.', report, isTold ? formatBuyerNotified(mailTransport, buyer) : ''].filter(Boolean).join(' '),
    );
  };

const formatBuyerNotified = (
  mailTransport: Services['mailTransport'],
  buyer: Pick<OrderWithTickets, 'name' | 'phone'>,
) => describeQueuedEmailToPerson(mailTransport, 'We’ve emailed the buyer.', buyer);

/** The text about each kind of change in the buyer's email. */
const newsByKind = {
  move: (what: string) => [`We have exchanged tickets for you. The new ones: ${what}`],
  add: (what: string) => [`We have added tickets to your booking: ${what}`],
  new: () => [],
} as const;

/**
 * Requires the user to confirm a refund. The caller has already made it in the same transaction, which throwing rolls
 * back.
 *
 * @throws ConfirmationRequiredError if the refund isn't empty
 */
function requireRefundConfirmation(refund: IssuedRefund | undefined): void {
  const parts = refund?.parts ?? [];
  if (parts.length > 0)
    throw new ConfirmationRequiredError(formatRefundPlan(parts), { pence: sumRefundParts({ parts }) });
}
