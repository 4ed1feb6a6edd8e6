import { listRefundsOfCharges } from '#features/money/ledger/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { ListedOrder, OrderAccount } from '../../contract.ts';
import { countTicketsByType } from '../../order.ts';
import { calculateFullRefund, formatRefund, planRefund, splitRefundAmongTickets } from '../../order-account.ts';
import { isGivenAway, sumTicketPrices } from '../../ticket-price.ts';
import { findShowOrders } from '../store/find-orders.ts';
import { listOrderCharges, loadOrderAccounts } from '../store/order-accounts.ts';
import { loadCheckedInTest } from '../tickets/sold-tickets.ts';

/** Loads the reasons for refunds of orders, by the orders' ids, each with its amount: "£12.50: Ill". */
export async function loadRefundReasons(db: DbReader, orderIds: readonly Id[]): Promise<Map<Id, string>> {
  const charges = await listOrderCharges(db, orderIds);
  const orderOf = new Map(charges.map(({ entry_id, order_id }) => [entry_id, order_id]));
  const refunds = await listRefundsOfCharges(db, [...orderOf.keys()]);
  const reasons = new Map<Id, string[]>();
  for (const { charge_id, pence, reason } of refunds) {
    const order = orderOf.get(charge_id) ?? '';
    reasons.set(order, [...(reasons.get(order) ?? []), [formatMoney(pence), reason].filter(Boolean).join(': ')]);
  }
  return new Map([...reasons].map(([order, all]) => [order, all.join('; ')]));
}

/** Lists the orders of a show for the box office, latest first. */
export async function listOrders(
  db: DbReader,
  showId: Id,
  { timeZone, all }: { timeZone: string } & Pick<Services, 'all'>,
): Promise<ListedOrder[]> {
  const orders = await findShowOrders(db, showId);
  const accounts = await loadOrderAccounts(db, orders);
  const performances = orders.flatMap(({ tickets }) => tickets.map(({ performance_id }) => performance_id));
  const isIn = await loadCheckedInTest(db, performances, { all });
  return orders.map(({ tickets, ...order }) => {
    const account = accounts.get(order.id);
    if (!account) throw new Error('Every order has an account.');
    const shares = splitRefundAmongTickets(tickets, account.refunded_valid);
    const refundOf = new Map(tickets.map(({ id }, index) => [id, shares[index] ?? 0]));
    return {
      ...{ id: order.id, ref: order.ref, name: order.name, email: order.email, phone: order.phone, note: order.note },
      ...{ status: order.status, source: order.source, paid_by: order.paid_by, reason: order.reason },
      created_at: formatIsoWithOffset(order.created_at, timeZone),
      ...toListedMoney(account),
      elsewhere: order.elsewhere_pence ?? 0,
      performances: [...Map.groupBy(tickets, ({ performance_id }) => performance_id)].map(([id, own]) => ({
        id,
        tickets: countTicketsByType(own),
        given_away: own.filter((ticket) =>
          isGivenAway({ ...ticket, status: order.status, elsewhere: order.source === 'import' }),
        ).length,
        total: sumTicketPrices(own),
        refunded: own.reduce((sum, ticket) => sum + (refundOf.get(ticket.id) ?? 0), 0),
        arrived: own.filter(isIn).length,
      })),
    };
  });
}

function toListedMoney(account: OrderAccount) {
  const { sold, held, owed, owed_disputed, due, refunded, refund_pending, refunded_valid, retained } = account;
  return {
    ...{ total: sold, paid: held, back: owed, back_disputed: owed_disputed, due },
    ...{ refunded, refund_pending, refunded_valid, retained },
    refund_of_all: formatRefund(planRefund(account, calculateFullRefund(account))),
  };
}
