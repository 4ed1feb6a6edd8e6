import type { ComponentProps } from 'react';
import type { Performance } from '#features/box-office/performances/contract.ts';
import type { CallSchemas } from '#platform/shared/calls/calls.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { usePage, useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { explainUnaccompaniedCompanion, findTicketsToAddForCompanions, hasCompanionRule } from '../companions.ts';
import type { TicketEmailKind } from '../contract.ts';
import { boxOfficePaymentLabels, boxOfficePaymentMethods } from '../order.ts';
import type { OrderContent } from '../order-page-contract.ts';
import { calculateTicketPrice, formatCheckedInCount, type GroupableTicket, groupTickets } from '../tickets.ts';
import styles from './orders.module.css';

/**
 * A dialog with a form for an order. The response is shown in the page's status slot `at`, or as an alert if the slot
 * is gone.
 */
export function OrderDialog<const Path extends string, Schemas extends CallSchemas>({
  title,
  at,
  wide = false,
  onClose,
  onConflict,
  ...form
}: {
  title: string;
  at: string;
  wide?: boolean;
  onClose: () => void;
  /** Called if the server refuses the form because of a conflict, such as places that others have taken. */
  onConflict?: () => void;
} & Omit<ComponentProps<typeof CallForm<Path, Schemas>>, 'asks' | 'onAnswer'>) {
  return (
    <Dialog title={title} wide={wide} onClose={onClose}>
      {(close) => (
        <CallForm
          {...form}
          asks={false}
          onAnswer={(answer) => {
            if (answer.code === 409) onConflict?.();
            if (answer.code !== 200) return false;
            close();
            return at;
          }}
        />
      )}
    </Dialog>
  );
}

/** Asks for the reason for a refund, a cancellation or a correction, or for retaining money. */
export const ReasonField = ({
  hint,
  maxLength = 150,
  error,
}: {
  hint: string;
  maxLength?: number;
  error: string | undefined;
}) => (
  <InputField
    label="Reason"
    hint={hint}
    name="reason"
    maxLength={maxLength}
    autoComplete="off"
    error={error}
    required
  />
);

/** Asks for the reason for a refund or cancellation. `isMailed` is true if the buyer has an email address. */
export const RefundReasonField = ({ isMailed, error }: { isMailed: boolean; error: string | undefined }) => (
  <ReasonField
    hint={
      useSite().sends_mail && isMailed
        ? 'If the buyer gets an email, it quotes the reason. The reason also appears in the order’s history and in exports.'
        : 'It appears in the order’s history and in exports.'
    }
    error={error}
  />
);

/** A field named `how`, for the way somebody pays at the box office. */
export const BoxOfficePaymentField = ({ label, error }: { label: string; error: string | undefined }) => (
  <Field label={label} error={error}>
    {(control) => (
      <Select {...control} name="how">
        {boxOfficePaymentMethods.map((way) => (
          <option key={way} value={way}>
            {boxOfficePaymentLabels[way]}
          </option>
        ))}
      </Select>
    )}
  </Field>
);

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
  const performanceCount = new Set(tickets.map(({ performance_id }) => performance_id)).size;
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
            hint={`Up to ${alike.length}${performanceCount > 1 ? ` for ${dates.get(first.performance_id)}` : ''}${formatCheckedInCount(alike)}`}
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
export const getChosenTickets = <Ticket extends GroupableTicket>(
  { tickets: all }: { tickets: readonly Ticket[] },
  counts: Readonly<Record<string, string>>,
): Ticket[] =>
  groupTickets(all).flatMap(({ field, tickets }) => tickets.slice(0, Math.max(0, Number(counts[field]) || 0)));

type Ticket = OrderContent['tickets'][number];

/**
 * Warns, while tickets are chosen, that the server will refuse a change that leaves a companion alone. Offers to choose
 * the missing tickets too.
 */
export function CompanionHint({
  page: { order, tickets, performances },
  chosen,
  change = (gone) => tickets.filter((one) => !gone.includes(one)),
  onChoose,
}: {
  page: Pick<OrderContent, 'order' | 'tickets' | 'performances'>;
  chosen: Ticket[];
  /** Returns the order's tickets after the chosen ones are changed. The default is that they are returned. */
  change?: (chosen: Ticket[]) => readonly Ticket[];
  onChoose: (counts: Record<string, string>) => void;
}) {
  const types = performances.flatMap(({ ticket_types }) => ticket_types);
  const says = hasCompanionRule(order) ? explainUnaccompaniedCompanion(tickets, change(chosen), types) : '';
  const add = says === '' ? undefined : findTicketsToAddForCompanions(tickets, chosen, { change, types });
  const all = [...chosen, ...(add?.tickets ?? [])];
  return (
    <div role="status">
      {says !== '' && <p>{says}</p>}
      {add && add.tickets.length > 0 && (
        <p>
          <Button
            small
            look="line"
            onClick={() =>
              onChoose(
                Object.fromEntries(
                  groupTickets(tickets).map(({ field, tickets: alike }) => [
                    field,
                    `${alike.filter((one) => all.includes(one)).length || ''}`,
                  ]),
                ),
              )
            }
          >
            {formatAddTicketsLabel(add.tickets.length, add.areCompanions)}
          </Button>
        </p>
      )}
    </div>
  );
}

function formatAddTicketsLabel(count: number, areCompanions: boolean): string {
  if (areCompanions)
    return count === 1 ? 'Choose the companion’s ticket too' : `Choose ${count} companions’ tickets too`;
  return count === 1 ? 'Choose a paid ticket too' : `Choose ${count} paid tickets too`;
}

/** Returns a function that says whether emails of a kind are switched on, according to the page on screen. */
export function useIsEmailOn(): (kind: TicketEmailKind) => boolean {
  const page = usePage();
  const off: readonly TicketEmailKind[] = ('emails_off' in page && page.emails_off) || [];
  return (kind) => !off.includes(kind);
}
