import type { CSSProperties } from 'react';
import { OrderList, SellTickets } from '#features/orders/web/index.ts';
import { pricesInWords } from '#features/performances/for-visitors.ts';
import { ManagePerformances } from '#features/performances/web/index.ts';
import { dateInWords, momentInWords } from '#platform/shared/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import { asMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';
import { Field, Select } from '#platform/web/ui/Field.tsx';
import { Tabs } from '#platform/web/ui/Tabs.tsx';
import { bookingsPath } from '../paths.ts';
import styles from './BookingsPage.module.css';

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
            id: 'manage-performances',
            label: 'Manage Performances',
            content: <ManagePerformances show={show} performances={performances} />,
          },
        ]}
      />
    </div>
  );
}

type Show = NonNullable<Page<'bookings'>['show']>;

function Orders({ page: { orders, performances, show } }: { page: Page<'bookings'> }) {
  const on = performances.filter(({ cancelled }) => !cancelled);
  return (
    <div className="stack">
      <h2>Sell tickets</h2>
      {on.length === 0 ? (
        <Empty title="No performances yet" action={<ButtonLink href="#manage-performances">Add the first</ButtonLink>}>
          Tickets are for a performance.
        </Empty>
      ) : (
        <SellTickets performances={on} />
      )}
      <h2>All bookings</h2>
      <OrderList orders={orders} performances={performances} />
      {orders.length > 0 && (
        <p>
          <a href={`/members/bookings/orders.csv?show=${show?.id}`}>Download them as a spreadsheet</a>
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

function Performances({ page: { performances, orders }, show }: { page: Page<'bookings'>; show: Show }) {
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
          <p>{inTotal(performances)}</p>
          {orders.length > 0 && <p className="num">{takings(orders)}</p>}
        </div>
      </div>
      {performances.length === 0 ? (
        <Empty title="No performances yet" action={<ButtonLink href="#manage-performances">Add the first</ButtonLink>}>
          Once they are here, visitors see when the show begins and what tickets cost.
        </Empty>
      ) : (
        <ul className={styles.performances}>
          {performances.map(({ id, date, cancelled, capacity, sold, notes, ticket_types }) => (
            <li key={id}>
              <p>
                <strong>{momentInWords(date)}</strong> {cancelled && <Badge>Cancelled</Badge>}
                {notes && (
                  <>
                    <br />
                    <span className="meta">{notes}</span>
                  </>
                )}
              </p>
              <div>
                <div className={styles.bar} style={{ '--sold': sold / Math.max(capacity, 1) } as CSSProperties} />
                <p className="meta num">
                  {sold === capacity ? `${sold} sold: full` : `${sold} sold, ${capacity - sold} free`}
                </p>
              </div>
              <p className="num">{pricesInWords(ticket_types)}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** "£34.00 taken, £12.00 to pay at the door." */
function takings(orders: Page<'bookings'>['orders']): string {
  const sum = (status: string) =>
    orders.filter((order) => order.status === status).reduce((pence, { total }) => pence + total, 0);
  const reserved = sum('reserved');
  return `${asMoney(sum('paid'))} taken${reserved > 0 ? `, ${asMoney(reserved)} to pay at the door` : ''}.`;
}

/** "4 performances, 384 places." */
function inTotal(performances: Page<'bookings'>['performances']): string {
  const on = performances.filter(({ cancelled }) => !cancelled);
  if (on.length === 0) return 'No performances yet.';
  const places = on.reduce((sum, { capacity }) => sum + capacity, 0);
  return `${on.length === 1 ? 'One performance' : `${on.length} performances`}, ${places} places.`;
}
