import { submitRefund } from '#features/money/payments/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { describeQueuedEmailTo } from '#platform/server/mail/index.ts';
import { formatAmountLeft, formatMoney, parsePounds } from '#platform/shared/money.ts';
import type { OrderAccount } from '../../contract.ts';
import { countTicketsByType, formatTicketCounts } from '../../order.ts';
import {
  calculateRefundableAmount,
  calculateRetainedAmount,
  planRefund,
  type RefundPart,
  sumRefundParts,
} from '../../order-account.ts';
import { refundOrder } from '../../order-page-contract.ts';
import { type GroupableTicket, parseChosenTickets } from '../../tickets.ts';
import { notifyBuyer } from '../emails/order-emails.ts';
import { loadOrderAccount } from '../store/order-accounts.ts';
import { requireOrder, touchOrder } from '../store/orders.ts';
import { loadSeatsAndCheckIns } from '../store/tickets.ts';
import {
  formatCancellationForBuyer,
  formatRefundForAudit,
  formatRefundForBuyer,
  formatRefundForStaff,
  refundPayments,
  refuseOrderRefundedAtProvider,
  requireReauthenticationForRefund,
  returnTickets,
} from './order-refunds.ts';

export function registerRefundCalls({ call }: RouteRegistry, services: Services): void {
  call(refundOrder, { access: mayUse('bookings'), requiresReauthentication: 'in part' }, refundPaidOrder(services));
}

const refundPaidOrder =
  (services: Services): CallHandler<typeof refundOrder> =>
  async (request) => {
    const { environment, all, encryption, mailTransport: mail } = services;
    const { body, params, now: at, home, once, visitor } = request;
    const order = await requireOrder(request.db, params.id);
    await requireReauthenticationForRefund(request, order);
    await refuseOrderRefundedAtProvider(services, order.id, { movesMoney: body.amount !== 0 });
    const as = newId();
    const audit = { ...createAuditContext(request, 'order.refunded'), subject: order.id };
    const intents: string[] = [];
    const answer = await once(async (tx) => {
      intents.length = 0;
      const current = await requireOrder(tx, order.id);
      const account = await loadOrderAccount(tx, current);
      if (account.held <= 0) refuse(409, `Order ${order.ref} has nothing left to refund.`);
      if (body.held !== undefined && body.held !== account.held) {
        refuse(
          409,
          `The money held for order ${order.ref} has changed since you opened the page. Nothing was refunded: reload the page, then try again.`,
        );
      }
      const cause = { as, at, environment, by: visitor.id, reason: body.reason };
      const ofRetained = body.tickets === 'retained';
      const keeps = current.tickets.length === 0 || body.tickets === 'keep' || ofRetained;
      const parts = parseRefundParts(body, account, { min: keeps ? 1 : 0 });
      const pence = sumRefundParts({ parts });
      if (ofRetained && pence > account.retained) {
        refuseFields({ tickets: `${formatAmountLeft(account.retained)} was retained for returned tickets.` });
      }
      if (!keeps && body.tickets === undefined) refuseFields({ tickets: 'Choose what happens to the tickets.' });
      const chosen = keeps ? [] : selectTicketsToCancel(body, await loadSeatsAndCheckIns(tx, current.tickets, { all }));
      const ids = chosen.map(({ id }) => id);
      const retained = keeps ? 0 : calculateRetainedAmount(account, chosen, pence);
      const issued = keeps
        ? await refundPayments(tx, { id: order.id, account, parts, ofRetained }, cause)
        : await returnTickets(tx, current, { tickets: ids, parts, retained, ...cause });
      if (!issued) return refuse(409, 'Somebody has cancelled these tickets already. Nothing was refunded.');
      if (sumRefundParts(issued) !== pence) refuse(409, 'The card can’t be refunded here. Nothing was refunded.');
      intents.push(...issued.intents);
      if (keeps) await touchOrder(tx, order.id);
      const stay = keeps && current.tickets.length > 0;
      const what = formatTicketCounts(countTicketsByType(chosen));
      const fate = keeps ? (stay ? 'The tickets stay valid' : '') : `Cancelled: ${what}`;
      const detail = [
        `${order.ref}: ${formatRefundForAudit(parts).replace(/[.]$/, '') || 'Nothing refunded'}`,
        ofRetained && 'It had been retained for returned tickets',
        body.reason.replace(/[.]$/, ''),
        fate,
        retained > 0 && `${formatMoney(retained)} retained`,
      ].filter(Boolean);
      await recordAudit(tx, { ...audit, detail: `${detail.join('. ')}.` });
      const isOver = chosen.length === current.tickets.length;
      const news = [
        ...formatCancellationForBuyer({
          cancelled: what,
          refund: formatRefundForBuyer(parts),
          retained,
          reason: body.reason,
        }),
        ...(stay ? ['Your tickets stay valid.'] : []),
      ];
      const kind = keeps ? 'refunded' : isOver ? 'cancelled' : 'changed';
      const isTold = await notifyBuyer(tx, {
        ...{ kind, order: order.id, about: as, news, before: current.tickets },
        ...{ home, encryption, at },
      });
      const tickets = keeps ? (stay ? 'The tickets stay valid.' : '') : `${what} cancelled.`;
      const told = isTold ? describeQueuedEmailTo(mail, 'We’ve emailed the buyer.', order) : '';
      const kept = retained > 0 ? `${formatMoney(retained)} retained.` : '';
      return ok([formatRefundForStaff(parts, order.name), tickets, kept, told].filter(Boolean).join(' '));
    });
    for (const id of intents) await submitRefund(services, id);
    return answer;
  };

/** Returns the tickets that a form chooses by a number for each group; refuses an empty or impossible choice. */
export function requireChosenTickets<Ticket extends GroupableTicket>(
  body: Readonly<Record<string, unknown>>,
  tickets: readonly Ticket[],
): readonly Ticket[] {
  const chosen = parseChosenTickets(body, tickets);
  return 'fault' in chosen ? refuseFields({ [chosen.fault]: chosen.says }) : chosen.chosen;
}

/** Returns the tickets that a form chooses; all tickets if it has no fields for that. */
export const selectTicketsToCancel = <Ticket extends GroupableTicket>(
  body: Readonly<Record<string, unknown>>,
  tickets: readonly Ticket[],
): readonly Ticket[] =>
  Object.keys(body).some((field) => field.startsWith('of_')) ? requireChosenTickets(body, tickets) : tickets;

/**
 * Parses the refund that a form requests, by payment. `min` is the minimum refund; 0 if everything may be retained.
 */
function parseRefundParts(
  body: Readonly<Record<string, unknown>> & { amount?: number | undefined },
  account: OrderAccount,
  { min }: { min: 0 | 1 },
): RefundPart[] {
  const { payments, held } = account;
  const named = payments.filter(({ id }) => `to_${id}` in body);
  const parts = named.flatMap((payment): RefundPart[] => {
    const field = `to_${payment.id}`;
    const typed = `${body[field]}`.trim();
    const pence = typed === '' ? 0 : parsePounds(typed);
    if (pence === null || pence < 0) return refuseFields({ [field]: 'Enter an amount, such as 12.50.' });
    const refundable = calculateRefundableAmount(payment);
    if (pence > refundable)
      refuseFields({ [field]: `${formatAmountLeft(refundable)} of this payment is left to refund.` });
    return pence > 0 ? [{ payment, pence }] : [];
  });
  if (named.length > 0) {
    return parts.length >= min ? parts : refuseFields({ [`to_${named[0]?.id}`]: 'Enter how much to refund.' });
  }
  const amount = body.amount ?? held;
  if (amount < min) refuseFields({ amount: 'Enter how much to refund.' });
  if (amount > held) refuseFields({ amount: `${formatAmountLeft(held)} is left to refund.` });
  return planRefund(account, amount);
}
