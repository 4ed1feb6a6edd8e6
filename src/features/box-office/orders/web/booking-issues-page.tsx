import { RefundIssues } from '#features/money/payments/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { dismissRefusedTicketEmail } from '../order-page-contract.ts';
import { AmountsToSettleList, UndecidedRefunds } from './refunds-to-settle.tsx';

type Content = Page<'booking_issues'>;

/** Lists everything about bookings that needs attention: refunds, disputes, decisions, and emails that were refused. */
export default function BookingIssuesPage({ page }: { page: Content }) {
  const { title, refund_issues, undecided_refunds, refunds_due, refused_letters } = page;
  const isEmpty = [refund_issues, undecided_refunds, refunds_due, refused_letters].every(({ length }) => length === 0);
  return (
    <div className="stack">
      <header className="page-head">
        <p>
          <BackLink href="/members/bookings">Bookings</BackLink>
        </p>
        <h1>{title}</h1>
      </header>
      {isEmpty && (
        <EmptyState title="All settled">
          Refunds that a bank refuses, refunds made at Square, disputed payments, refunds that are due, refunded orders
          with valid tickets, and emails that can’t be delivered will appear here.
        </EmptyState>
      )}
      <RefundIssues issues={refund_issues} links />
      {refunds_due.length > 0 && <h2>Refunds due</h2>}
      <AmountsToSettleList orders={refunds_due} links />
      {undecided_refunds.length > 0 && <h2>Refunded orders with valid tickets</h2>}
      <UndecidedRefunds orders={undecided_refunds} links />
      <RefusedEmails letters={refused_letters} />
    </div>
  );
}

function RefusedEmails({ letters }: { letters: Content['refused_letters'] }) {
  const { busy, slot: at, send: make } = useCall('refused emails');
  return (
    <section aria-labelledby={letters.length > 0 ? 'refused-letters' : undefined}>
      {letters.length > 0 && (
        <>
          <h2 id="refused-letters">Emails that weren’t delivered</h2>
          {letters.some(({ can_resend }) => can_resend) && (
            <p>Check the email address on the order’s page, then send the confirmation again or contact the buyer.</p>
          )}
        </>
      )}
      <CallStatus slot={at} above />
      <ul className="ruled">
        {letters.map(({ id, letter, to, at: refusedAt, ref, order_link, can_resend }) => {
          const call = withParams(dismissRefusedTicketEmail, { id });
          return (
            <li key={id} className="spread">
              <span>
                {order_link !== '' && (
                  <>
                    <a href={order_link}>Order {ref}</a>:{' '}
                  </>
                )}
                “{letter}” to {to} <span className="meta">{formatDateTime(refusedAt)}</span>
                {!can_resend && ' Tell them in another way.'}
              </span>
              <Button small look="quiet" pending={busy === call.path} onClick={() => void make(call)}>
                Dismiss<span className="vh"> the email to {to}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
