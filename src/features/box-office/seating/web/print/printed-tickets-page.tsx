import { formatDateTime } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { QrCode } from '#platform/web/ui/content/qr-code.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { printedTicketsPath } from '../../paths.ts';
import { getLastNameInitial, listPrintedTickets, type PrintedTicket } from '../../printed-content.ts';
import { formatPrintedSheets, PrintedSheets, PrintPageHead } from './print-layout.tsx';
import styles from './printed-tickets-page.module.css';

type Tickets = Page<'printed_tickets'>;

/**
 * One ticket for each order, sorted by last name, nine to a sheet of A4 landscape. Orders whose last name doesn't begin
 * with a letter from A to Z are printed separately.
 */
export default function PrintedTicketsPage({ page }: { page: Tickets }) {
  const { listed, others } = listPrintedTickets(page, page.orders);
  const isAll = page.only === '';
  const shown = isAll ? listed : [...listed, ...others].filter(({ ref }) => ref === page.only);
  const orders = new Map(page.orders.map((order) => [order.ref, order]));
  return (
    <>
      <PrintPageHead page={page} says={formatTotal(shown.length)}>
        {!isAll && (
          <p>
            <a href={printedTicketsPath(page.id)}>All tickets for this performance</a>
          </p>
        )}
      </PrintPageHead>
      {isAll && others.length > 0 && <OmittedOrders page={page} others={others} />}
      {isAll && <UnseatedOrders page={page} tickets={listed} />}
      {shown.length === 0 ? (
        <EmptyTickets page={page} />
      ) : (
        <PrintedSheets things={shown} keyOf={({ ref }) => ref} called={formatInitialRange}>
          {(ticket) => <Ticket page={page} ticket={ticket} order={orders.get(ticket.ref)} hasPrintLink={isAll} />}
        </PrintedSheets>
      )}
    </>
  );
}

/** The orders that the printed list leaves out. They are listed so that nobody is overlooked. */
const OmittedOrders = ({ page, others }: { page: Tickets; others: readonly PrintedTicket[] }) => (
  <div className={`no-print ${styles.told}`} role="note">
    <Alert
      tone="bad"
      title={others.length === 1 ? 'One order isn’t included here' : `${others.length} orders aren’t included here`}
    >
      <p>
        {others.length === 1 ? 'The surname doesn’t' : 'These surnames don’t'} begin with a letter from A to Z. Print{' '}
        {others.length === 1 ? 'the ticket' : 'each ticket'} separately: <OrderLinks page={page} tickets={others} />
      </p>
    </Alert>
  </div>
);

/** The orders that have fewer seats than tickets. */
function UnseatedOrders({ page, tickets }: { page: Tickets; tickets: readonly PrintedTicket[] }) {
  const unseated = tickets.filter((ticket) => ticket.unseated > 0);
  if (unseated.length === 0) return null;
  return (
    <p className={`no-print ${styles.told}`}>
      {unseated.every(({ seats }) => seats.length === 0) && unseated.length === tickets.length ? (
        'Nobody has a seat yet. There’s space on the tickets to write seats in.'
      ) : (
        <>
          Some people don’t have all their seats yet. These tickets have space to write them in:{' '}
          <OrderLinks page={page} tickets={unseated} />.
        </>
      )}
    </p>
  );
}

const OrderLinks = ({ page, tickets }: { page: Tickets; tickets: readonly PrintedTicket[] }) =>
  tickets.map(({ ref, name }, at) => (
    <span key={ref}>
      {at > 0 && ', '}
      <a href={printedTicketsPath(page.id, ref)}>{formatTicketName({ ref, name })}</a>
    </span>
  ));

const EmptyTickets = ({ page: { only, orders } }: { page: Tickets }) =>
  only === '' ? (
    <EmptyState title="No tickets to print">
      {orders.length === 0 ? 'No bookings yet; tickets will appear here.' : 'Everyone is listed above.'}
    </EmptyState>
  ) : (
    <EmptyState title={`There is no order ${only} for this performance`}>It may have been cancelled.</EmptyState>
  );

function Ticket({
  page,
  ticket,
  order,
  hasPrintLink,
}: {
  page: Tickets;
  ticket: PrintedTicket;
  order: Tickets['orders'][number] | undefined;
  /** True if the ticket has a link to print it separately. */
  hasPrintLink: boolean;
}) {
  const { ref, seats, unseated, programmes } = ticket;
  const name = formatTicketName(ticket);
  return (
    <article className={styles.ticket} data-ticket={ref}>
      <header className={styles.top}>
        <Logo />
        <span>{useSite().site_name} presents</span>
        <b>{getLastNameInitial(ticket.name)}</b>
      </header>
      <div>
        <p className={styles.title} data-long={classifyLength(page.show.title, 22, 44)}>
          {page.show.title}
        </p>
        {page.authors !== '' && <p className={styles.authors}>by {page.authors}</p>}
        <p>{formatDateTime(page.date)}</p>
      </div>
      <p className={styles.seats} data-long={classifyLength(seats.join(', '), 13, 34)}>
        {seats.join(', ')}
        {unseated > 0 && (
          <span className={styles.blank}>
            {seats.length > 0 ? `and ${unseated} more: ` : unseated === 1 ? 'Seat: ' : `${unseated} seats: `}
          </span>
        )}
      </p>
      <footer className={styles.foot}>
        <div>
          <h3>{name}</h3>
          <p>{order?.bought}</p>
        </div>
        <div>
          <p>
            <b>{programmes === 1 ? '1 programme' : `${programmes} programmes`}</b>
          </p>
          <p>{ref}</p>
        </div>
        {order && order.code !== '' && <QrCode rows={order.qr} name={`Door code: ${order.code}`} />}
      </footer>
      {hasPrintLink && (
        <a className={`no-print ${styles.again}`} href={printedTicketsPath(page.id, ref)}>
          Print this ticket<span className="vh"> for {name}</span>
        </a>
      )}
    </article>
  );
}

const formatTicketName = ({ name, ref }: Pick<PrintedTicket, 'name' | 'ref'>) => (name === '' ? `Order ${ref}` : name);

/** Classifies a text by length. Long texts are set smaller; very long texts are set as small as is readable. */
const classifyLength = (text: string, long: number, longer: number) =>
  text.length > longer ? 'very' : text.length > long ? 'rather' : undefined;

/** Formats the initials on a sheet: "A to Q". */
function formatInitialRange(first: PrintedTicket, last: PrintedTicket): string {
  const [from, to] = [getLastNameInitial(first.name), getLastNameInitial(last.name)];
  return from === undefined ? formatTicketName(first) : from === to ? from : `${from} to ${to}`;
}

/** Formats the total: "43 orders on 5 sheets of A4 landscape, nine to a sheet." */
function formatTotal(count: number): string {
  if (count === 0) return '';
  return `${count === 1 ? 'One order' : `${count} orders`} on ${formatPrintedSheets(count)}, nine to a sheet.`;
}

function Logo() {
  const { site_logo } = useSite();
  if (site_logo === '') return <Icon of="drama" className={styles.logo} />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitised it when it was uploaded
  return <span className={styles.logo} aria-hidden dangerouslySetInnerHTML={{ __html: site_logo }} />;
}
