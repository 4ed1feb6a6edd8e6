import { doorPath } from '#features/box-office/bookings/paths.ts';
import { formatSeats } from '#features/box-office/performances/seats.ts';
import { formatDateTime, formatTime } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { findMoneyWarning } from '../shown-party.ts';
import styles from './printed-door-list-page.module.css';

/** The door list on paper: the audience by surname, with a box to tick for each ticket. */
export default function PrintedDoorListPage({ page: { title, performance, parties } }: { page: Page<'door_list'> }) {
  const isSeated = parties.some(({ seats }) => seats.length > 0);
  const tickets = parties.reduce((sum, party) => sum + party.tickets.length, 0);
  return (
    <>
      <header className="page-head">
        <div className="no-print">
          <BackLink href={doorPath(performance.id)}>Door</BackLink>
        </div>
        <h1>{title}</h1>
        <p>
          {performance.show_title}, {formatDateTime(performance.date)}{' '}
          {performance.cancelled && <Badge tone="warning">Cancelled</Badge>}
        </p>
        <p>
          {parties.length === 1 ? 'One party' : `${parties.length} parties`},{' '}
          {tickets === 1 ? 'one ticket' : `${tickets} tickets`}.
        </p>
        {parties.length > 0 && (
          <Button className={`no-print ${styles.print}`} onClick={() => window.print()}>
            <Icon of="printer" /> Print
          </Button>
        )}
      </header>
      {parties.length === 0 ? (
        <EmptyState title="No bookings yet">People with a booking will appear here.</EmptyState>
      ) : (
        <table className={`table table--stack table--cards ${styles.list}`}>
          <caption className="vh">Parties by surname</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Ref</th>
              <th scope="col">Tickets</th>
              {isSeated && <th scope="col">Seats</th>}
              <th scope="col" className={styles.sum}>
                To pay
              </th>
              <th scope="col">In</th>
            </tr>
          </thead>
          <tbody>
            {parties.map(({ tickets: own, ...party }) => {
              const { id, name, note, needs, ref, bought, seats, due } = party;
              const warning = findMoneyWarning(party);
              return (
                <tr key={id}>
                  <td data-label="Name" data-heads>
                    <span>
                      {name}
                      {needs.length > 0 && <strong className={styles.note}>{needs.join('. ')}</strong>}
                      {warning && <strong className={styles.note}>{warning.title}</strong>}
                      {note && <span className={`meta ${styles.note}`}>{note}</span>}
                    </span>
                  </td>
                  <td data-label="Ref" className="num">
                    {ref}
                  </td>
                  <td data-label="Tickets">{bought}</td>
                  {isSeated && <td data-label="Seats">{formatSeats(seats)}</td>}
                  <td data-label="To pay" data-named data-sum={due > 0 || undefined} className={`num ${styles.sum}`}>
                    {due > 0 && formatMoney(due)}
                  </td>
                  <td data-label="In" data-whole>
                    <span className={styles.boxes}>
                      {own.map(({ id: ticket, arrived }) =>
                        arrived ? (
                          <span key={ticket}>{formatTime(arrived.at)}</span>
                        ) : (
                          <span key={ticket} className={styles.box}>
                            <span className="vh">not yet</span>
                          </span>
                        ),
                      )}
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </>
  );
}
