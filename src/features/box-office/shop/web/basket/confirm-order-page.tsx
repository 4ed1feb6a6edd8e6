import { withParams } from '#platform/shared/calls/calls.ts';
import { formatRelativeEnd } from '#platform/shared/dates/short-dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { confirmOwnFreeTickets } from '../../contract.ts';
import { shopPath } from '../../paths.ts';
import styles from './booked-page.module.css';
import { HeldTicketList } from './pending-confirmation.tsx';

/**
 * `/tickets/confirm/:id/:key`: the page that the link in a confirmation email opens. Only the button on the page
 * confirms the tickets.
 */
export default function ConfirmOrderPage({ page }: { page: Page<'confirm_order'> }) {
  const { id, key, state, link, show, tickets, held_until, answer } = page;
  const { today } = useSite();
  return (
    <div className={`wrap section stack ${styles.page}`}>
      <h1>{page.title}</h1>
      {show && <h2>{show.title}</h2>}
      {state === 'waiting' && (
        <>
          <HeldTicketList tickets={tickets} />
          <p>
            They cost nothing. We are holding them for you until <strong>{formatRelativeEnd(held_until, today)}</strong>
            .
          </p>
          <CallForm
            call={withParams(confirmOwnFreeTickets, { id, key })}
            submitLabel="Confirm my tickets"
            pendingLabel="Confirming…"
            look="accent"
            asks={false}
            leadsTo={(response) => ('link' in response ? response.link : undefined)}
            answered={answer}
          >
            {() => null}
          </CallForm>
        </>
      )}
      {state === 'confirmed' && (
        <>
          <p>These tickets have already been confirmed.</p>
          <p>
            <ButtonLink href={link}>See your tickets</ButtonLink>
          </p>
        </>
      )}
      {state === 'expired' && (
        <>
          {answer && <p role="alert">{answer.msg}</p>}
          <p>These tickets are no longer held for you, so this link can’t book them any more.</p>
          <p>
            <ButtonLink href={shopPath}>Choose tickets again</ButtonLink>
          </p>
        </>
      )}
    </div>
  );
}

export const head = (page: Page<'confirm_order'>): Head => ({
  title: page.title,
  description: 'Confirm the tickets that we are holding for you.',
  indexed: false,
});
