import { useState } from 'react';
import { formatSeats } from '#features/box-office/performances/seats.ts';
import { validateSeatChoice } from '#features/box-office/seating/seat-choice.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { formatSeatNotes } from '../../booking-advice.ts';
import { chooseSeats } from '../../contract.ts';
import { basketPath, chooseTicketsPath } from '../../paths.ts';
import {
  applySeatClick,
  formatSeatCountPrompt,
  formatSeatSelection,
  listChosenSeats,
  type SeatSelection,
  toSeatPlan,
  toSuggestedSelection,
} from '../../seat-selection.ts';
import { HoldTimeLeft } from '../basket/time-left.tsx';
import { CheckoutSteps } from '../parts/checkout.tsx';
import styles from './choose-seats-page.module.css';
import { SeatPlan } from './seat-plan.tsx';

/** `/tickets/:id/seats`: the page on which visitors choose seats for the tickets in their basket. */
export default function ChooseSeatsPage({ page }: { page: Page<'choose_seats'> }) {
  const { show, performance, count, held_until, seconds_left } = page;
  return (
    <div className={`wrap section stack ${styles.page}`}>
      <BackLink href={basketPath}>Your basket</BackLink>
      <header className="stack">
        <h1>Choose your seats</h1>
        <p>
          {show.title}, <time dateTime={performance.starts_at}>{formatDateTime(performance.starts_at)}</time>
        </p>
      </header>
      <CheckoutSteps at="tickets" />
      {count === 0 ? (
        <EmptyState
          title="Choose how many tickets first"
          action={<ButtonLink href={chooseTicketsPath(performance.id)}>Choose tickets</ButtonLink>}
        >
          Your basket has no numbered seats for this performance, or your time has run out.
        </EmptyState>
      ) : (
        <>
          <HoldTimeLeft key={held_until} until={held_until} seconds={seconds_left} />
          <noscript>
            <p>
              Choosing seats on the plan needs JavaScript. We’ve given you the best seats available:{' '}
              {formatSeats(page.mine)}.
            </p>
          </noscript>
          <SeatChoice key={performance.id} page={page} />
        </>
      )}
    </div>
  );
}

function SeatChoice({ page }: { page: Page<'choose_seats'> }) {
  const { performance, count, kinds, mine } = page;
  const plan = toSeatPlan(page);
  const [selection, setSelection] = useState(() => toSuggestedSelection(mine));
  const chosen = listChosenSeats(selection, count);
  /** The server's refusal, which is shown until another seat is chosen. */
  const [refused, setRefused] = useState<{ says: string; fix?: readonly string[] }>();
  const { busy, send: make } = useCall();
  const fault = chosen.length === count ? validateSeatChoice(plan, chosen, count) : undefined;
  const wrong = refused ?? fault;
  const isMine = chosen.join() === mine.join();
  const change = (next: SeatSelection) => {
    setRefused(undefined);
    setSelection(next);
  };
  const missing = wrong ? 'Choose other seats' : formatSeatCountPrompt(chosen, count);
  const keep = (seats: readonly string[]) =>
    make(
      chooseSeats,
      { performance_id: performance.id, seats: [...seats] },
      {
        leadsTo: basketPath,
        onAnswer: (answer) => {
          if (answer.code === 200) return true;
          const fix = 'fix' in answer ? answer.fix : undefined;
          setRefused({ says: answer.msg, ...(fix && fix.length > 0 && { fix }) });
          return true;
        },
      },
    );
  const take = (fix: readonly string[]) => {
    change(toSuggestedSelection(fix));
    void keep(fix);
  };
  const about = formatSeatNotes(chosen.map((seat) => ({ seat, kind: kinds[seat] ?? '' })));
  return (
    <>
      <p className={styles.scripted}>
        {count === 1
          ? 'Select the seat you’d like.'
          : 'Select the first seat, and we’ll suggest the ones next to it. To choose others, select them one by one.'}
      </p>
      <div className={styles.scripted}>
        <SeatPlan
          plan={plan}
          chosen={chosen}
          onPress={(seat) => change(applySeatClick(plan, selection, seat, count))}
        />
      </div>
      <div className={styles.bar} data-changed={!isMine || undefined}>
        <div>
          <p role="status">
            {chosen.length > 0 && (count === 1 ? 'Your seat: ' : 'Your seats: ')}
            <strong>{formatSeatSelection(chosen, count)}</strong> {about}
          </p>
          <p role="alert" className={styles.wrong}>
            {wrong?.says}
          </p>
        </div>
        <div className="row">
          {wrong?.fix && (
            <Button small look="line" onClick={() => take(wrong.fix ?? [])}>
              Choose {formatSeats(wrong.fix)} instead
            </Button>
          )}
          {isMine ? (
            <ButtonLink look="accent" href={basketPath}>
              Keep {formatSeats(mine)}
            </ButtonLink>
          ) : (
            <Button
              look="accent"
              pending={busy !== ''}
              aria-disabled={missing !== '' || undefined}
              onClick={() => missing === '' && void keep(chosen)}
            >
              <ButtonLabel label={missing || 'Choose these seats'} busyLabel="Saving…" busy={busy !== ''} />
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
