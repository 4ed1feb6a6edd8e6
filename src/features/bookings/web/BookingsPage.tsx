import { pricesInWords } from '#features/performances/for-visitors.ts';
import { ManagePerformances } from '#features/performances/web/index.ts';
import { dateInWords, momentInWords } from '#platform/shared/dates.ts';
import type { Head } from '#platform/shared/head.ts';
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

function Performances({ page: { performances }, show }: { page: Page<'bookings'>; show: Show }) {
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
        </div>
      </div>
      {performances.length === 0 ? (
        <Empty title="No performances yet" action={<ButtonLink href="#manage-performances">Add the first</ButtonLink>}>
          Once they are here, visitors see when the show begins and what tickets cost.
        </Empty>
      ) : (
        <ul className={styles.performances}>
          {performances.map(({ id, date, cancelled, capacity, notes, ticket_types }) => (
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
              <p className="num">{capacity} places</p>
              <p className="num">{pricesInWords(ticket_types)}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** "4 performances, 384 places." */
function inTotal(performances: Page<'bookings'>['performances']): string {
  const on = performances.filter(({ cancelled }) => !cancelled);
  if (on.length === 0) return 'No performances yet.';
  const places = on.reduce((sum, { capacity }) => sum + capacity, 0);
  return `${on.length === 1 ? 'One performance' : `${on.length} performances`}, ${places} places.`;
}
