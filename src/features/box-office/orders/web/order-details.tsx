import { useId, useState } from 'react';
import { formatSeats } from '#features/box-office/performances/seats.ts';
import { RefundIssues } from '#features/money/payments/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { markOrderPaid } from '../contract.ts';
import {
  archivedShowExchangeMessage,
  boxOfficePaymentMethods,
  formatOrderStatus,
  isLiveOrder,
  isPaidAtBoxOffice,
  mayHaveReversiblePayment,
  orderSourceLabels,
  paymentMethodPhrases,
} from '../order.ts';
import { formatOrderAccount, formatPaidAndRefundedAmounts, formatPaymentPhrase } from '../order-account.ts';
import { reissueTickets, resendConfirmation } from '../order-page-contract.ts';
import { calculateTicketPrice, formatCheckedInCount, groupTickets } from '../tickets.ts';
import { ExchangeDialog } from './exchange-dialog.tsx';
import styles from './order-details.module.css';
import { useIsEmailOn } from './order-dialog.tsx';
import { BuyerForm, CorrectRefundDialog, MarkUnpaidDialog, SeatingRequestsForm } from './order-forms.tsx';
import { CancelOrderDialog, RefundDialog, ReturnTicketsDialog } from './refund-dialog.tsx';
import { AmountsToSettleList, UndecidedRefunds } from './refunds-to-settle.tsx';
import type { SeatPickerComponent } from './sell-tickets-form.tsx';

type OrderPage = Page<'order'>;

export const orderHead = ({ title }: OrderPage): Head => ({ title, description: title, indexed: false });

/** One order: its tickets, its actions, and its history. On paper, the page is a receipt. */
export function OrderDetails({ page, seats }: { page: OrderPage; seats: SeatPickerComponent }) {
  const { order, show, money, account, site_name } = page;
  const [payment, ...others] = account.payments;
  return (
    <div className={styles.page}>
      <header className="page-head">
        <p className="no-print">
          <BackLink href={`/members/bookings?show=${show.id}#bookings`}>Bookings</BackLink>
        </p>
        <p className={styles.printed}>{site_name}</p>
        <h1>
          <span className={styles.printed}>Receipt</span> {page.title}
        </h1>
        <p className={styles.who}>
          <Badge>
            {formatOrderStatus({ ...order, ...account, total: account.sold, paid: account.held, ...backOf(account) })}
          </Badge>{' '}
          {order.name}
          {order.reason && `, ${order.reason}`}
        </p>
      </header>
      {page.refund_issues.length + page.undecided_refunds.length + page.refunds_due.length > 0 && (
        <section aria-label="Needs attention" className="no-print stack">
          <RefundIssues issues={page.refund_issues} />
          <AmountsToSettleList orders={page.refunds_due} />
          <UndecidedRefunds orders={page.undecided_refunds} />
        </section>
      )}
      <section aria-label="Tickets" className="stack">
        <OrderTickets page={page} />
        <p className={styles.money}>{formatPayments(page)}</p>
        <Payments payments={account.payments} />
        <p className="meta">
          {page.seller === '' ? orderSourceLabels[order.source] : `Sold by ${page.seller}`},{' '}
          {formatDateTime(order.created_at)}
          {order.paid_by !== '' &&
            others.length === 0 &&
            `. Paid ${payment ? formatPaymentPhrase(payment) : paymentMethodPhrases[order.paid_by]}`}
          {order.promo !== '' && `, with the promo code ${order.promo}`}.
        </p>
        <p className={styles.printed}>If something isn’t right, contact {page.ask}.</p>
        {order.needs.length > 0 && (
          <section aria-label="Access needs">
            <h2>Access needs</h2>
            <ul>
              {order.needs.map((need) => (
                <li key={need}>{need}</li>
              ))}
            </ul>
          </section>
        )}
      </section>
      <div className="no-print stack">
        <OrderActions key={`${order.status} ${money.back}`} page={page} seats={seats} />
      </div>
      <section className="no-print stack">
        <h2>Booked by</h2>
        <p>
          <a href={page.link}>The buyer’s order page</a>: the page our emails link to
          {isLiveOrder(order.status)
            ? ', with the codes for the door. Anyone with this link can use the tickets, so give it only to the buyer.'
            : '.'}
        </p>
        {isLiveOrder(order.status) && <Reissue order={order} />}
        <BuyerForm order={order} />
      </section>
      {isLiveOrder(order.status) && (
        <section className="no-print stack">
          <h2>Seating needs and wishes</h2>
          <p>“Seat everyone” follows what is ticked here, not what is written in a note.</p>
          <SeatingRequestsForm order={order} />
        </section>
      )}
      {page.history.length > 0 && (
        <section className="no-print stack">
          <h2 id="history">History</h2>
          <ul className={`ruled ${styles.history}`}>
            {page.history.map(({ at, who, what, detail }, index, { length }) => (
              // Entries can be identical. The key counts the entries from the oldest, so that it stays the same when
              // entries are added at the top
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells them apart
              <li key={length - index} className="spread">
                <span>
                  {who || 'The site'} {what}
                  {detail && <span className="meta">{detail}</span>}
                </span>
                <time className="meta" dateTime={at}>
                  {formatDateTime(at)}
                </time>
              </li>
            ))}
          </ul>
          {page.older_history && (
            <p>
              <a href={page.older_history}>Show older entries</a>
            </p>
          )}
        </section>
      )}
    </div>
  );
}

/** An order's tickets, with their performances and prices. */
function OrderTickets({ page: { tickets, performances, show, money } }: { page: OrderPage }) {
  const dates = new Map(performances.map(({ id, date }) => [id, formatDateTime(date)]));
  if (tickets.length === 0) return <p>This order no longer has any tickets.</p>;
  return (
    <table className={`table table--stack table--cards ${styles.tickets}`}>
      <caption className="vh">Tickets</caption>
      <thead>
        <tr>
          <th scope="col">Performance</th>
          <th scope="col">Tickets</th>
          <th scope="col">Price</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {groupTickets(tickets).map(({ field, tickets: [first, ...others] }) =>
          first ? (
            <tr key={field}>
              <td data-label="Performance" data-heads>
                <span>
                  {show.title}, {dates.get(first.performance_id)}
                </span>
              </td>
              <td data-label="Tickets">
                <span>
                  {others.length + 1} {first.type}
                  {formatTicketSeats([first, ...others])}
                  {formatCheckedInCount([first, ...others])}
                </span>
              </td>
              <td data-label="Price" data-named className="num">
                {formatMoney(calculateTicketPrice(first))}
                {first.discount > 0 && ` (${formatMoney(first.pence)} less ${formatMoney(first.discount)})`}
              </td>
              <td data-label="Total" data-sum className="num">
                {formatMoney(calculateTicketPrice(first) * (others.length + 1))}
              </td>
            </tr>
          ) : null,
        )}
        <tr>
          <td data-label="" data-heads>
            <strong>Total</strong>
          </td>
          <td data-label="Tickets" data-named>
            {tickets.length}
          </td>
          <td data-label="" />
          <td data-label="Total" data-sum className="num">
            <strong>{formatMoney(money.worth)}</strong>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Formats the seats of tickets: ", seats C5, C6"; "" if there are none. */
function formatTicketSeats(tickets: readonly { seat: string }[]): string {
  const seats = tickets.flatMap(({ seat }) => (seat === '' ? [] : [seat]));
  return seats.length === 0 ? '' : `, ${seats.length === 1 ? 'seat' : 'seats'} ${formatSeats(seats)}`;
}

const backOf = ({ owed: back, owed_disputed: back_disputed }: OrderPage['account']) => ({ back, back_disputed });

/** Formats the state of the order's money: "£24.00 paid, £12.00 refunded.", "Nothing to pay." */
function formatPayments({ account, is_over, sold_elsewhere, order: { status, source } }: OrderPage): string {
  const { sold } = account;
  const sums = formatOrderAccount(account, { isOver: is_over });
  if (sums !== '') return `${sums}.`;
  if (!isLiveOrder(status))
    return sold_elsewhere > 0
      ? `The ${formatMoney(sold_elsewhere)} for the order’s tickets was paid to the other shop.`
      : 'Nothing was paid.';
  return source === 'import' && sold > 0 ? `${formatMoney(sold)} paid to the other shop.` : 'Nothing to pay.';
}

/** Lists the payments if there are several: "£34.00 by Visa ending in 1111, £25.00 refunded". */
function Payments({ payments }: Pick<OrderPage['account'], 'payments'>) {
  if (payments.length < 2) return null;
  return (
    <ul className="meta">
      {payments.map((payment) => {
        const { id, amount, refunded, refunded_otherwise, pending: refund_pending } = payment;
        const refunds = formatPaidAndRefundedAmounts({ paid: 0, refunded, refunded_otherwise, refund_pending });
        return (
          <li key={id} className="num">
            {[`${formatMoney(amount)} ${formatPaymentPhrase(payment)}`, refunds].filter(Boolean).join(', ')}
          </li>
        );
      })}
    </ul>
  );
}

/** Replaces the order's link and codes, in case somebody else has them. */
function Reissue({ order: { id, ref, name, phone, email } }: Pick<OrderPage, 'order'>) {
  const { sends_mail } = useSite();
  const isEmailOn = useIsEmailOn();
  const [asking, ask] = useState(false);
  const { busy, slot: at, send: make } = useCall();
  return (
    <>
      <div className="long-answers">
        <div className="row">
          <Button small look="line" pending={busy !== ''} aria-haspopup="dialog" onClick={() => ask(true)}>
            Replace link and codes
          </Button>
          <CallStatus slot={at} />
        </div>
      </div>
      {asking && (
        <ConfirmDialog
          question={`Replace the link and codes of order ${ref}?`}
          cancelLabel="Keep the current ones"
          confirmLabel="Replace link and codes"
          onConfirm={() => void make(withParams(reissueTickets, { id }))}
          onClose={() => ask(false)}
        >
          The current link and codes will stop working, on printed tickets too.{' '}
          {email === ''
            ? 'There’s no email address to send the new ones to, so give them to the buyer yourself.'
            : sends_mail && isEmailOn('confirmation')
              ? `We’ll email the new ones to ${email}.`
              : `${formatCannotEmailMessage({ name, phone, isSwitchedOff: sends_mail })} Hand the new ones over.`}
        </ConfirmDialog>
      )}
    </>
  );
}

type OpenDialog = 'exchange' | 'refund' | 'return' | 'not paid' | 'cancel' | 'correct' | null;

function OrderActions({ page, seats }: { page: OrderPage; seats: SeatPickerComponent }) {
  const { order, show, money, account, refund_block } = page;
  const { sends_mail } = useSite();
  const [asking, ask] = useState<OpenDialog>(null);
  const { busy, slot: at, send: make } = useCall(`order ${order.id}`);
  const on = { id: order.id };
  const close = () => ask(null);
  const pending = busy !== '';
  const blockId = useId();
  const notPaidId = useId();
  const unsentId = useId();
  // The payments of an order with a refund can’t be reversed
  const hasRefund = account.refunded > 0 || account.refund_pending > 0;
  const canUnpay =
    isPaidAtBoxOffice(order) ||
    (mayHaveReversiblePayment(order) && account.payments.some(({ source }) => source !== 'card'));
  const isBlocked = refund_block !== '' && account.held > 0;
  const live = isLiveOrder(order.status);
  const canResend = live && order.email !== '';
  // At most one of these buttons is primary: taking money that is due, otherwise the most frequent action. Money to
  // refund has its button at the top of the page
  const isSettled = order.status !== 'reserved' && money.back === 0;
  return (
    <>
      <div className={styles.actions}>
        {order.status === 'reserved' &&
          boxOfficePaymentMethods.map((how) => (
            <Button
              key={how}
              look={how === 'cash' ? 'ink' : 'line'}
              className={how === 'cash' ? styles.lead : undefined}
              pending={pending}
              onClick={() => void make(withParams(markOrderPaid, on), { how })}
            >
              Paid {paymentMethodPhrases[how]}
              {how === 'card' && ', on our machine'}
            </Button>
          ))}
      </div>
      {live && show.archived && <p>{archivedShowExchangeMessage}</p>}
      <div className={styles.actions}>
        {live && (
          <>
            {!show.archived && (
              <Button
                look={isSettled ? 'ink' : 'line'}
                className={isSettled ? styles.lead : undefined}
                aria-haspopup="dialog"
                onClick={() => ask('exchange')}
              >
                Exchange tickets
              </Button>
            )}
            {account.held <= 0 && (
              <Button look="line" aria-haspopup="dialog" onClick={() => ask('return')}>
                Return tickets
              </Button>
            )}
          </>
        )}
        {/* Money that is owed is refunded at the top of the page */}
        {account.held > account.owed && (
          <Button
            look="line"
            aria-haspopup="dialog"
            disabled={isBlocked}
            aria-describedby={isBlocked ? blockId : undefined}
            onClick={() => ask('refund')}
          >
            Refund
          </Button>
        )}
        {canUnpay && money.worth > 0 && (
          <Button
            look="line"
            aria-haspopup="dialog"
            disabled={hasRefund}
            aria-describedby={hasRefund ? notPaidId : undefined}
            onClick={() => ask('not paid')}
          >
            Mark as unpaid
          </Button>
        )}
      </div>
      {hasRefund && canUnpay && money.worth > 0 && (
        <p id={notPaidId} className="meta">
          “Mark as unpaid” is for an order without refunds. If a refund of this order wasn’t made, press “Correct a
          refund” first.
        </p>
      )}
      {isBlocked && (
        <p id={blockId} className="meta">
          Nothing can be refunded now. {refund_block}
        </p>
      )}
      <div className={styles.lesser}>
        {canResend && (
          <Button
            small
            look="quiet"
            pending={pending}
            aria-describedby={sends_mail ? undefined : unsentId}
            onClick={() => void make(withParams(resendConfirmation, on))}
          >
            <Icon of="send" /> Send confirmation again
          </Button>
        )}
        {page.manual_refunds.length > 0 && (
          <Button small look="quiet" aria-haspopup="dialog" onClick={() => ask('correct')}>
            Correct a refund
          </Button>
        )}
        <Button small look="quiet" onClick={() => window.print()}>
          <Icon of="printer" /> Print receipt
        </Button>
        {live && (
          <Button
            small
            look="quiet"
            className={styles.cancel}
            aria-haspopup="dialog"
            disabled={isBlocked}
            aria-describedby={isBlocked ? blockId : undefined}
            onClick={() => ask('cancel')}
          >
            <Icon of="x" /> Cancel order
          </Button>
        )}
      </div>
      {canResend && !sends_mail && (
        <p id={unsentId} className="meta">
          {`${formatCannotEmailMessage(order)} The confirmation is only stored in the mail log.`}
        </p>
      )}
      <CallStatus slot={at} />
      {asking === 'exchange' && <ExchangeDialog page={page} at={at} seats={seats} onClose={close} />}
      {asking === 'refund' && <RefundDialog page={page} at={at} onClose={close} />}
      {asking === 'cancel' && <CancelOrderDialog page={page} at={at} onClose={close} />}
      {asking === 'correct' && <CorrectRefundDialog page={page} at={at} onClose={close} />}
      {asking === 'return' && <ReturnTicketsDialog page={page} at={at} onClose={close} />}
      {asking === 'not paid' && <MarkUnpaidDialog page={page} at={at} onClose={close} />}
    </>
  );
}
