import { useState } from 'react';
import type { Performance } from '#features/box-office/performances/contract.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime, formatTime } from '#platform/shared/dates/dates.ts';
import { formatPerformanceDay } from '#platform/shared/dates/short-dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { buildTableQuery, getRowsPerPage, parseTableQuery, resolveTablePage } from '#platform/shared/tables/table.ts';
import { CallStatus, showResponse } from '#platform/web/alerts/index.ts';
import { downloadWithReauthentication } from '#platform/web/calls/download-with-reauthentication.ts';
import { type ResponseOptions, useCall } from '#platform/web/calls/use-call.ts';
import { loadPage, useLocation, useSite } from '#platform/web/navigation/index.ts';
import { DataTable, type TableColumn } from '#platform/web/table/data-table.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { type ListedOrder, markOrderPaid, markOrderUnpaid } from '../contract.ts';
import {
  type BoxOfficePaymentMethod,
  doorPaymentMethods,
  formatOrderStatus,
  formatTicketCountsByType,
  isLiveOrder,
  orderPath,
  paymentMethodPhrases,
} from '../order.ts';
import type { OrderContent } from '../order-page-contract.ts';
import { amountDueLabels, filterAndSortOrders, orderStatusFilterLabels, ordersTable } from '../order-table.ts';
import styles from './orders.module.css';
import { CancelOrderDialog } from './refund-dialog.tsx';

/** The orders of a show, searchable by reference, note and the buyer's details, and filtered by the URL. */
export function OrderList({
  show,
  orders,
  performances,
}: {
  show: string;
  orders: readonly ListedOrder[];
  performances: readonly Performance[];
}) {
  const { path, query } = useLocation();
  const { today } = useSite();
  const [cancelled, setCancelled] = useState<OrderContent | null>(null);
  const payments = useMarkAsPaid('orders');
  const tableRequest = parseTableQuery(ordersTable, query);
  const found = filterAndSortOrders(orders, tableRequest, payments.justPaid.at(-1));
  const size = getRowsPerPage(tableRequest);
  const { from, table } = resolveTablePage(tableRequest, found.length, size);
  const back = orders.filter((order) => order.back > 0);
  const sumOf = (key: 'back' | 'back_disputed') => back.reduce((sum, order) => sum + order[key], 0);
  const disputed = sumOf('back_disputed');
  // The dialog needs the content of the order's page, so that page is loaded before the dialog opens
  const cancel = async ({ id }: ListedOrder) => {
    const loaded = await loadPage(new URL(orderPath(id), location.href), fetch, new AbortController().signal);
    if (loaded.kind === 'page' && loaded.page.type === 'order') setCancelled(loaded.page);
    else
      showResponse(payments.at, {
        code: 503,
        msg: loaded.kind === 'failed' ? loaded.message : 'The order couldn’t be opened. Reload the page.',
      });
  };
  const refundsDueQuery = buildTableQuery(ordersTable, { ...table, q: '', filters: { show, owed: 'back' } });
  return (
    <>
      {back.length > 0 && tableRequest.filters.owed !== 'back' && (
        <p className="no-print">
          {formatOpenRefunds({ due: sumOf('back') - disputed, disputed })} for{' '}
          {back.length === 1 ? 'one order' : `${back.length} orders`}.{' '}
          <a href={`${path}?${refundsDueQuery}`}>{back.length === 1 ? 'See the order' : 'See the orders'}</a>
        </p>
      )}
      <DataTable
        rules={ordersTable}
        table={table}
        rows={found.slice(from, from + size)}
        keyOf={({ id }) => id}
        columns={buildColumns(performances, payments, (order) => void cancel(order))}
        rowNouns={['order', 'orders']}
        search="Find an order"
        filters={[
          {
            name: 'night',
            label: 'Performance',
            options: performances.map(({ id, date }) => [
              id,
              `${formatPerformanceDay(date.slice(0, 10), today)}, ${formatTime(date)}`,
            ]),
          },
          { name: 'status', label: 'Status', options: Object.entries(orderStatusFilterLabels) },
          { name: 'owed', label: 'Money', options: Object.entries(amountDueLabels) },
        ]}
        csv="/members/bookings/orders.csv"
        onExport={(href) => void downloadWithReauthentication(addShowToUrl(href, show))}
        answer={<CallStatus slot={payments.at} />}
        empty={{
          title: 'Nothing sold yet',
          text: 'Tickets that are sold, reserved or given away will appear here, the latest first.',
        }}
      />
      {cancelled && <CancelOrderDialog page={cancelled} at={payments.at} onClose={() => setCancelled(null)} />}
    </>
  );
}

/** Formats refunds that are still due, and money in disputes: "£24.00 still has to be refunded". Amounts are in pence. */
const formatOpenRefunds = ({ due, disputed }: Record<'due' | 'disputed', number>): string =>
  [
    due > 0 && `${formatMoney(due)} still has to be refunded`,
    disputed > 0 && `${formatMoney(disputed)} waits for the bank’s decision`,
  ]
    .filter(Boolean)
    .join(' and ');

/** Adds the open tab to the URL, so that the Back button returns from an order to this tab. */
const rememberBookingsTab = () => history.replaceState(history.state, '', '#bookings');

/** Adds the show to a link of the list, because the page's own URL may not name the show. */
function addShowToUrl(href: string, show: string): string {
  const [path, query] = href.split('?');
  const params = new URLSearchParams(query);
  params.set('show', show);
  return `${path}?${params}`;
}

function buildColumns(
  performances: readonly Performance[],
  payments: ReturnType<typeof useMarkAsPaid>,
  cancel: (order: ListedOrder) => void,
): [TableColumn<ListedOrder>, ...TableColumn<ListedOrder>[]] {
  const dates = new Map(performances.map(({ id, date }) => [id, formatDateTime(date)]));
  return [
    {
      name: 'Name',
      sort: 'name',
      cell: ({ id, name, note }) => (
        <>
          <a href={orderPath(id)} onClick={rememberBookingsTab}>
            {name}
          </a>
          {note && <span className={`meta ${styles.note}`}>{note}</span>}
        </>
      ),
    },
    { name: 'Ref', sort: 'sold', number: true, named: true, cell: ({ ref }) => ref },
    {
      name: 'Tickets',
      narrow: 'line',
      cell: ({ performances: parts }) =>
        parts.map(({ id, tickets }) => (
          <span key={id} className={styles.line}>
            {formatTicketCountsByType(tickets)}
            <span className={`meta ${styles.line}`}>{dates.get(id)}</span>
          </span>
        )),
    },
    { name: 'Total', sort: 'total', number: true, narrow: 'beside', cell: ({ total }) => formatMoney(total) },
    {
      name: 'Status',
      cell: (order) => (
        <>
          <Badge>{formatOrderStatus(order)}</Badge>
          {order.back > order.back_disputed && (
            <span className={`meta ${styles.line}`}>
              {formatMoney(order.back - order.back_disputed)} still to refund
            </span>
          )}
          {order.back_disputed > 0 && (
            <span className={`meta ${styles.line}`}>{formatMoney(order.back_disputed)} waits for the bank</span>
          )}
        </>
      ),
    },
    {
      name: 'Actions',
      narrow: 'line',
      cell: (order) =>
        isLiveOrder(order.status) && (
          <span className={`${styles.acts} no-print`}>
            {order.status === 'reserved' &&
              doorPaymentMethods.map((how) => (
                <Button
                  key={how}
                  look="line"
                  small
                  pending={payments.busy(order.id)}
                  onClick={() => void payments.pay(order.id, how)}
                >
                  Paid {paymentMethodPhrases[how]}
                  <span className="vh">: {order.name}</span>
                </Button>
              ))}
            {order.status === 'paid' && payments.justPaid.includes(order.id) && (
              <Button look="line" small pending={payments.busy(order.id)} onClick={() => void payments.undo(order.id)}>
                Mark as unpaid<span className="vh">: {order.name}</span>
              </Button>
            )}
            <Button look="quiet" small aria-haspopup="dialog" onClick={() => cancel(order)}>
              Cancel<span className="vh"> {order.name}’s order</span>
            </Button>
          </span>
        ),
    },
  ];
}

/**
 * Marks reserved orders as paid. A mistake can be undone in place for the orders in `justPaid`, until the user
 * leaves the page. After that, it is undone on the order's page, which asks for a reason.
 */
export function useMarkAsPaid(place: string) {
  const { busy, slot: at, send: make } = useCall(place);
  const [justPaid, setJustPaid] = useState<readonly string[]>([]);
  const recordPayment = (id: string, isPaid: boolean) =>
    setJustPaid((before) => [...before.filter((one) => one !== id), ...(isPaid ? [id] : [])]);
  return {
    at,
    make,
    justPaid,
    busy: (id: string) =>
      [withParams(markOrderPaid, { id }), withParams(markOrderUnpaid, { id })].some(({ path }) => path === busy),
    pay: (id: string, how: BoxOfficePaymentMethod, onAnswer?: ResponseOptions['onAnswer']) =>
      make(
        withParams(markOrderPaid, { id }),
        { how },
        {
          onAnswer: (answer) => {
            if (answer.code === 200) recordPayment(id, true);
            return onAnswer?.(answer);
          },
        },
      ),
    undo: (id: string) =>
      make(
        withParams(markOrderUnpaid, { id }),
        { reason: 'Undone on the page that recorded the payment', payment: 'last' },
        { onAnswer: ({ code }) => void (code === 200 && recordPayment(id, false)) },
      ),
  };
}
