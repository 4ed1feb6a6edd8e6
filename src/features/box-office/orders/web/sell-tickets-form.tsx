import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Performance } from '#features/box-office/performances/contract.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { formatMoney, parsePounds } from '#platform/shared/money.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { refreshPage, useSite } from '#platform/web/navigation/index.ts';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { findUnaccompaniedTicketType, formatUnaccompaniedTickets } from '../companions.ts';
import { sellTickets } from '../contract.ts';
import {
  boxOfficePaymentLabels,
  boxOfficePaymentMethods,
  maxTicketsPerOrder,
  orderPath,
  sumRequestedPrices,
} from '../order.ts';
import styles from './orders.module.css';

/** The control that chooses seats in a form. The screens that have the seating plans pass the control in. */
export type SeatPickerComponent = (props: {
  performance: { id: string; sells_seats: boolean };
  /** The number of tickets that need seats. */
  count: number;
  /** True if seats may also be assigned later. */
  later: boolean;
  /** The error messages by field name. */
  errors: Readonly<Record<string, string>>;
}) => ReactNode;

/** The form with which the box office sells, reserves or gives away tickets. */
export function SellTicketsForm({
  performances,
  seats: Seats,
  short = false,
  doorNote,
  onUnreachable,
}: {
  performances: readonly Performance[];
  seats: SeatPickerComponent;
  /** True if people are queueing: optional fields are collapsed, and the button stays visible. */
  short?: boolean;
  /** The note of a walk-up that this sale settles. */
  doorNote?: { id: string; how: string; tickets: Readonly<Record<string, number>> };
  /** Called if a sale gets no response. */
  onUnreachable?: () => void;
}) {
  // Users with access only to the door sell tickets at the usual prices, paid at once
  const mayReserve = useSite().memberNavItemsToShow.bookings === true;
  const [chosen, choose] = useState(performances[0]?.id);
  const [how, setHow] = useState(doorNote?.how ?? 'cash');
  const [own, setOwn] = useState('');
  const [counts, setCounts] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(doorNote?.tickets ?? {}).map(([id, count]) => [id, `${count}`])),
  );
  const [settles, setSettles] = useState(doorNote?.id ?? '');
  const [round, setRound] = useState(0);
  const [sold, setSold] = useState<{ id: string; ref: number }>();
  const anchor = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const form = anchor.current?.form;
    const again = () => {
      setCounts({});
      setHow('cash');
      setOwn('');
      setRound((before) => before + 1);
    };
    form?.addEventListener('reset', again);
    return () => form?.removeEventListener('reset', again);
  }, []);
  const performance = performances.find(({ id }) => id === chosen) ?? performances[0];
  const only = short && performances.length === 1 ? performance : undefined;
  const types = performance?.ticket_types ?? [];
  const wanted = types.map((type) => ({ ...type, count: Number(counts[type.id]) || 0 }));
  const count = wanted.reduce((sum, one) => sum + one.count, 0);
  const lines = wanted.map(({ id, name, pence, count }) => ({ type_id: id, type: name, pence, count }));
  const alone = how === 'comp' ? undefined : findUnaccompaniedTicketType(lines, types);
  const isPaidNow = boxOfficePaymentMethods.some((way) => way === how);
  const price = parsePounds(own);
  const due = how === 'comp' ? 0 : price === null ? sumRequestedPrices(wanted) : price * count;
  const dueText =
    count === 0
      ? ''
      : `${count === 1 ? 'One ticket' : `${count} tickets`}, ${due === 0 ? 'nothing to pay' : formatMoney(due)}`;
  const form = (
    <CallForm
      call={sellTickets}
      what="the new order"
      submitLabel="Sell tickets"
      pendingLabel="Selling tickets…"
      onAnswer={(answer) => {
        if (answer.code === 200) {
          setSold(answer);
          setSettles('');
        }
        // Others may have taken the places, so the places left are fetched again
        if (answer.code === 409) void refreshPage();
        if (answer.code === 0) onUnreachable?.();
      }}
      beside={
        <>
          <p className={styles.due} role="status">
            {dueText}
          </p>
          {sold && count === 0 && !short && <a href={orderPath(sold.id)}>Open order {sold.ref}</a>}
        </>
      }
    >
      {(errors) => (
        <>
          {only ? (
            <p>
              <input type="hidden" name="performance_id" value={only.id} />
              <input type="hidden" name="door_note" value={settles} />
              {formatPerformanceOption(only)}
            </p>
          ) : (
            <Field label="Sell tickets for" error={errors.performance_id}>
              {(control) => (
                <Select
                  {...control}
                  name="performance_id"
                  value={performance?.id}
                  onChange={({ target }) => choose(target.value)}
                >
                  {performances.map((one) => (
                    <option key={one.id} value={one.id}>
                      {formatPerformanceOption(one)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <fieldset className={styles.counts}>
            <legend>How many tickets?</legend>
            {types.map(({ id, name, about, pence }) => (
              <InputField
                key={id}
                label={`${name}, ${pence === 0 ? 'free' : formatMoney(pence)}`}
                hint={about || undefined}
                name={`tickets_${id}`}
                type="number"
                inputMode="numeric"
                min={0}
                max={maxTicketsPerOrder}
                value={counts[id] ?? ''}
                onChange={({ target }) => setCounts({ ...counts, [id]: target.value })}
                error={errors[`tickets_${id}`]}
              />
            ))}
          </fieldset>
          <p role="status">{alone && formatUnaccompaniedTickets(alone)}</p>
          {performance?.sells_seats && (
            <Seats key={`${performance.id} ${round}`} later performance={performance} count={count} errors={errors} />
          )}
          <FieldPair>
            <InputField
              label="Name"
              name="name"
              hint={isPaidNow ? 'Leave empty for a walk-up.' : undefined}
              maxLength={80}
              autoComplete="off"
              error={errors.name}
              required={!isPaidNow}
            />
            <Field
              label="How it’s paid"
              hint={how === 'reserved' && performance ? formatReservation(performance) : undefined}
              error={errors.how}
            >
              {(control) => (
                <Select {...control} name="how" value={how} onChange={({ target }) => setHow(target.value)}>
                  {boxOfficePaymentMethods.map((way) => (
                    <option key={way} value={way}>
                      {boxOfficePaymentLabels[way]}
                    </option>
                  ))}
                  {mayReserve && (
                    <>
                      <option value="reserved">At the door (reserved until then)</option>
                      <option value="comp">Complimentary: free of charge</option>
                    </>
                  )}
                </Select>
              )}
            </Field>
          </FieldPair>
          {(how === 'comp' || own.trim() !== '') && (
            <InputField
              label={how === 'comp' ? 'Reason for free tickets' : 'Reason for the different price'}
              name="reason"
              hint={
                how === 'comp' ? 'For example: the local paper; a raffle prize.' : 'For example: a party of twenty.'
              }
              maxLength={120}
              error={errors.reason}
              required
            />
          )}
          <OptionalFields folded={short} prices={mayReserve} open={optionalFields.some((name) => errors[name])}>
            {mayReserve && how !== 'comp' && (
              <InputField
                label="Different price per ticket"
                name="own_price"
                hint="In pounds, for every ticket here, for example 8.00 for a group. Leave empty to use the prices above."
                inputMode="decimal"
                autoComplete="off"
                maxLength={20}
                value={own}
                onChange={({ target }) => setOwn(target.value)}
                error={errors.own_price}
              />
            )}
            <FieldPair>
              <Field label="Booked" error={errors.source}>
                {(control) => (
                  <Select {...control} name="source">
                    <option value="door">At the door</option>
                    {mayReserve && <option value="phone">By phone</option>}
                  </Select>
                )}
              </Field>
              <InputField
                label="Phone"
                name="phone"
                type="tel"
                maxLength={40}
                autoComplete="off"
                error={errors.phone}
              />
            </FieldPair>
            <FieldPair>
              <InputField label="Email" name="email" type="email" autoComplete="off" error={errors.email} />
              <InputField
                label="Note"
                name="note"
                hint="The note doesn’t affect seating: enter needs and wishes on the order’s page."
                maxLength={300}
                error={errors.note}
              />
            </FieldPair>
          </OptionalFields>
          <input type="hidden" ref={anchor} />
        </>
      )}
    </CallForm>
  );
  return short ? <div className={styles.short}>{form}</div> : form;
}

const formatPerformanceOption = ({ date, capacity, sold }: Performance) =>
  `${formatDateTime(date)}, ${capacity - sold === 0 ? 'sold out' : `${capacity - sold} left`}`;

/**
 * Formats how long tickets that are paid at the door stay reserved. Tickets that are reserved after the release time
 * are never released.
 */
const formatReservation = ({ date, release_minutes: minutes }: Performance) =>
  minutes > 0 && Date.now() < Date.parse(date) - minutes * minute
    ? `Reserved until ${minutes === 1 ? 'one minute' : `${minutes} minutes`} before the performance, then released if unpaid.`
    : 'Reserved until the buyer arrives.';

/** The names of the optional fields, which are collapsed in the short form. */
const optionalFields = ['own_price', 'source', 'phone', 'email', 'note'] as const;

const OptionalFields = ({
  folded,
  prices,
  open,
  children,
}: {
  folded: boolean;
  prices: boolean;
  open: boolean;
  children: ReactNode;
}) =>
  folded ? (
    <Collapsible title={prices ? 'Phone, email, another price, a note' : 'Phone, email, a note'} open={open}>
      <div className="stack">{children}</div>
    </Collapsible>
  ) : (
    children
  );
