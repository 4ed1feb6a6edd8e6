import type { Performance } from '#features/box-office/performances/contract.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { formatCheckedInCount, type GroupableTicket, groupTickets } from '../ticket-groups.ts';
import { calculateTicketPrice } from '../ticket-price.ts';
import styles from './orders.module.css';

/** Fields for the number of tickets that are chosen from each group. */
export function OrderTicketCountFields({
  legend,
  page: { tickets, performances },
  counts,
  onCount,
  errors,
}: {
  legend: string;
  page: { tickets: readonly GroupableTicket[]; performances: readonly Pick<Performance, 'id' | 'date'>[] };
  counts: Readonly<Record<string, string>>;
  onCount: (field: string, count: string) => void;
  errors: Readonly<Record<string, string>>;
}) {
  const dates = new Map(performances.map(({ id, date }) => [id, formatDateTime(date)]));
  const nights = new Set(tickets.map(({ performance_id }) => performance_id)).size;
  return (
    <fieldset className={styles.counts}>
      <legend>{legend}</legend>
      {groupTickets(tickets).map(({ field, tickets: alike }) => {
        const [first] = alike;
        if (!first) return null;
        return (
          <InputField
            key={field}
            label={`${first.type}, ${formatMoney(calculateTicketPrice(first))}`}
            hint={`Of ${alike.length}${nights > 1 ? ` for ${dates.get(first.performance_id)}` : ''}${formatCheckedInCount(alike)}`}
            name={field}
            type="number"
            inputMode="numeric"
            min={0}
            max={alike.length}
            value={counts[field] ?? ''}
            onChange={({ target }) => onCount(field, target.value)}
            error={errors[field]}
          />
        );
      })}
    </fieldset>
  );
}

/** Returns the tickets chosen by the fields' values. */
export const selectTickets = <Ticket extends GroupableTicket>(
  { tickets: all }: { tickets: readonly Ticket[] },
  counts: Readonly<Record<string, string>>,
): Ticket[] =>
  groupTickets(all).flatMap(({ field, tickets }) => tickets.slice(0, Math.max(0, Number(counts[field]) || 0)));
