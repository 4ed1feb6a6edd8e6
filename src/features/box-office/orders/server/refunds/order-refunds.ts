import { listPerformances, releasePlacesAndSeats } from '#features/box-office/performances/server/index.ts';
import type { ManualPaymentSource } from '#features/money/ledger/entry.ts';
import { postEntry } from '#features/money/ledger/server/index.ts';
import {
  assertChargesNotDisputed,
  recordNewExternalRefunds,
  recordRefund,
} from '#features/money/payments/server/index.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { requireRecentAuthentication } from '#platform/server/http/request/visitor.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { explainUnaccompaniedCompanion, hasCompanionRule } from '../../companions.ts';
import type { OrderAccount } from '../../contract.ts';
import {
  calculateFullRefund,
  formatRefund,
  includesCardRefund,
  planRefund,
  type RefundPart,
  sumRefundParts,
} from '../../order-account.ts';
import { sumTicketPrices } from '../../tickets.ts';
import { findOrderIdByCharge, listOrderCharges, loadOrderAccount } from '../store/order-accounts.ts';
import {
  addAmountToSettleWithSeller,
  addCancelReason,
  findOrderWithTickets,
  type OrderWithTickets,
  setOrderUndecided,
  setRetainedAmount,
} from '../store/orders.ts';
import { findValidOrderTickets, markTicketsReturned } from '../store/tickets.ts';

/**
 * Asks Square if some of an order's money was already refunded there, before more of it is refunded. Without this
 * check, the buyer could be promised money that Square then refuses to refund. If Square can't be reached, the check is
 * skipped, and a refused refund is settled later.
 *
 * @throws 409 if money was refunded at Square (the order's page then shows that), or if `movesMoney` is true and a
 * cardholder disputes a payment
 */
export async function recordAndRefuseExternalRefunds(
  services: Services,
  orderId: string,
  { movesMoney }: { movesMoney: boolean },
): Promise<void> {
  const charges = (await listOrderCharges(services.db.read, [orderId])).map(({ entry_id }) => entry_id);
  const found = await recordNewExternalRefunds(services, charges);
  if (movesMoney) await assertChargesNotDisputed(services.db.read, charges);
  if (found === 0) return;
  refuse(
    409,
    `Square has already refunded ${formatMoney(found)} of this order, so nothing was changed. Reload the page to see what is left, then try again.`,
  );
}

/**
 * Explains why the changes that this transaction has made to an order's tickets are refused: a companion would be left
 * without a paying ticket. Returns "" if they are allowed. `before` is the order before these changes.
 */
export async function explainCompanionRuleViolation(tx: DbReader, before: OrderWithTickets): Promise<string> {
  if (!hasCompanionRule(before)) return '';
  const types = (await listPerformances(tx, before.show_id)).flatMap((performance) => performance.types);
  return explainUnaccompaniedCompanion(before.tickets, await findValidOrderTickets(tx, before.id), types);
}

/**
 * Requires re-authentication if the refund would include a card, because such a refund can't be stopped.
 * `calculateRefund` returns the amount in pence; the default is everything held.
 */
export async function requireReauthenticationForRefund(
  request: Parameters<typeof requireRecentAuthentication>[0] & { db: DbReader },
  order: OrderWithTickets,
  calculateRefund: (account: OrderAccount) => number = ({ held }) => held,
): Promise<void> {
  const account = await loadOrderAccount(request.db, order);
  if (includesCardRefund(planRefund(account, calculateRefund(account)))) requireRecentAuthentication(request);
}

/** The reason for a refund, its time, and the user who makes it. */
interface RefundCause extends Pick<Services, 'environment'> {
  reason: string;
  /** The user who makes the refund; null if the site makes it. */
  by: Id | null;
  /** The id from which the refunds' ids are derived. It is created outside the transaction, which may run twice. */
  as: Id;
  at: Instant;
}

/** A recorded refund. The box office pays out its parts, except those that Square refunds to a card. */
export interface IssuedRefund {
  parts: RefundPart[];
  /** The refunds to request from Square after the commit. */
  intents: Id[];
}

/**
 * Refunds parts of an order's payments, in the transaction of the change that causes the refund. Manual refunds are
 * posted to the ledger. Refunds to cards are only recorded: the caller submits the returned `intents` to Square after
 * the commit. A card that can't be refunded here any more is left out.
 */
export async function issueRefund(
  tx: DbTransaction,
  parts: readonly RefundPart[],
  { as, reason, by, at, environment }: RefundCause,
  /** The method by which somebody has paid out the refund by hand. The default is the payment's own method. */
  paidIn?: ManualPaymentSource,
): Promise<IssuedRefund> {
  const issued: IssuedRefund = { parts: [], intents: [] };
  const paid_in = paidIn && { paid_in: paidIn };
  for (const part of parts) {
    const { payment, pence } = part;
    const id = deriveId(`${as} ${payment.id}`);
    if (payment.source === 'card' && paidIn === undefined) {
      if (!(await recordRefund(tx, { chargeId: payment.id, pence, reason, by }, { id, environment, at }))) continue;
      issued.intents.push(id);
    } else {
      await postEntry(tx, { kind: 'refund', id, at, pence, charge_id: payment.id, ...paid_in, note: { reason, by } });
    }
    issued.parts.push(part);
  }
  return issued;
}

/**
 * Refunds parts of an order's payments without cancelling tickets. If `ofRetained` is true, the money refunded is money
 * that was retained for returned tickets; otherwise it is money that is owed or was paid for valid tickets. If a
 * decision about the tickets was open, it is settled: they stay valid.
 */
export async function refundPayments(
  tx: DbTransaction,
  {
    id,
    account: { held, retained },
    parts,
    ofRetained,
  }: { id: Id; account: OrderAccount; parts: readonly RefundPart[]; ofRetained: boolean },
  cause: RefundCause,
): Promise<IssuedRefund> {
  const issued = await issueRefund(tx, parts, cause);
  const pence = sumRefundParts(issued);
  await setRetainedAmount(tx, id, Math.min(ofRetained ? retained - pence : retained, held - pence));
  await setOrderUndecided(tx, id, 0);
  return issued;
}

/**
 * Retains up to `pence` of the money that is owed for an order, because that money won't be refunded. `chargeId` is the
 * charge that paid for the order.
 * @returns how many additional pence are retained
 */
export async function retainOwedMoney(tx: DbTransaction, chargeId: Id, pence: number): Promise<number> {
  const id = await findOrderIdByCharge(tx, chargeId);
  const order = id === undefined ? undefined : await findOrderWithTickets(tx, id);
  if (!order) return 0;
  const { owed, retained } = await loadOrderAccount(tx, order);
  const more = Math.min(pence, owed);
  await setRetainedAmount(tx, order.id, retained + more);
  return more;
}

interface TicketReturn extends RefundCause {
  tickets: readonly Id[];
  /**
   * The amount to refund of each payment; undefined to refund all the money held, except what was retained for tickets
   * returned before.
   */
  parts: readonly RefundPart[] | undefined;
  /** Pence that the society retains for these tickets. */
  retained?: number;
}

/**
 * Records the return of tickets of an order, releases their places and refunds money, in one transaction.
 *
 * @returns undefined if one of the tickets was already returned. The caller must then throw, so that the transaction is
 * rolled back
 * @throws 409 if a companion would be left without a paying ticket
 */
export async function returnTickets(
  tx: DbTransaction,
  order: OrderWithTickets,
  { tickets, parts, retained = 0, ...cause }: TicketReturn,
): Promise<IssuedRefund | undefined> {
  const account = await loadOrderAccount(tx, order);
  const back = parts ?? planRefund(account, calculateFullRefund(account));
  const ended =
    order.status === 'paid' && countsAsRefunded(account, { back, kept: account.retained + retained })
      ? 'refunded'
      : 'cancelled';
  if (!(await markTicketsReturned(tx, { order: order.id, tickets, ended, at: cause.at }))) return undefined;
  const price = sumTicketPrices(order.tickets.filter(({ id }) => tickets.includes(id)));
  if (order.source === 'import' && price > 0) await addAmountToSettleWithSeller(tx, order.id, price);
  const alone = await explainCompanionRuleViolation(tx, order);
  if (alone !== '')
    refuse(409, `${alone} Choose the companions’ tickets and their paid tickets together. The order hasn’t changed.`);
  await releasePlacesAndSeats(tx, tickets);
  await addCancelReason(tx, order, cause.reason);
  const issued = await issueRefund(tx, back, cause);
  await setRetainedAmount(tx, order.id, Math.min(account.retained + retained, account.held - sumRefundParts(issued)));
  return issued;
}

/**
 * Returns true if an order that loses its last valid ticket counts as refunded instead of cancelled: money was
 * refunded, is being refunded, or is owed.
 */
function countsAsRefunded(
  account: OrderAccount,
  { back, kept }: { back: readonly RefundPart[]; kept: number },
): boolean {
  const refund = sumRefundParts({ parts: back });
  return account.refunded + account.refund_pending + refund > 0 || account.held > kept;
}

/** Describes the refund for a buyer: "We’ve asked your bank to refund £12.00 to the card. …" */
export function formatRefundForBuyer(parts: readonly RefundPart[]): string[] {
  const byCard = parts.filter((part) => includesCardRefund([part]));
  const byHand = parts.filter((part) => !includesCardRefund([part]));
  return [
    // The text says “asked”, because the bank may still refuse
    ...(byCard.length > 0
      ? [`We’ve asked your bank to refund ${formatRefund(byCard)}. It usually arrives within ten days.`]
      : []),
    ...(byHand.length > 0 ? [`We’re refunding ${formatRefund(byHand)}.`] : []),
  ];
}

/** Formats for a buyer the amount that is still owed to them, and what happens next; [] if nothing is owed. */
export function formatAmountOwedForBuyer({ owed, disputed }: { owed: number; disputed: boolean }): string[] {
  if (owed === 0) return [];
  return disputed
    ? [
        `Your bank is deciding about your payment. After its decision, we’ll refund as much of ${formatMoney(owed)} as we still hold.`,
      ]
    : [`We owe you ${formatMoney(owed)}, and will get in touch about how you would like it.`];
}

/**
 * Formats the buyer's part of a cancellation: the cancelled tickets; the amounts refunded, owed and retained; and the
 * reason.
 */
export const formatCancellationForBuyer = ({
  cancelled,
  refund,
  owed = 0,
  disputed = false,
  retained,
  reason,
}: {
  /** The cancelled tickets: "2 Adult"; "" if the tickets stay valid. */
  cancelled: string;
  /** Sentences about the refund. */
  refund: readonly string[];
  owed?: number;
  disputed?: boolean;
  retained: number;
  reason: string;
}): string[] => [
  ...(cancelled === '' ? [] : [`These tickets are cancelled: ${cancelled}.`]),
  ...refund,
  ...formatAmountOwedForBuyer({ owed, disputed }),
  ...(retained > 0 ? [`${formatMoney(retained)} of the tickets’ price isn’t refunded.`] : []),
  ...(reason === '' ? [] : [`The reason: ${reason}`]),
];

/**
 * Formats for the box office which refunds it has to pay out by hand, and which Square was asked for. "" if nothing is
 * refunded.
 */
export function formatRefundForStaff(parts: readonly RefundPart[], name: string): string {
  return formatRefundParts(parts, (byHand) => `: ${formatHandOver(byHand)} ${name}`);
}

/** Formats for the audit log which refunds were made, and which Square was asked for. "" if nothing is refunded. */
export const formatRefundForAudit = (parts: readonly RefundPart[]): string => formatRefundParts(parts, () => '');

function formatRefundParts(
  parts: readonly RefundPart[],
  formatNextStep: (byHand: readonly RefundPart[]) => string,
): string {
  const byHand = parts.filter(({ payment }) => payment.source !== 'card');
  const byCard = sumRefundParts({ parts }) - sumRefundParts({ parts: byHand });
  return [
    byHand.length > 0 && `Refunded ${formatRefund(byHand)}${formatNextStep(byHand)}.`,
    // The text says “asked”, because the bank may still refuse
    byCard > 0 && `Square has been asked to refund ${formatMoney(byCard)} to the card.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns the phrase that asks staff to hand over a refund. */
const formatHandOver = (parts: readonly RefundPart[]): string =>
  parts.every(({ payment }) => payment.source === 'cash') ? 'hand it to' : 'see that it gets to';
