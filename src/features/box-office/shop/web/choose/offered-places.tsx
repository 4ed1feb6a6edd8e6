import { formatPlaces } from '#features/box-office/waiting-list/party.ts';
import { joinWaitingListPath, waitingPartyPath } from '#features/box-office/waiting-list/paths.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { acceptOffer } from '../../contract.ts';
import { basketPath } from '../../paths.ts';
import { ContactToBookNotice } from '../parts/contact-to-book.tsx';
import { SelectionTotal, TicketCountFields, useTicketSelection } from '../parts/ticket-count-fields.tsx';
import styles from './choose-tickets-page.module.css';

/** The form with which a party from the waiting list chooses tickets for the offered places. */
export function OfferedPlaces({
  page: { performance, most, payable, typed, answer },
  offer: { id, key, size, until, open },
}: {
  page: Page<'choose_tickets'>;
  offer: NonNullable<Page<'choose_tickets'>['offer']>;
}) {
  const chosen = useTicketSelection(performance.types, typed);
  if (!open) {
    // If the performance was cancelled, the party still waits for its other dates
    const [why, href, label] = performance.cancelled
      ? ['this performance is cancelled.', waitingPartyPath({ id, key }), 'See your place on the waiting list']
      : [
          'they’ve been booked, or offered to the next people on the list.',
          joinWaitingListPath(performance.id),
          'Join the waiting list again',
        ];
    return (
      <>
        <p className={styles.left}>These places are no longer held for you: {why}</p>
        <p className="row">
          <ButtonLink href={href}>{label}</ButtonLink>
        </p>
      </>
    );
  }
  if (!payable && performance.types.some(({ pence }) => pence > 0)) return <ContactToBookNotice />;
  return (
    <>
      <p className={styles.left}>
        We are holding {formatPlaces(size).toLowerCase()} for you until {formatDateTime(until)}.
      </p>
      <CallForm
        call={withParams(acceptOffer, { id, key })}
        submitLabel="Add to basket"
        pendingLabel="Adding…"
        look="accent"
        asks={false}
        leadsTo={basketPath}
        answered={answer}
      >
        {(errors) => (
          <>
            <TicketCountFields types={performance.types} most={most} chosen={chosen} errors={errors} />
            <SelectionTotal chosen={chosen} />
          </>
        )}
      </CallForm>
      <p>
        Don’t want them any more? <a href={waitingPartyPath({ id, key })}>Release them</a>, so that the next people on
        the list can have them.
      </p>
    </>
  );
}
