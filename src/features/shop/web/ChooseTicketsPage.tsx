import type { ReactNode } from 'react';
import { joinPath } from '#features/waiting-list/paths.ts';
import { momentInWords } from '#platform/shared/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { availabilityInWords } from '../availability.ts';
import { holdTickets } from '../contract.ts';
import { choosePath, shopPath } from '../paths.ts';
import { canWait, isBookable, saleInWords } from '../sale-in-words.ts';
import { BookByWriting } from './BookByWriting.tsx';
import styles from './ChooseTicketsPage.module.css';
import { Stub, Together } from './ChosenTickets.tsx';
import { Counts, Sum, useCounts } from './Counts.tsx';
import { OfferedPlaces } from './OfferedPlaces.tsx';
import { WhichPerformance } from './WhichPerformance.tsx';
import { WhichSeats } from './WhichSeats.tsx';

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
            Look at the other performances
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
          Are there more of you than places? <a href={joinPath(performance.id)}>Join the waiting list</a>.
        </p>
      )}
    </div>
  );
}

/** The form contains everything beside the stub, so that on a wide screen the stub begins at its top. */
function Choice({ page }: { page: Page<'choose_tickets'> }) {
  const { performance, most, typed, answer } = page;
  const chosen = useCounts(performance.types, typed);
  return (
    <div className={styles.choice}>
      <CallForm
        call={holdTickets}
        submit="Put into the basket"
        pending="Holding them…"
        look="accent"
        asks={false}
        leadsTo={(answer) => ('link' in answer ? answer.link : undefined)}
        answered={answer}
        beside={<Together chosen={chosen} />}
      >
        {(errors) => (
          <>
            <div className={styles.page}>
              <WhichPerformance page={page} />
              <input type="hidden" name="performance_id" value={performance.id} />
              <Counts types={performance.types} most={most} chosen={chosen} errors={errors} />
              <Sum chosen={chosen} hidden />
              {performance.numbered ? (
                <WhichSeats page={page} count={chosen.count} errors={errors} />
              ) : (
                <p className="meta">The box office seats each booking together.</p>
              )}
            </div>
            <Stub title={page.show.title} performance={performance} chosen={chosen} />
          </>
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
