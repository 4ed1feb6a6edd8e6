import { type CSSProperties, useEffect } from 'react';
import { ModifyBookings } from '#features/booking-changes/web/index.ts';
import { ImportOrders } from '#features/order-import/web/index.ts';
import { OrderList, SellTickets } from '#features/orders/web/index.ts';
import { pricesInWords } from '#features/performances/for-visitors.ts';
import { ManagePerformances } from '#features/performances/web/index.ts';
import { HistoricSales } from '#features/sales-reports/web/index.ts';
import { seatingPath } from '#features/seating/paths.ts';
import { fetchPlanner } from '#features/seating/web/index.ts';
import { PromoCodes } from '#features/shop/web/index.ts';
import { TicketLetters } from '#features/ticket-letters/web/index.ts';
import { waitingAt } from '#features/waiting-list/party.ts';
import { WaitingParties } from '#features/waiting-list/web/index.ts';
import { dateInWords, dayFrom, momentInWords, timeInWords } from '#platform/shared/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import { asMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { downloadGrave } from '#platform/web/calls/downloadGrave.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';
import { Field, Select } from '#platform/web/ui/Field.tsx';
import { Fold } from '#platform/web/ui/Fold.tsx';
import { Tabs } from '#platform/web/ui/Tabs.tsx';
import { bookingsPath, doorPath } from '../paths.ts';
import styles from './BookingsPage.module.css';
import { DeskSeats } from './DeskSeats.tsx';
import { KeptSeats } from './KeptSeats.tsx';
import { MovedSeats } from './MovedSeats.tsx';

export const head = (page: Page<'bookings'>): Head => ({ title: page.title, description: page.title, indexed: false });

/** The performances of a show, and what is sold for them. */
export default function BookingsPage({ page }: { page: Page<'bookings'> }) {
  const { show, performances } = page;
  if (!show) {
    return (
      <>
        <header className="page-head">
          <h1>{page.title}</h1>
        </header>
        <Empty title="No show yet" action={<ButtonLink href="/members/admin/manage_shows">Manage shows</ButtonLink>}>
          Performances belong to a show. Add the show first.
        </Empty>
      </>
    );
  }
  return (
    <div className={styles.page}>
      <header className="page-head">
        <h1>{page.title}</h1>
      </header>
      <ShowChoice shows={page.shows} chosen={show.id} />
      <Tabs
        key={show.id}
        label={page.title}
        open="performances"
        tabs={[
          { id: 'performances', label: 'Performances', content: <Performances page={page} show={show} /> },
          { id: 'bookings', label: 'Bookings', content: <Orders page={page} /> },
          {
            id: 'modify-bookings',
            label: 'Modify Bookings',
            content: <ModifyBookings mods={page.mods} items={page.items} />,
          },
          {
            id: 'manage-performances',
            label: 'Manage Performances',
            content: (
              <>
                <ManagePerformances show={show} performances={performances} />
                <HouseSeats page={page} />
              </>
            ),
          },
          { id: 'historic-sales', label: 'Historic Sales', content: <HistoricSales shows={soldBy(page)} /> },
          {
            id: 'waiting-list',
            label: 'Waiting list',
            content: <WaitingParties parties={page.waiting} performances={performances} />,
          },
          {
            id: 'promo-codes',
            label: 'Promo codes',
            content: <PromoCodes show={show.id} codes={page.promo_codes} />,
          },
          { id: 'letters', label: 'Letters', content: <TicketLetters letters={page.letters} /> },
        ]}
      />
    </div>
  );
}

/** Of the performances that sell numbered seats. */
const HouseSeats = ({ page: { performances, house_seats } }: { page: Page<'bookings'> }) =>
  performances
    .filter(({ sells_seats, cancelled }) => sells_seats && !cancelled)
    .map((performance) => (
      <KeptSeats
        key={performance.id}
        performance={performance}
        kept={house_seats.filter(({ performance_id }) => performance_id === performance.id)}
      />
    ));

/** The shows whose sales can be asked for: the one that is looked at first. */
const soldBy = ({ show, past_shows }: Page<'bookings'>) =>
  show ? [show, ...past_shows.filter(({ id }) => id !== show.id)] : past_shows;

type Show = NonNullable<Page<'bookings'>['show']>;

function Orders({ page: { orders, performances, show } }: { page: Page<'bookings'> }) {
  const on = performances.filter(({ cancelled }) => !cancelled);
  const csv = `/members/bookings/orders.csv?show=${show?.id}`;
  return (
    <div className="stack">
      <h2>Sell tickets</h2>
      {on.length === 0 ? (
        <Empty title="No performances yet" action={<ButtonLink href="#manage-performances">Add the first</ButtonLink>}>
          Tickets are for a performance.
        </Empty>
      ) : (
        <SellTickets performances={on} seats={DeskSeats} />
      )}
      {on.length > 0 && show && (
        <Fold title="Import orders sold elsewhere">
          <ImportOrders show={show.id} performances={on} />
        </Fold>
      )}
      <h2>All bookings</h2>
      <OrderList orders={orders} performances={performances} />
      {orders.length > 0 && (
        <p>
          <a
            href={csv}
            onClick={(event) => {
              event.preventDefault();
              void downloadGrave(csv);
            }}
          >
            Download them as a spreadsheet
          </a>
        </p>
      )}
    </div>
  );
}

function ShowChoice({ shows, chosen }: { shows: Page<'bookings'>['shows']; chosen: string }) {
  return (
    <form className={`${styles.choice} no-print`} method="get" action={bookingsPath} key={chosen}>
      <Field label="Show">
        {(control) => (
          <Select {...control} name="show" defaultValue={chosen}>
            {shows.map(({ id, title, date, date_precision }) => (
              <option key={id} value={id}>
                {title}, {dateInWords(date, date_precision)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" look="line">
        Show
      </Button>
    </form>
  );
}

function Performances({ page, show }: { page: Page<'bookings'>; show: Show }) {
  const { performances, orders, waiting } = page;
  useEffect(fetchPlanner, []);
  return (
    <>
      <div className={styles.show}>
        <span className="poster-frame">
          <img src={show.poster} alt="" width={600} height={848} />
        </span>
        <div>
          <h2>
            <a href={show.link}>{show.title}</a>
          </h2>
          {orders.length > 0 && <p className={`${styles.takings} num`}>{takings(orders)}</p>}
          <p className="meta">{inTotal(performances)}</p>
        </div>
      </div>
      {page.moved_seats.length > 0 && <MovedSeats page={page} />}
      {performances.length === 0 ? (
        <Empty title="No performances yet" action={<ButtonLink href="#manage-performances">Add the first</ButtonLink>}>
          Once they are here, visitors see when the show begins and what tickets cost.
        </Empty>
      ) : (
        <ul className={styles.performances}>
          {performances.map((performance) => (
            <Performance
              key={performance.id}
              of={performance}
              reserved={reservedFor(performance.id, orders)}
              waiting={waitingAt(waiting, performance.id).length}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** An evening: how much of it is sold, and the ways to its seats and its door. */
function Performance({
  of,
  reserved,
  waiting,
}: {
  of: Page<'bookings'>['performances'][number];
  reserved: number;
  /** How many parties wait for it. */
  waiting: number;
}) {
  const { id, date, cancelled, capacity, sold, notes, ticket_types, layout } = of;
  const { today } = useSite();
  const share = (count: number) => count / Math.max(capacity, 1);
  const parts = [
    `${sold} sold`,
    reserved > 0 && `${reserved} of them kept`,
    sold === capacity ? 'full' : `${capacity - sold} free`,
    sold > 0 && `${sold - layout.newSeats} seated`,
  ];
  return (
    <li>
      <div className={styles.when}>
        <strong>{dayFrom(date.slice(0, 10), today)}</strong> {timeInWords(date)} {cancelled && <Badge>Cancelled</Badge>}
        <p className="meta">{[pricesInWords(ticket_types), notes].filter(Boolean).join(' · ')}</p>
      </div>
      <div>
        <div
          className={styles.bar}
          style={{ '--paid': share(sold - reserved), '--sold': share(sold) } as CSSProperties}
        />
        <p className="meta num">{parts.filter(Boolean).join(', ')}</p>
        <Waiting count={waiting} when={date} />
      </div>
      <div className={`row no-print ${styles.ways}`}>
        <ButtonLink look="line" small href={seatingPath(id)}>
          Seating plan<span className="vh"> for {momentInWords(date)}</span>
        </ButtonLink>
        {!cancelled && (
          <ButtonLink look="quiet" small href={doorPath(id)}>
            Door<span className="vh"> on {momentInWords(date)}</span>
          </ButtonLink>
        )}
        {layout.newSeats > 0 && <Badge tone="warning">{layout.newSeats} to seat</Badge>}
      </div>
    </li>
  );
}

/** How many of an evening's tickets are kept for those who pay at the door. */
const reservedFor = (id: string, orders: Page<'bookings'>['orders']): number =>
  orders
    .filter(({ status }) => status === 'reserved')
    .flatMap(({ performances }) => performances.filter((one) => one.id === id))
    .flatMap(({ tickets }) => Object.values(tickets))
    .reduce((sum, count) => sum + count, 0);

/** How many parties wait for a performance, and where they stand. */
const Waiting = ({ count, when }: { count: number; when: string }) =>
  count > 0 && (
    <p className="num">
      <a href="#waiting-list">
        {count === 1 ? 'One party waits' : `${count} parties wait`}
        <span className="vh"> for {momentInWords(when)}</span>
      </a>
    </p>
  );

/** "£34.00 taken, £12.00 to pay at the door." */
function takings(orders: Page<'bookings'>['orders']): string {
  const sum = (some: typeof orders) => some.reduce((pence, { total }) => pence + total, 0);
  const paid = orders.filter(({ status }) => status === 'paid');
  const elsewhere = sum(paid.filter(({ source }) => source === 'import'));
  const reserved = sum(orders.filter(({ status }) => status === 'reserved'));
  const parts = [
    `${asMoney(sum(paid) - elsewhere)} taken`,
    elsewhere > 0 && `${asMoney(elsewhere)} sold elsewhere`,
    reserved > 0 && `${asMoney(reserved)} to pay at the door`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** "4 performances, 384 places." */
function inTotal(performances: Page<'bookings'>['performances']): string {
  const on = performances.filter(({ cancelled }) => !cancelled);
  if (on.length === 0) return 'No performances yet.';
  const places = on.reduce((sum, { capacity }) => sum + capacity, 0);
  return `${on.length === 1 ? 'One performance' : `${on.length} performances`}, ${places} places.`;
}
