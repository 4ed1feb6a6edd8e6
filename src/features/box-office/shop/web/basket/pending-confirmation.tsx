import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatRelativeEnd } from '#platform/shared/dates/short-dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { type HeldTickets, reopenBasket, type UnconfirmedTickets } from '../../contract.ts';

/** The held tickets, by performance. */
export const HeldTicketList = ({ tickets }: { tickets: readonly HeldTickets[] }) => (
  <ul>
    {tickets.map(({ starts_at, tickets: counts }) => (
      <li key={starts_at}>
        <time dateTime={starts_at}>{formatDateTime(starts_at)}</time>: {counts}
      </li>
    ))}
  </ul>
);

/**
 * Shows free tickets that are held until the buyer confirms them by email, or the box office does. `leadsTo` is the
 * path to open once the basket is reopened; undefined on the basket's own page. `answer` is the server's refusal to
 * reopen the basket, which a browser without JavaScript gets with the page.
 */
export function PendingConfirmation({
  pending,
  canReopen,
  leadsTo,
  answer,
}: {
  pending: UnconfirmedTickets;
  canReopen: boolean;
  leadsTo?: string;
  answer?: Page<'basket'>['answer'];
}) {
  const { by, email, until, tickets } = pending;
  const { today } = useSite();
  return (
    <>
      <HeldTicketList tickets={tickets} />
      <p>
        We are holding them for you until <strong>{formatRelativeEnd(until, today)}</strong>. They aren’t booked yet.
      </p>
      {by === 'email' ? (
        <p>
          <strong>Check your email.</strong> We have sent a link to {email}. Open it and press the button to confirm
          your tickets. Nothing after a few minutes? Look in the spam folder, and check that the address is right.
        </p>
      ) : (
        <p>
          <strong>The box office will confirm your tickets.</strong> This site can’t send email, so keep the link to
          this page: it shows your tickets once they are confirmed.
        </p>
      )}
      {canReopen && (
        <CallForm
          call={reopenBasket}
          submitLabel="Change my tickets or my email address"
          pendingLabel="Opening the basket…"
          look="line"
          asks={false}
          {...(leadsTo !== undefined && { leadsTo })}
          answered={answer}
        >
          {() => null}
        </CallForm>
      )}
    </>
  );
}
