import type { ReactNode } from 'react';
import { joinPath } from '#features/waiting-list/paths.ts';
import { momentInWords } from '#platform/shared/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { availabilityInWords } from '../availability.ts';
import { holdMinutes } from '../basket.ts';
import { holdTickets } from '../contract.ts';
import { choosePath, shopPath } from '../paths.ts';
import { canWait, isBookable, saleInWords } from '../sale-in-words.ts';
import { BookByWriting } from './BookByWriting.tsx';
import styles from './ChooseTicketsPage.module.css';
import { NoFee, Stub } from './ChosenTickets.tsx';
import { Counts, Sum, useCounts } from './Counts.tsx';
import { OfferedPlaces } from './OfferedPlaces.tsx';
import { useSeatSelection } from './useSeatSelection.ts';
import { WhichPerformance } from './WhichPerformance.tsx';
import { Wheelchairs, WhichSeats } from './WhichSeats.tsx';

/** `/tickets/:id`: how many tickets for one performance. */
export default function ChooseTicketsPage({ page }: { page: Page<'choose_tickets'> }) {
  return (
    <div className={`wrap section ${styles.start}`}>
      {page.offer ? (
        <Plain page={page}>
          <OfferedPlaces page={page} offer={page.offer} />
        </Plain>
      ) : (
        <Form page={page} />
      )}
    </div>
  );
}

const Plain = ({ page, children }: { page: Page<'choose_tickets'>; children: ReactNode }) => (
  <div className={styles.page}>
    <WhichPerformance page={page} />
    {children}
  </div>
);

function Form({ page }: { page: Page<'choose_tickets'> }) {
  const { performance, payable } = page;
  const shut = saleInWords(performance);
  if (!payable && performance.types.some(({ pence }) => pence > 0) && shut === '') {
    return (
      <Plain page={page}>
        <BookByWriting />
      </Plain>
    );
  }
  if (!isBookable(performance)) {
    return (
      <Plain page={page}>
        <p className={styles.left}>{shut || availabilityInWords(performance.availability)}</p>
        <p className="row">
          {canWait(performance) && <ButtonLink href={joinPath(performance.id)}>Join the waiting list</ButtonLink>}
          <ButtonLink look="line" href={shopPath}>
            See the other performances
          </ButtonLink>
        </p>
      </Plain>
    );
  }
  return (
    <div className={styles.page}>
      {/* Another performance has other kinds of tickets, and other counts of them */}
      <Choice key={performance.id} page={page} />
      {canWait(performance) && (
        <p>
          More of you than there are places? <a href={joinPath(performance.id)}>Join the waiting list</a>.
        </p>
      )}
    </div>
  );
}

/** The form contains everything beside the stub, so that on a wide screen the stub begins at its top. */
function Choice({ page }: { page: Page<'choose_tickets'> }) {
  const { performance, most, typed, answer } = page;
  const chosen = useCounts(performance.types, typed);
  const seats = useSeatSelection(page, chosen.count);
  return (
    <div className={styles.choice} data-none={chosen.count === 0 || undefined}>
      <CallForm
        call={holdTickets}
        submit="Add to basket"
        pending="Holding them…"
        look="accent"
        asks={false}
        leadsTo={(answer) => ('link' in answer ? answer.link : undefined)}
        isBackable
        answered={answer}
        beside={<Stub performance={performance} chosen={chosen} seats={seats?.shown ?? []} />}
      >
        {(errors) => (
          <div className={styles.page}>
            <WhichPerformance page={page} />
            <input type="hidden" name="performance_id" value={performance.id} />
            <Counts types={performance.types} most={most} chosen={chosen} errors={errors} />
            <Sum chosen={chosen} hidden />
            {seats && performance.wheelchair_spaces > 0 && (
              <Wheelchairs seats={seats} most={performance.wheelchair_spaces} errors={errors} />
            )}
            {seats && performance.wheelchair_spaces === 0 && (
              <p className="meta">
                {performance.has_wheelchair_spaces
                  ? 'No wheelchair space is left for this performance. If you need one, choose another performance or '
                  : 'No wheelchair spaces are marked for this performance. If you use a wheelchair, '}
                <a href="/contact">write to us</a> before you book.
              </p>
            )}
            {seats ? (
              <WhichSeats seats={seats} errors={errors} />
            ) : (
              <p className="meta">
                We hold your tickets for {holdMinutes} minutes while you pay, and seat each booking together. <NoFee />
              </p>
            )}
          </div>
        )}
      </CallForm>
    </div>
  );
}

export const head = ({ show, performance, offer, answer }: Page<'choose_tickets'>): Head => ({
  title: `Tickets for ${show.title}`,
  description: `Tickets for ${show.title}, ${momentInWords(performance.starts_at)}.`,
  ...(answer || offer ? { indexed: false } : { canonical: choosePath(performance.id) }),
});
