import { formatDateTime } from '#platform/shared/dates/dates.ts';
import type { HeldTickets } from '../contract.ts';

/** The tickets that are held for somebody, by performance. */
export const HeldTicketList = ({ tickets }: { tickets: readonly HeldTickets[] }) => (
  <ul>
    {tickets.map(({ starts_at, tickets: counts }) => (
      <li key={starts_at}>
        <time dateTime={starts_at}>{formatDateTime(starts_at)}</time>: {counts}
      </li>
    ))}
  </ul>
);
