import { findPerformances } from '#features/box-office/performances/server/index.ts';
import { accountingPath } from '#features/money/accounting/paths.ts';
import { type ManualPaymentSource, manualPaymentSourcePhrases } from '#features/money/ledger/entry.ts';
import {
  listChargesPossiblyDueRefund,
  listRefusedRefundsOfCharges,
  submitRefund,
} from '#features/money/payments/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches, write } from '#platform/server/database/index.ts';
import { type AdminTodoSource, formatCount, type Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import { describeQueuedEmailToPerson } from '#platform/server/mail/index.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { OrderAccount } from '../../contract.ts';
import { bookingIssuesPath, countTicketsByType, formatTicketCountsByType, orderPath } from '../../order.ts';
import { formatRefund, formatRefundPlan, planRefund, sumRefundParts } from '../../order-account.ts';
import { type AmountToSettle, refundDueAmount, settleOrder } from '../../order-page-contract.ts';
import { notifyBuyer } from '../emails/order-emails.ts';
import { loadOrderAccounts } from '../store/order-accounts.ts';
import {
  findOrder,
  findOrderWithTickets,
  listOrdersToSettleWithSellers,
  listOrdersWithPossibleRefunds,
  markOrderSettledWithSeller,
  type OrderWithTickets,
  requireOrder,
  setRetainedAmount,
  touchOrder,
} from '../store/orders.ts';
import type { TicketOrderTable } from '../store/tables.ts';
import { listReturnedTickets } from '../store/tickets.ts';
import {
  formatRefundForAudit,
  formatRefundForBuyer,
  formatRefundForStaff,
  issueRefund,
  recordAndRefuseExternalRefunds,
  requireReauthenticationForRefund,
} from './order-refunds.ts';

/** An order, and the pence owed to its buyer. */
interface AmountOwed {
  order: TicketOrderTable;
  account: OrderAccount;
  pence: number;
}

/** Lists the amounts that are owed for orders. Refunds that Square refused are left out: they are listed separately. */
async function listAmountsOwed(db: DbReader, orders: readonly OrderWithTickets[]): Promise<AmountOwed[]> {
  const accounts = await loadOrderAccounts(db, orders);
  const charges = [...accounts.values()].flatMap(({ payments }) => payments.map(({ id }) => id));
  const refused = new Map<Id, number>();
  for (const { charge_id, pence, resolution } of await listRefusedRefundsOfCharges(db, charges)) {
    if (resolution === '') refused.set(charge_id ?? '', (refused.get(charge_id ?? '') ?? 0) + pence);
  }
  return orders.flatMap((order): AmountOwed[] => {
    const account = accounts.get(order.id);
    if (!account) return [];
    const elsewhere = account.payments.reduce((sum, { id }) => sum + (refused.get(id) ?? 0), 0);
    const pence = account.owed - elsewhere;
    return pence > 0 ? [{ order, account, pence }] : [];
  });
}

/**
 * Lists all orders for which money may be owed. They include orders with a refused refund, a refund made at Square or a
 * dispute, because these can leave the society holding money that it owes.
 */
export const listOrdersPossiblyDueRefund = async (db: DbReader) =>
  listOrdersWithPossibleRefunds(db, await listChargesPossiblyDueRefund(db));

/**
 * Lists the amounts to settle, for one order or for all: first those due to buyers, then those to settle with other
 * shops, each in the order of references.
 */
export async function listAmountsToSettle(
  db: DbReader,
  services: Pick<Services, 'all'>,
  orderId?: Id,
): Promise<AmountToSettle[]> {
  const one = orderId === undefined ? undefined : await findOrderWithTickets(db, orderId);
  const owed = await listAmountsOwed(
    db,
    orderId === undefined ? await listOrdersPossiblyDueRefund(db) : one ? [one] : [],
  );
  const elsewhere = orderId === undefined ? await listOrdersToSettleWithSellers(db) : one ? [one] : [];
  const open = elsewhere.filter(({ elsewhere_pence: pence }) => pence !== null && pence > 0);
  const sellers = await findSellers(
    db,
    open.map(({ id }) => id),
    services,
  );
  const formatReturned = await loadReturnedTicketsFormatter(db, [
    ...owed.map(({ order }) => order.id),
    ...open.map(({ id }) => id),
  ]);
  return [
    ...owed.map(({ order, account, pence }): AmountToSettle => {
      const isDisputed = account.owed_disputed > 0;
      const returned = formatReturned(order.id);
      const says = isDisputed
        ? `${formatMoney(pence)} of order ${order.ref}, ${order.name}, waits for a bank’s decision.`
        : `${formatMoney(pence)} is due to ${order.name} for order ${order.ref}.`;
      return {
        ...toOrderFields(order),
        kind: isDisputed ? 'dispute' : 'refund',
        says: [says, returned].filter(Boolean).join(' '),
        todo: isDisputed
          ? 'The cardholder disputes the payment. If the bank decides for the society, the refund is due and will be listed here.'
          : 'Refund the money, or ask the buyer how they would like it.',
        amount: pence,
        as_paid: formatRefund(planRefund(account, pence)),
        plan: formatRefundPlan(planRefund(account, pence)),
      };
    }),
    ...open.map((order): AmountToSettle => {
      const seller = formatSeller(sellers.get(order.id), { isLong: true });
      const says = `Order ${order.ref}, ${order.name}, was sold by ${seller}. ${formatReturned(order.id)}`.trim();
      const amount = order.elsewhere_pence ?? 0;
      const todo = `We don’t have the ${formatMoney(amount)}. Settle it with the shop that sold the tickets, then mark it as settled.`;
      return { ...toOrderFields(order), kind: 'elsewhere', says, todo, amount, as_paid: '', plan: '' };
    }),
  ];
}

const toOrderFields = ({ id, ref, name, email, phone }: TicketOrderTable) => ({
  ...{ id, ref, name, email, phone, order_link: orderPath(id) },
});

/**
 * Loads the returned tickets of orders. Returns a function that describes them for one order: "Cancelled or returned: 2
 * Adult for Blithe Spirit, Saturday …".
 */
async function loadReturnedTicketsFormatter(db: DbReader, orders: readonly Id[]): Promise<(order: Id) => string> {
  const { timeZone } = await readSettings(db);
  const tickets = await listReturnedTickets(db, orders);
  const ids = [...new Set(tickets.map(({ performance_id }) => performance_id))];
  const performances = await findPerformances(db, ids, { includesArchived: true });
  const byOrder = Map.groupBy(tickets, ({ order_id }) => order_id);
  return (order) => {
    const parts = [...Map.groupBy(byOrder.get(order) ?? [], ({ performance_id }) => performance_id)].map(
      ([id, some]) => {
        const performance = performances.get(id);
        const when = performance
          ? ` for ${performance.show_title}, ${formatDateTime(formatIsoWithOffset(performance.starts_at, timeZone))}`
          : '';
        return `${formatTicketCountsByType(countTicketsByType(some))}${when}`;
      },
    );
    return parts.length === 0 ? '' : `Cancelled or returned: ${parts.join('; ')}.`;
  };
}

/**
 * To-dos about amounts to settle: one for refunds due to buyers, except those that wait for a bank's decision, and one
 * for cancelled orders that other shops sold.
 */
export const amountsToSettleTodo: AdminTodoSource = {
  tool: accountingPath,
  waiting: async ({ db }) => {
    const owed = (await listAmountsOwed(db, await listOrdersPossiblyDueRefund(db))).filter(
      ({ account }) => account.owed_disputed === 0,
    );
    const { length: elsewhere } = await listOrdersToSettleWithSellers(db);
    const sum = owed.reduce((total, { pence }) => total + pence, 0);
    return [
      ...(owed.length > 0 ? [`${formatMoney(sum)} is due to ${formatBuyers(owed)}`] : []),
      ...(elsewhere > 0
        ? [`${formatCount(elsewhere, 'cancelled order', 'cancelled orders')} to settle where the tickets were sold`]
        : []),
    ].map((words) => ({ words: words.replace(/^./, (first) => first.toUpperCase()), link: bookingIssuesPath }));
  },
  nudge: { kind: 'refund_due', item: 'bookings', action: 'See details' },
};

/** Formats the names of buyers: "Dorothy Hollis and Jo Bloggs", "Dorothy Hollis, Jo Bloggs and 12 others". */
function formatBuyers(owed: readonly AmountOwed[]): string {
  const names = owed.map(({ order }) => order.name);
  if (names.length > 3) return `${names.slice(0, 2).join(', ')} and ${names.length - 2} others`;
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

export function registerSettlementCalls({ call }: RouteRegistry, services: Services): void {
  const access = mayUse('bookings');

  call(refundDueAmount, { access, requiresReauthentication: 'in part' }, refundAsPaid(services));

  call(settleOrder, { access, requiresReauthentication: 'in part' }, settleAmountDue(services));
}

/**
 * Refunds the amount owed for an order: `paid` refunds it by the original payment methods, any other value of `how`
 * records that it was paid out by hand in that way.
 */
async function refundAmountOwed(
  services: Services,
  request: Pick<CallRequest, 'db' | 'now' | 'visitor' | 'client' | 'home'>,
  { id, how, due }: { id: Id; how: 'paid' | ManualPaymentSource; due?: number | undefined },
) {
  const { db, environment, encryption, mailTransport } = services;
  const { now: at, visitor, home } = request;
  const order = await requireOrder(request.db, id);
  if (how === 'paid') await requireReauthenticationForRefund(request, order, ({ owed }) => owed);
  await recordAndRefuseExternalRefunds(services, id, { movesMoney: true });
  const as = newId();
  const audit = { ...createAuditContext(request, 'order.tickets_refunded'), subject: id };
  const { intents, parts, isTold } = await write(db, async (tx) => {
    const { pence: owed, account } = await requireAmountOwed(tx, order, due);
    const cause = { as, at, environment, by: visitor.id, reason: 'Owed for returned tickets' };
    const split = planRefund(account, owed);
    const issued = await issueRefund(tx, split, cause, how === 'paid' ? undefined : how);
    if (sumRefundParts(issued) !== owed) refuse(409, 'The card can’t be refunded here. Nothing was refunded.');
    const byHand = how === 'paid' ? '' : `${formatMoney(owed)} ${manualPaymentSourcePhrases[how]}`;
    await touchOrder(tx, id);
    const refunded = byHand === '' ? formatRefundForAudit(issued.parts) : `Refunded ${byHand}.`;
    await recordAudit(tx, { ...audit, detail: `${order.ref}: ${refunded}` });
    const { cancel_reason } = order;
    const news = [
      ...(how === 'paid' ? formatRefundForBuyer(issued.parts) : [`We have refunded ${byHand}.`]),
      ...(cancel_reason === '' ? [] : [`The reason: ${cancel_reason}`]),
    ];
    const letter = { order: id, about: as, news, home, encryption, at };
    return { ...issued, isTold: await notifyBuyer(tx, { ...letter, kind: 'refunded' }) };
  });
  for (const intent of intents) await submitRefund(services, intent);
  const report =
    how === 'paid'
      ? formatRefundForStaff(parts, order.name)
      : `Recorded: ${formatMoney(sumRefundParts({ parts }))} refunded ${manualPaymentSourcePhrases[how]} to ${order.name}.`;
  return ok(
    [report, isTold && describeQueuedEmailToPerson(mailTransport, 'We’ve emailed the buyer.', order)]
      .filter(Boolean)
      .join(' '),
  );
}

const refundAsPaid =
  (services: Services): CallHandler<typeof refundDueAmount> =>
  (request) =>
    refundAmountOwed(services, request, { id: request.params.id, how: 'paid' });

const settleAmountDue =
  (services: Services): CallHandler<typeof settleOrder> =>
  async (request) => {
    const { db, encryption } = services;
    const { how, due, reason } = request.body;
    const { id } = request.params;
    const order = (await findOrder(request.db, id)) ?? refuseNotFound();
    const audit = { ...createAuditContext(request), subject: id };
    if (how === 'elsewhere') {
      const [seller] = (await findSellers(request.db, [id], services)).values();
      const shop = formatSeller(seller, { isLong: true });
      await write(db, async (tx) => {
        const { elsewhere_pence: pence } = (await findOrder(tx, id)) ?? refuseNotFound();
        if (!pence) return refuse(409, `Order ${order.ref} is settled already.`);
        if (due !== undefined && due !== pence) refuseOutdatedAmount(order);
        await markOrderSettledWithSeller(tx, id);
        const detail = [`${order.ref}: ${formatMoney(pence)}, sold by ${shop}`, reason].filter(Boolean).join('. ');
        await recordAudit(tx, { ...audit, action: 'order.settled_elsewhere', detail });
      });
      return ok(`Order ${order.ref} is marked as settled with ${formatSeller(seller)}.`);
    }
    if (how !== 'dismissed') return refundAmountOwed(services, request, { id, how, due });
    if (reason === '') refuseFields({ reason: 'Say why nothing is owed any more.' });
    const { now: at, home } = request;
    const as = newId();
    const { retained, isTold } = await write(db, async (tx) => {
      const { pence: owed, account } = await requireAmountOwed(tx, order, due);
      await setRetainedAmount(tx, id, account.retained + owed);
      await touchOrder(tx, id);
      const detail = `${order.ref}: ${formatMoney(owed)}. ${reason}`;
      await recordAudit(tx, { ...audit, action: 'order.refund_retained', detail });
      const news = [`${formatMoney(owed)} of what you paid isn’t refunded.`, `The reason: ${reason}`];
      const letter = { order: id, about: as, news, home, encryption, at };
      return { retained: owed, isTold: await notifyBuyer(tx, { ...letter, kind: 'refunded' }) };
    });
    const report = `${order.ref}: ${formatMoney(retained)} is retained. Nothing is owed any more.`;
    return ok(
      [report, isTold && describeQueuedEmailToPerson(services.mailTransport, 'We’ve emailed the buyer.', order)]
        .filter(Boolean)
        .join(' '),
    );
  };

/**
 * Returns the amount that is owed for an order now.
 * @throws 409 if nothing is owed, or if the amount isn't the one that the page showed (`due`)
 */
async function requireAmountOwed(
  tx: DbTransaction,
  { id, ref }: Pick<TicketOrderTable, 'id' | 'ref'>,
  due?: number,
): Promise<AmountOwed> {
  const order = await findOrderWithTickets(tx, id);
  const [owed] = order ? await listAmountsOwed(tx, [order]) : [];
  if (!owed) return refuse(409, `Order ${ref} has nothing left to refund.`);
  if (due !== undefined && due !== owed.pence) refuseOutdatedAmount({ ref });
  return owed;
}

const refuseOutdatedAmount = ({ ref }: Pick<TicketOrderTable, 'ref'>) =>
  refuse(
    409,
    `The amount due for order ${ref} has changed since you opened the page. Nothing was changed: reload the page.`,
  );

/** The shop that sold an order. */
interface Seller {
  /** The shop's name: "TicketSource"; "" if unknown. */
  name: string;
  /** The shop's reference for the order. */
  reference: string;
}

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Functions that find the shops that sold orders, by order id. The ids must fit in one query. */
    sellers: readonly ((db: DbReader, orders: readonly Id[]) => Promise<ReadonlyMap<Id, Seller>>)[];
  }
}

/** Finds the other shops that sold orders, by the orders' ids. */
export async function findSellers(
  db: DbReader,
  orders: readonly Id[],
  { all }: Pick<Services, 'all'>,
): Promise<Map<Id, Seller>> {
  const found = new Map<Id, Seller>();
  await runInBatches(orders, async (some) => {
    for (const find of all('sellers')) for (const [id, seller] of await find(db, some)) found.set(id, seller);
  });
  return found;
}

/** Finds the shop that sold an order, as named in a sentence: "TicketSource", or "another seller" if unknown. */
export const getSellerName = async (db: DbReader, order: Id, services: Pick<Services, 'all'>): Promise<string> =>
  formatSeller((await findSellers(db, [order], services)).get(order));

/**
 * Formats the name of a shop, followed by its reference for the order if `isLong` is true: "TicketSource (their
 * reference T-12)".
 */
export function formatSeller(seller: Seller | undefined, { isLong = false } = {}): string {
  const { name, reference } = seller ?? { name: '', reference: '' };
  const shop = name || 'another seller';
  return isLong && reference !== '' ? `${shop} (their reference ${reference})` : shop;
}
