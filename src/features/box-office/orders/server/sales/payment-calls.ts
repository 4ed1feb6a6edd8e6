import { findShowSummary } from '#features/archive/shows/server/index.ts';
import { findPerformances } from '#features/box-office/performances/server/index.ts';
import { formatCorrectionYearNotice } from '#features/money/ledger/financial-year.ts';
import {
  type EntryNote,
  findCorrectionYears,
  findEntry,
  recordEntryNote,
  reverseEntry,
} from '#features/money/ledger/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, listAuditEntriesAbout, recordAudit } from '#platform/server/audit/index.ts';
import { deriveId, type Id, newId } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { hour, subtractMs } from '#platform/shared/dates/durations.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { OrderAccount } from '../../contract.ts';
import * as contract from '../../contract.ts';
import {
  type BoxOfficePaymentMethod,
  isPaidAtBoxOffice,
  mayHaveReversiblePayment,
  paymentMethodPhrases,
} from '../../order.ts';
import {
  arePerformancesOver,
  formatAmountDue,
  formatPaymentPhrase,
  formatReversalYearNote,
} from '../../order-account.ts';
import { correctRefund } from '../../order-page-contract.ts';
import { listOrderCharges, loadOrderAccount } from '../store/order-accounts.ts';
import { markOrderPaid, markOrderUnpaid, requireOrder, touchOrder } from '../store/orders.ts';
import { queueReservationRelease } from './performance-jobs.ts';
import { recordTicketPayment } from './sell-tickets.ts';

const access = mayUse('door');

/** The audit action of a payment. Its log entry records who took a payment, and when. */
const paymentAction = 'order.paid';

/** The period in which somebody at the door can undo a payment that they recorded themselves. */
const undoPeriodMs = hour;

/** Registers the calls that mark a reservation as paid, or a paid order as unpaid. */
export function registerPaymentCalls({ call }: RouteRegistry, services: Services): void {
  call(contract.markOrderPaid, { access }, markPaid(services));
  call(contract.markOrderUnpaid, { access }, markUnpaid(services));
}

const markPaid =
  ({ db, environment }: Services): CallHandler<typeof contract.markOrderPaid> =>
  async (request) => {
    const { body, params, now } = request;
    const order = await requireOrder(request.db, params.id);
    const title = (await findShowSummary(request.db, order.show_id))?.title ?? '';
    const entry = newId();
    const audit = createPaymentAuditContext(request, order.id);
    const taken = await write(db, (tx) =>
      payReservedOrder(tx, { order: order.id, title, entry, how: body.how, at: now, audit, environment }),
    );
    return ok(`${order.ref}, ${order.name}: ${formatMoney(taken)} taken.`);
  };

const markUnpaid =
  ({ db, environment }: Services): CallHandler<typeof contract.markOrderUnpaid> =>
  async (request) => {
    const { body, params, now: at, today, visitor } = request;
    const order = await requireOrder(request.db, params.id);
    const as = newId();
    const audit = { ...createAuditContext(request, 'order.payment_reversed'), subject: order.id };
    const { account, chosen, due, years } = await write(db, async (tx) => {
      const current = await requireOrder(tx, order.id);
      const atDoor = visitor.may.bookings !== true;
      const [taking] = await listAuditEntriesAbout(tx, order.id, { action: paymentAction, count: 1 });
      if (atDoor && (taking?.actor_id !== visitor.id || taking.at < subtractMs(at, undoPeriodMs)))
        refuse(403, onlyOwnRecentPayment);
      const account = await loadOrderAccount(tx, current);
      const byHand = account.payments.filter(({ source }) => source !== 'card');
      const isLast = atDoor || body.payment === 'last';
      // If there is only one payment, it needn't be chosen
      const isWhole = isLast ? account.payments.length < 2 : body.payment === '';
      const taken = isLast ? await findPaymentRecordedAt(tx, byHand, { at: taking?.at, environment }) : undefined;
      if (atDoor && byHand.length > 0 && !taken) refuse(403, onlyOwnRecentPayment);
      const chosen = isWhole
        ? undefined
        : isLast
          ? (taken ?? byHand.at(-1))
          : byHand.find(({ id }) => id === body.payment);
      // If the button is pressed twice, the second press must not undo an earlier payment
      const isUndone = isLast && current.status !== 'paid';
      if (isUndone || (isWhole ? !isPaidAtBoxOffice(current) : !chosen || !mayHaveReversiblePayment(current))) {
        refuse(
          409,
          `Order ${order.ref} has no such payment at the box office, or the payment has already been undone.`,
        );
      }
      if (account.refunded + account.refund_pending > 0) {
        refuse(
          409,
          `Some of the money for order ${order.ref} was refunded already. If a refund wasn’t made, press “Correct a refund” first.`,
        );
      }
      const note = { reason: body.reason, by: visitor.id };
      const reversed = chosen ? [chosen] : account.payments;
      const ids = reversed.map(({ id }) => id);
      const years = formatReversalYearNote(reversed, await findCorrectionYears(tx, ids, { environment, today }));
      await reversePayments(tx, reversed, { as, at, environment, note });
      await markOrderUnpaid(tx, order.id, { retained: chosen ? account.retained : 0 });
      const performances = await findPerformances(
        tx,
        current.tickets.map(({ performance_id }) => performance_id),
        { includesArchived: true },
      );
      for (const performance of performances.values()) await queueReservationRelease(tx, performance, at);
      const { timeZone } = await readSettings(tx);
      const isOver = arePerformancesOver(
        [...performances.values()].map(({ starts_at }) => starts_at),
        { today, timeZone },
      );
      const paid = chosen ? `: ${formatPayment(chosen)}` : account.paid > 0 ? `: ${formatMoney(account.paid)}` : '';
      const noLongerRetained =
        !chosen && account.retained > 0
          ? `, of which ${formatMoney(account.retained)} was retained for returned tickets`
          : '';
      await recordAudit(tx, { ...audit, detail: `${order.ref}${paid}${noLongerRetained}. ${body.reason}` });
      const after = await requireOrder(tx, order.id);
      return { account, chosen, due: formatAmountDue((await loadOrderAccount(tx, after)).due, { isOver }), years };
    });
    const { retained } = account;
    const lost =
      !chosen && retained > 0
        ? ` The ${formatMoney(retained)} retained for returned tickets isn’t asked for again.`
        : '';
    const what = chosen ? `${formatPayment(chosen)} marked as unpaid` : 'marked as unpaid';
    return ok(`${order.ref}, ${order.name}: ${what}. ${due}.${lost}${years}`);
  };

/** Registers the call that corrects a manual refund which was recorded but never made. */
export function registerRefundCorrectionCalls({ call }: RouteRegistry, services: Services): void {
  call(correctRefund, { access: mayUse('bookings') }, correctManualRefund(services));
}

const correctManualRefund =
  ({ db, environment }: Services): CallHandler<typeof correctRefund> =>
  async (request) => {
    const { body, params, now: at } = request;
    const order = await requireOrder(request.db, params.id);
    const id = newId();
    const audit = { ...createAuditContext(request, 'order.refund_corrected'), subject: order.id };
    const { pence, year } = await write(db, async (tx) => {
      const entry = (await findEntry(tx, body.refund, environment)) ?? refuseNotFound();
      const isOfOrder = (await listOrderCharges(tx, [order.id])).some(({ entry_id }) => entry_id === entry.charge_id);
      if (!isOfOrder || entry.kind !== 'refund') refuseNotFound();
      if (entry.source === 'card')
        refuse(409, 'A refund to a card can’t be corrected here: Square has already made it.');
      if (entry.corrects !== null || (await reverseEntry(tx, { id, at, entry })) !== 'reversed') {
        refuse(409, 'This refund has been corrected already.');
      }
      await recordEntryNote(tx, id, { reason: body.reason, by: request.visitor.id });
      await touchOrder(tx, order.id);
      const detail = `${order.ref}: ${formatMoney(0 - entry.amount)} wasn’t refunded. ${body.reason}`;
      await recordAudit(tx, { ...audit, detail });
      const years = await findCorrectionYears(tx, [entry.id], { environment, today: request.today });
      return { pence: 0 - entry.amount, year: years[entry.id] ?? '' };
    });
    return ok(
      `Corrected: ${formatMoney(pence)} of order ${order.ref} counts as paid again.${formatCorrectionYearNotice(year)}`,
    );
  };

/**
 * Marks a reserved order as paid, and posts the amount due to the ledger. Refuses if the order is no longer reserved.
 * @returns the pence taken
 */
export async function payReservedOrder(
  tx: DbTransaction,
  {
    order: id,
    title,
    entry,
    how,
    at,
    audit,
    detail = '',
    environment,
  }: {
    order: Id;
    /** The title of the order's show. */
    title: string;
    entry: Id;
    how: BoxOfficePaymentMethod;
    at: Instant;
    audit: Omit<Parameters<typeof recordAudit>[1], 'detail'>;
    detail?: string;
  } & Pick<Services, 'environment'>,
): Promise<number> {
  const order = await requireOrder(tx, id);
  const { due: pence } = await loadOrderAccount(tx, order);
  if (!(await markOrderPaid(tx, { id, how, entry: pence > 0 ? entry : '' }))) {
    // The button may have been pressed twice because the first response was lost. The money in hand is then the payment
    // that is already recorded
    if (order.status === 'paid')
      refuse(
        409,
        `Order ${order.ref} is already marked as paid. Keep the money you’ve just taken, unless the order has now been paid twice: then return it.`,
      );
    const isFree = order.status === 'comp';
    const reason = isFree ? 'is complimentary, so nothing is due' : 'has been cancelled';
    refuse(409, `Order ${order.ref} ${reason}. Return any money you’ve just taken for it.`);
  }
  const show = { id: order.show_id, title };
  if (pence > 0) await recordTicketPayment(tx, { entry, show, pence, how, at, environment });
  await recordAudit(tx, {
    ...audit,
    detail: `${order.ref}${pence > 0 ? `: ${formatMoney(pence)} ${paymentMethodPhrases[how]}` : ''}${detail}`,
  });
  return pence;
}

export const createPaymentAuditContext = (request: Parameters<typeof createAuditContext>[0], order: Id) => ({
  ...createAuditContext(request, paymentAction),
  subject: order,
});

const onlyOwnRecentPayment =
  'At the door, you can only undo a payment that you recorded yourself within the last hour. Ask the box office to correct this one.';

const formatPayment = (payment: OrderAccount['payments'][number]): string =>
  `${formatMoney(payment.amount)} ${formatPaymentPhrase(payment)}`;

/** Finds the payment that was posted to the ledger at an instant. */
async function findPaymentRecordedAt(
  tx: DbTransaction,
  payments: OrderAccount['payments'],
  { at, environment }: { at: Instant | undefined } & Pick<Services, 'environment'>,
): Promise<OrderAccount['payments'][number] | undefined> {
  for (const payment of payments) {
    if ((await findEntry(tx, payment.id, environment))?.at === at) return payment;
  }
  return undefined;
}

async function reversePayments(
  tx: DbTransaction,
  payments: OrderAccount['payments'],
  { as, at, environment, note }: { as: Id; at: Instant; note: EntryNote } & Pick<Services, 'environment'>,
): Promise<void> {
  for (const { id: charge } of payments) {
    const entry = await findEntry(tx, charge, environment);
    const id = deriveId(`${as} ${charge}`);
    if (!entry || (await reverseEntry(tx, { id, at, entry })) !== 'reversed') refuseNotFound();
    await recordEntryNote(tx, id, note);
  }
}
