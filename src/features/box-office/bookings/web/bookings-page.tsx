import { BookingChangesPanel } from '#features/box-office/booking-changes/web/index.ts';
import { ImportOrdersForm } from '#features/box-office/order-import/web/index.ts';
import { setTicketEmailEnabled } from '#features/box-office/orders/contract.ts';
import { ordersTable } from '#features/box-office/orders/order-table.ts';
import { OrderList, SellTicketsForm, useIsEmailOn } from '#features/box-office/orders/web/index.ts';
import { formatItemName } from '#features/box-office/performances/performance-rules.ts';
import { formatSeats, houseSeatReleaseLabels } from '#features/box-office/performances/seats.ts';
import { PerformanceManager } from '#features/box-office/performances/web/index.ts';
import { updateHouseSeats } from '#features/box-office/seating/contract.ts';
import { HouseSeatFields } from '#features/box-office/seating/web/index.ts';
import { HoardedPlacesList, PromoCodes, UnconfirmedOrders } from '#features/box-office/shop/web/index.ts';
import { WaitingParties } from '#features/box-office/waiting-list/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime, formatTime } from '#platform/shared/dates/dates.ts';
import { formatPerformanceDay } from '#platform/shared/dates/short-dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { listTableQueryKeys } from '#platform/shared/tables/table.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useLocation, useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Select } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { Tabs } from '#platform/web/ui/navigation/tabs.tsx';
import { bookingsPath } from '../paths.ts';
import styles from './bookings-page.module.css';
import { BoxOfficeSeatChoice } from './box-office-seat-choice.tsx';
import { HistoricSales } from './historic-sales.tsx';
import { Performances } from './performances.tsx';

/** The performances of a show, and their sales. */
export default function BookingsPage({ page }: { page: Page<'bookings'> }) {
  const { show, performances } = page;
  const { query } = useLocation();
  const mayChangeShows = useSite().memberNavItemsToShow.shows_write === true;
  const isEmailOn = useIsEmailOn();
  if (!show) {
    return (
      <>
        <header className="page-head">
          <h1>{page.title}</h1>
        </header>
        <EmptyState
          title="No show yet"
          action={mayChangeShows && <ButtonLink href="/members/manage_shows">Manage Shows</ButtonLink>}
        >
          Performances belong to a show.{' '}
          {mayChangeShows ? 'Add the show first.' : 'Somebody who manages shows has to add one first.'}
        </EmptyState>
      </>
    );
  }
  return (
    <div className={styles.page}>
      <header className={`page-head no-print ${styles.head}`}>
        <h1>{page.title}</h1>
        <ShowChoice shows={page.shows} chosen={show.id} />
      </header>
      <Tabs
        key={show.id}
        label={page.title}
        // Returning to a filtered list opens the list's tab
        open={
          listTableQueryKeys(ordersTable).some((key) => key !== 'show' && query.has(key)) ? 'bookings' : 'performances'
        }
        tabs={[
          { id: 'performances', label: 'Performances', content: <Performances page={page} show={show} /> },
          { id: 'bookings', label: 'Bookings', content: <AllOrders page={page} /> },
          {
            id: 'modify-bookings',
            label: 'Modify Bookings',
            content: <ManualChanges page={page} />,
          },
          {
            id: 'manage-performances',
            label: 'Manage Performances',
            content: (
              <>
                {show.archived ? (
                  <div className="stack">
                    <h2>Performances of {show.title}</h2>
                    <p>To change the performances of this show, restore it in Manage Shows first.</p>
                  </div>
                ) : (
                  <>
                    <PerformanceManager
                      show={show}
                      performances={performances}
                      cancellationEmails={getCancellationEmails(isEmailOn)}
                    />
                    <HouseSeats page={page} />
                  </>
                )}
              </>
            ),
          },
          { id: 'historic-sales', label: 'Historic Sales', content: <HistoricSales shows={listReportShows(page)} /> },
          {
            id: 'waiting-list',
            label: 'Waiting list',
            aside: true,
            content: <WaitingParties parties={page.waiting} performances={performances} archived={show.archived} />,
          },
          {
            id: 'promo-codes',
            label: 'Promo codes',
            aside: true,
            content: show.archived ? (
              <div className="stack">
                <h2>Promo codes</h2>
                <p>To change the promo codes of this show, restore it in Manage Shows first.</p>
              </div>
            ) : (
              <PromoCodes show={show.id} codes={page.promo_codes} />
            ),
          },
          { id: 'letters', label: 'Emails to buyers', aside: true, content: <TicketEmails letters={page.letters} /> },
        ]}
      />
    </div>
  );
}

/**
 * Returns how many of the emails about a cancelled performance are switched on: all, some or none. Buyers who keep
 * tickets for other performances get the email `changed`, all other buyers the email `cancelled`.
 */
function getCancellationEmails(isEmailOn: ReturnType<typeof useIsEmailOn>): 'all' | 'some' | 'none' {
  const [cancelled, changed] = [isEmailOn('cancelled'), isEmailOn('changed')];
  if (cancelled && changed) return 'all';
  return cancelled || changed ? 'some' : 'none';
}

/**
 * Manual changes to bookings. Builds labels for the tickets, because `page.items` has only the names that requests use.
 */
function ManualChanges({ page }: { page: Page<'bookings'> }) {
  const { mods, performances, show } = page;
  const { today } = useSite();
  const tickets = performances.flatMap(({ id, date, ticket_types, cancelled, capacity, sold }) =>
    ticket_types.map(({ name }) => ({
      performance: id,
      left: capacity - sold,
      item: formatItemName(show?.title ?? '', date, name),
      label: `${formatPerformanceDay(date.slice(0, 10), today)}, ${formatTime(date)}: ${name}`,
      cancelled: cancelled || show?.cancelled === true,
    })),
  );
  return <BookingChangesPanel mods={mods} tickets={tickets} isArchived={show?.archived ?? false} />;
}

/** The house seats of the performances that sell numbered seats and aren't cancelled. */
const HouseSeats = ({ page: { performances, house_seats } }: { page: Page<'bookings'> }) =>
  performances
    .filter(({ sells_seats, cancelled }) => sells_seats && !cancelled)
    .map((performance) => (
      <HouseSeatList
        key={performance.id}
        performance={performance}
        houseSeats={house_seats.filter(({ performance_id }) => performance_id === performance.id)}
      />
    ));

/** The house seats of a performance, and a form to withhold several more at once. */
function HouseSeatList({
  performance: { id, date },
  houseSeats,
}: {
  performance: Page<'bookings'>['performances'][number];
  houseSeats: Page<'bookings'>['house_seats'];
}) {
  const { busy, slot: at, send: make } = useCall(`house seats ${id}`);
  const call = withParams(updateHouseSeats, { id });
  return (
    <section className={`stack ${styles.seatList}`} aria-labelledby={`house-seats-${id}`}>
      <h3 id={`house-seats-${id}`}>House seats on {formatDateTime(date)}</h3>
      <CallStatus slot={at} above />
      {houseSeats.length > 0 && (
        <ul className={styles.seatRows}>
          {houseSeats.map(({ seats, reason, release }) => (
            <li key={seats.join()}>
              <p>
                <strong>{formatSeats(seats)}</strong>, {reason}
                <br />
                <span className="meta">{formatRelease(release)}</span>
              </p>
              <Button
                small
                look="line"
                pending={busy !== ''}
                onClick={() => void make(call, { seats: seats.join(','), sell: '1' })}
              >
                Release seats<span className="vh">: {formatSeats(seats)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <CallForm call={call} which={id} submitLabel="Withhold these seats" pendingLabel="Withholding seats…" look="line">
        {(errors) => <HouseSeatFields errors={errors} />}
      </CallForm>
    </section>
  );
}

const formatRelease = (release: number): string => {
  const releaseLabel = houseSeatReleaseLabels[release];
  return release === 0 || releaseLabel === undefined
    ? 'Withheld until you release them.'
    : `Released to visitors ${releaseLabel.toLowerCase()} the performance.`;
};

/** Lists the shows whose sales can be chosen, the page's show first. */
const listReportShows = ({ show, past_shows }: Page<'bookings'>) =>
  show ? [show, ...past_shows.filter(({ id }) => id !== show.id)] : past_shows;

/** Returns true if no tickets of a show can be sold, because it is cancelled or archived. */
const isOffSale = ({ cancelled, archived }: Page<'bookings'>['shows'][number]): boolean => cancelled || archived;

function AllOrders({ page: { orders, performances, show, unconfirmed, hoarded } }: { page: Page<'bookings'> }) {
  if (!show) return null;
  const on = isOffSale(show) ? [] : performances.filter(({ cancelled }) => !cancelled);
  return (
    <div className="stack">
      <HoardedPlacesList hoarded={hoarded} />
      <UnconfirmedOrders orders={unconfirmed} />
      {(isOffSale(show) || performances.length > 0) && on.length === 0 && (
        <p>
          {isOffSale(show) ? 'This show' : 'Every performance'} is {show.archived ? 'archived' : 'cancelled'}, so no
          tickets can be sold.
        </p>
      )}
      {performances.length === 0 && !isOffSale(show) && (
        <EmptyState
          title="No performances yet"
          action={<ButtonLink href="#manage-performances">Add a performance</ButtonLink>}
        >
          Add a performance first, then you can sell tickets for it.
        </EmptyState>
      )}
      {on.length > 0 && (
        <div className={`${styles.desk} no-print`}>
          <Collapsible title="Sell tickets">
            <SellTicketsForm performances={on} seats={BoxOfficeSeatChoice} />
          </Collapsible>
          <Collapsible title="Import orders sold elsewhere" wide>
            <ImportOrdersForm show={show.id} performances={on} />
          </Collapsible>
        </div>
      )}
      <h2>All bookings</h2>
      <OrderList show={show.id} orders={orders} performances={performances} />
    </div>
  );
}

/** The emails to buyers and to waiting parties, each with a sample of its text. Most have a switch. */
function TicketEmails({ letters }: { letters: Page<'bookings'>['letters'] }) {
  const { sends_mail } = useSite();
  const { busy, slot: at, send: make } = useCall('ticket emails');
  return (
    <div className="stack">
      <h2>Emails to buyers</h2>
      <p>
        {sends_mail
          ? 'Buyers, and people on the waiting list, get these emails if they leave an email address.'
          : 'This site can’t send email, so nobody gets these emails.'}{' '}
        Read each one here. You can switch most of them off.
      </p>
      <CallStatus slot={at} above />
      <ul className={`ruled ${styles.emails}`}>
        {letters.map(({ kind, name, when, on, always, subject, text }) => (
          <li key={kind}>
            <div className="spread">
              <p>
                <strong>{name}</strong> {!on && <Badge>Switched off</Badge>}
                <br />
                <span className="meta">Sent {when}.</span>
              </p>
              {always ? (
                <p className="meta">Always sent</p>
              ) : (
                <Button
                  look="line"
                  small
                  pending={busy !== ''}
                  onClick={() => void make(setTicketEmailEnabled, { kind, on: !on })}
                >
                  {on ? 'Switch off' : 'Switch on'}
                  <span className="vh">: {name}</span>
                </Button>
              )}
            </div>
            <details>
              <summary>
                <Icon of="chevron-right" />
                Read the text<span className="vh">: {name}</span>
              </summary>
              <div className={styles.email}>
                <p>
                  <strong>{subject}</strong>
                </p>
                <p className={styles.emailText}>{text}</p>
              </div>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ShowChoice({ shows, chosen }: { shows: Page<'bookings'>['shows']; chosen: string }) {
  return (
    <form className={`${styles.choice} no-print`} method="get" action={bookingsPath} key={chosen}>
      <Select aria-label="Show" name="show" defaultValue={chosen}>
        {shows.map(({ id, title, dates, cancelled, archived }) => (
          <option key={id} value={id}>
            {title}, {dates}
            {archived ? ' (archived)' : cancelled && ' (cancelled)'}
          </option>
        ))}
      </Select>
      <Button type="submit" look="line">
        Show
      </Button>
    </form>
  );
}
