import type { ReactNode } from 'react';
import { formatRun } from '#features/archive/shows/run.ts';
import { formatSeats } from '#features/box-office/performances/seats.ts';
import {
  formatPlaces,
  joinWaitingListPath,
  offerPaymentInProgressMessage,
  waitingPartyPath,
} from '#features/box-office/waiting-list/party.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime, formatTime, toDateParts } from '#platform/shared/dates/dates.ts';
import { formatPerformanceDay } from '#platform/shared/dates/short-dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { refreshPage, useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { canJoinWaitingList, formatAvailability, formatNotOnSaleReason, isBookable } from '../../availability.ts';
import { acceptOffer, holdTickets, type ShopPerformance, type ShopShow } from '../../contract.ts';
import { basketPath, chooseTicketsPath, shopPath } from '../../paths.ts';
import { CheckoutSteps, ContactToBookNotice, HoldPromise } from '../parts/checkout.tsx';
import {
  formatPrice,
  formatTicketCount,
  SelectionTotal,
  TicketCountFields,
  type TicketSelection,
  useTicketSelection,
} from '../parts/ticket-count-fields.tsx';
import styles from './choose-tickets-page.module.css';
import { NoBookingFeeNote, SeatPicker, useSeatSelection, WheelchairCountField } from './seat-picker.tsx';

/** `/tickets/:id`: the page on which visitors choose tickets for one performance. */
export default function ChooseTicketsPage({ page }: { page: Page<'choose_tickets'> }) {
  return (
    <div className={`wrap section ${styles.start}`}>
      {page.offer ? (
        <PlainPage page={page}>
          <OfferedPlacesForm page={page} offer={page.offer} />
        </PlainPage>
      ) : (
        <TicketForm page={page} />
      )}
    </div>
  );
}

const PlainPage = ({ page, children }: { page: Page<'choose_tickets'>; children: ReactNode }) => (
  <div className={styles.page}>
    <PerformancePicker page={page} />
    {children}
  </div>
);

function TicketForm({ page }: { page: Page<'choose_tickets'> }) {
  const { performance, payable } = page;
  const shut = formatNotOnSaleReason(performance);
  if (!payable && performance.types.some(({ pence }) => pence > 0) && shut === '') {
    return (
      <PlainPage page={page}>
        <ContactToBookNotice />
      </PlainPage>
    );
  }
  if (!isBookable(performance)) {
    return (
      <PlainPage page={page}>
        <p className={styles.left}>{shut || formatAvailability(performance.availability)}</p>
        <p className="row">
          {canJoinWaitingList(performance) && (
            <ButtonLink href={joinWaitingListPath(performance.id)}>Join the waiting list</ButtonLink>
          )}
          <ButtonLink look="line" href={shopPath}>
            See the other performances
          </ButtonLink>
        </p>
      </PlainPage>
    );
  }
  return (
    <div className={styles.page}>
      {/* The key resets the counts for another performance, which has other ticket types */}
      <TicketChoice key={performance.id} page={page} />
      {canJoinWaitingList(performance) && (
        <p>
          Need more tickets than are left? <a href={joinWaitingListPath(performance.id)}>Join the waiting list</a>.
        </p>
      )}
    </div>
  );
}

const [submitLabel, pendingLabel] = ['Add to basket', 'Adding…'];

/**
 * The form that chooses tickets, and their seats if they are numbered. On wide screens, the stub in the form's bar is
 * next to the form.
 */
export function TicketChoice({ page }: { page: Page<'choose_tickets'> }) {
  const { performance, most, typed, answer } = page;
  const chosen = useTicketSelection(performance.types, typed);
  const seats = useSeatSelection(page, chosen.count);
  const missing = seats?.missing ?? '';
  return (
    <div className={styles.choice} data-none={chosen.count === 0 || undefined}>
      <div className={styles.page}>
        <PerformancePicker page={page} />
      </div>
      <CallForm
        call={holdTickets}
        submitLabel={submitLabel}
        pendingLabel={pendingLabel}
        asks={false}
        leadsTo={(answer) => ('link' in answer ? answer.link : undefined)}
        // Others may have taken the places, so the places left are fetched again
        onAnswer={({ code }) => {
          if (code === 409) void refreshPage();
        }}
        isBackable
        answered={answer}
        bar={(busy) => (
          <div className="row">
            <TicketStub performance={performance} chosen={chosen} seats={seats?.shown ?? []} />
            <Button
              type="submit"
              look="accent"
              pending={busy}
              aria-disabled={missing !== '' || undefined}
              onClick={(event) => missing !== '' && event.preventDefault()}
            >
              <ButtonLabel label={missing || submitLabel} busyLabel={pendingLabel} busy={busy} />
            </Button>
            <CallStatus slot={holdTickets.path} />
          </div>
        )}
      >
        {(errors) => (
          <div className={styles.page}>
            <input type="hidden" name="performance_id" value={performance.id} />
            <TicketCountFields types={performance.types} max={most} chosen={chosen} errors={errors} />
            <SelectionTotal chosen={chosen} hidden />
            {seats && performance.wheelchair_spaces > 0 && (
              <WheelchairCountField seats={seats} max={performance.wheelchair_spaces} errors={errors} />
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
              <SeatPicker performance={performance} seats={seats} errors={errors} />
            ) : (
              <p className="meta">
                <HoldPromise performance={performance} /> We’ll seat everyone in your booking together if we can.{' '}
                <NoBookingFeeNote />
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
  description: `Tickets for ${show.title}, ${formatDateTime(performance.starts_at)}.`,
  ...(answer || offer ? { indexed: false } : { canonical: chooseTicketsPath(performance.id) }),
});

/** The form with which a party from the waiting list chooses tickets for the offered places. */
export function OfferedPlacesForm({
  page: { performance, most, payable, typed, answer },
  offer: { id, key, size, until, open, paying = false },
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
          'they’ve been booked, or others can have them now.',
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
  if (paying) return <p className={styles.left}>{offerPaymentInProgressMessage}</p>;
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
            <TicketCountFields types={performance.types} max={most} chosen={chosen} errors={errors} />
            <SelectionTotal chosen={chosen} />
          </>
        )}
      </CallForm>
      <p>
        Don’t want these places any more? <a href={waitingPartyPath({ id, key })}>Release them</a>, so that the next
        people on the list can have them.
      </p>
    </>
  );
}

/** The chosen show and performance, with links to the show's performances. */
export function PerformancePicker({
  page: { show, performance, performances, offer },
}: {
  page: Page<'choose_tickets'>;
}) {
  const { starts_at, doors_at, notes } = performance;
  return (
    <>
      <header className={styles.head}>
        <span className="poster-frame">
          <RetryingImage src={show.poster} alt="" width={600} height={848} />
        </span>
        <div>
          <h1>{show.title}</h1>
          <MetaLine of={[formatRun(show), show.venue]} />
        </div>
      </header>
      {!offer && <CheckoutSteps at="tickets" />}
      <div>
        {performances.length > 0 ? (
          <Performances of={performances} chosen={performance} show={show} />
        ) : (
          <p className={styles.when}>
            <time dateTime={starts_at}>{formatDateTime(starts_at)}</time>
          </p>
        )}
        <MetaLine of={[doors_at && `Doors open at ${formatTime(doors_at)}`, notes]} />
      </div>
    </>
  );
}

/**
 * Links to the show's coming performances, and to the chosen one even if it is past, because most visitors want to
 * compare the days first.
 */
function Performances({
  of,
  chosen,
  show,
}: {
  of: readonly ShopPerformance[];
  chosen: ShopPerformance;
  show: ShopShow;
}) {
  // The list leaves the month out if all its performances are in the same month, because the dates above the list
  // already name the month
  const isOneMonth =
    show.date_precision !== 'year' && new Set(of.map(({ starts_at }) => starts_at.slice(0, 7))).size === 1;
  return (
    <nav aria-labelledby="which-performance" className={styles.which}>
      <h2 id="which-performance">Which performance?</h2>
      <ul>
        {of.map((performance) => {
          const { id, starts_at, availability } = performance;
          const { weekday, day, month } = toDateParts(starts_at.slice(0, 10));
          const open = isBookable(performance);
          return (
            <li key={id}>
              <a
                href={chooseTicketsPath(id)}
                aria-current={id === chosen.id ? 'page' : undefined}
                data-open={open || undefined}
                data-out={performance.cancelled || availability.state === 'out' || undefined}
              >
                <time dateTime={starts_at}>
                  <b>
                    {weekday?.slice(0, 3)} {day} {isOneMonth ? <span className="vh">{month}</span> : month?.slice(0, 3)}
                  </b>{' '}
                  <span>{formatTime(starts_at)}</span>
                </time>{' '}
                <span>{formatNotOnSaleReason(performance) || formatAvailability(availability)}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

interface StubSelection {
  chosen: TicketSelection;
  /** The seats, if they are numbered. */
  seats: readonly string[];
}

/** The maximum numbers of characters on one line and on two lines of the stub. */
const [maxOneLine, maxTwoLines] = [9, 24];

/** Returns the text in the largest type on the stub: "F8–F10", "2 tickets". */
function getHeadline({ chosen: { count }, seats }: StubSelection): string {
  const labels = formatSeats(seats);
  if (count === 0) return 'No tickets yet';
  return labels === '' || labels.length > maxTwoLines ? formatTicketCount(count) : labels;
}

/** Shows the selection as a ticket stub; on phones, as one line next to the button. */
function TicketStub({
  performance: { starts_at },
  ...selection
}: StubSelection & {
  performance: ShopPerformance;
}) {
  const { today } = useSite();
  const { chosen, seats } = selection;
  const headline = getHeadline(selection);
  return (
    <>
      <p className={styles.together} aria-hidden="true">
        <span className="meta">
          {chosen.count === 0
            ? 'Choose how many tickets'
            : [formatTicketCount(chosen.count), formatSeats(seats)].filter(Boolean).join(', ')}
        </span>
        {chosen.count > 0 && <b>{formatPrice(chosen.due)}</b>}
      </p>
      <aside className={styles.stub} aria-label="Your selection">
        <p className={styles.label}>
          <time dateTime={starts_at}>
            {formatPerformanceDay(starts_at.slice(0, 10), today)}, {formatTime(starts_at)}
          </time>
        </p>
        <p className={styles.headline} data-short={headline.length <= maxOneLine || undefined}>
          {headline}
        </p>
        {chosen.count === 0 ? <p className={styles.lines}>Choose how many tickets.</p> : <StubLines of={chosen} />}
        <p>No booking fee.</p>
      </aside>
    </>
  );
}

const StubLines = ({ of: { lines, due } }: { of: TicketSelection }) => (
  <dl className={styles.lines}>
    {lines.map(({ id, name, count, pence }) => (
      <div key={id}>
        <dt>
          {count} {name}
        </dt>
        <dd className="num">{formatPrice(count * pence)}</dd>
      </div>
    ))}
    <div className={styles.sum}>
      <dt>Total</dt>
      <dd className="num">{formatPrice(due)}</dd>
    </div>
  </dl>
);
