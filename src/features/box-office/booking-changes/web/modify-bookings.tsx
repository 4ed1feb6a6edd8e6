import { useEffect, useState } from 'react';
import { maxTicketsPerOrder, orderPath } from '#features/box-office/orders/order.ts';
import { BoxOfficePaymentField, useIsEmailOn } from '#features/box-office/orders/web/index.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import { showAlert } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { refreshPage, useSite } from '#platform/web/navigation/index.ts';
import { ActionsCell, ActionsHeading } from '#platform/web/table/data-table.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { addBookingChange, type BookingChange, deleteBookingChange } from '../contract.ts';
import styles from './modify-bookings.module.css';

/** One ticket type at one performance: its name in requests, and its displayed name. */
export interface TicketOption {
  performance: string;
  /** The performance's unsold places. */
  left: number;
  item: string;
  label: string;
  /**
   * True if the performance or its show is cancelled. Its tickets can be exchanged for other tickets, but no tickets
   * can be exchanged for them.
   */
  cancelled: boolean;
}

const changeLabels = {
  swap: 'Swap tickets on a booking',
  add: 'Add free tickets to a booking',
  new: 'Give tickets to someone new',
} as const;
type ChangeKind = keyof typeof changeLabels;

/** Manual changes to bookings: a form for a new change, and the list of earlier changes. */
export function BookingChangesPanel({
  mods,
  tickets,
  isArchived = false,
}: {
  mods: readonly BookingChange[];
  tickets: readonly TicketOption[];
  /** True if the show is archived: the server then refuses new changes, and to undo exchanges. */
  isArchived?: boolean;
}) {
  const { sends_mail } = useSite();
  const isEmailOn = useIsEmailOn();
  // Without JavaScript the form has the fields of all three kinds of change
  const [way, choose] = useState<ChangeKind>();
  useEffect(() => choose('swap'), []);
  /** A refund that the change would make and that isn't confirmed yet. */
  const [refund, setRefund] = useState<RefundToConfirm>();
  /** The current tickets of a swap. "" until they are chosen. */
  const [from, setFrom] = useState('');
  const changes = (
    <>
      <h2>Changes made</h2>
      <ChangeList
        mods={mods}
        label={new Map(tickets.map(({ item, label }) => [item, label]))}
        isArchived={isArchived}
      />
    </>
  );
  if (isArchived) {
    return (
      <div className="stack">
        <h2>Change a booking</h2>
        <p>To exchange or add tickets for this show, or undo an exchange, restore the show in Manage Shows first.</p>
        {changes}
      </div>
    );
  }
  return (
    <div className="stack">
      <h2>Change a booking</h2>
      {way ? (
        <fieldset className={styles.choices}>
          <legend className="vh">What to do</legend>
          {(Object.keys(changeLabels) as ChangeKind[]).map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="way"
                value={one}
                checked={one === way}
                onChange={() => {
                  choose(one);
                  setFrom('');
                  setRefund(undefined);
                }}
              />
              {changeLabels[one]}
            </label>
          ))}
        </fieldset>
      ) : (
        <ul className={styles.ways}>
          <li>
            <strong>{changeLabels.swap}.</strong> Enter the booking’s reference, what the tickets are now and what they
            should become.
          </li>
          <li>
            <strong>{changeLabels.add}.</strong> Enter the booking’s reference and leave “From” empty.
          </li>
          <li>
            <strong>{changeLabels.new}.</strong> Leave the reference empty and enter their name under “From”.
          </li>
        </ul>
      )}
      <p className="muted">
        {sends_mail && isEmailOn('changed')
          ? 'Buyers who gave an email address are emailed about the change.'
          : formatCannotEmailMessage({ name: 'the buyer', isSwitchedOff: sends_mail })}{' '}
        After a swap, an unpaid booking has the new price; for a paid one, you choose what happens to the difference.
      </p>
      {/* Remounts the form for each kind of change. Otherwise the form would keep input for another kind of change */}
      <CallForm
        key={way}
        call={addBookingChange}
        what="the change"
        submitLabel={buildSubmitLabel(way, refund)}
        {...(refund && { look: 'danger' as const })}
        pendingLabel="Saving change…"
        onAnswer={(answer) => {
          const { pence, msg } = answer.code === 409 ? answer : {};
          setRefund(pence === undefined || msg === undefined ? undefined : { pence, msg });
          // Others may have taken the places, so the places left are fetched again
          if (answer.code === 409 && pence === undefined) void refreshPage();
          return pence !== undefined;
        }}
        lacks={(typed) => findMissingFields(way, typed)}
      >
        {(errors) => (
          // After any change to a field, the announced refund is out of date
          <div className={`stack ${styles.fields}`} onChange={() => setRefund(undefined)}>
            {way && <input type="hidden" name="previews_refund" value={refund ? '' : '1'} />}
            <BookingFields way={way} tickets={tickets} errors={errors} onFrom={setFrom} />
            <FieldPair>
              <InputField
                label="How many"
                name="change_quantity"
                type="number"
                inputMode="numeric"
                min={1}
                max={maxTicketsPerOrder}
                defaultValue={1}
                error={errors.change_quantity}
                required
              />
              <Field label={way === undefined ? 'To' : newTicketsLabels[way]} error={errors.to_item}>
                {(control) => (
                  <Select {...control} name="to_item" defaultValue="" required>
                    <TicketOptions of={way ? listNewTicketOptions(tickets, from) : listNewTicketOptions(tickets)} />
                  </Select>
                )}
              </Field>
            </FieldPair>
            {(way === undefined || way === 'swap') && (
              <FieldPair>
                <Field label="If a paid booking’s price changes" error={errors.difference}>
                  {(control) => (
                    <Select {...control} name="difference">
                      <option value="keep">Keep the price that was paid</option>
                      <option value="settle">Charge or refund the difference</option>
                    </Select>
                  )}
                </Field>
                <BoxOfficePaymentField label="How a charge is paid" error={errors.how} />
              </FieldPair>
            )}
            <InputField label="Note" name="note" maxLength={300} autoComplete="off" error={errors.note} />
            {(way === undefined || way === 'new') && (
              <Checkbox name="is_reservation" value="1">
                {way
                  ? 'Reserve the tickets: the buyer will pay at the door'
                  : 'Reserve the tickets: someone new will pay at the door'}
              </Checkbox>
            )}
            {refund && (
              <p role="alert">
                <strong>Not changed yet: this refunds money.</strong> {refund.msg} If that is right, press the button
                again.
              </p>
            )}
          </div>
        )}
      </CallForm>
      {changes}
    </div>
  );
}

interface RefundToConfirm {
  msg: string;
  pence: number;
}

/** Builds the button's label: "Swap tickets", "Swap tickets and refund £3.70". */
function buildSubmitLabel(way: ChangeKind | undefined, refund: RefundToConfirm | undefined): string {
  const label = way ? `${changeLabels[way].split(' ', 1)[0]} tickets` : 'Save change';
  return refund ? `${label} and refund ${formatMoney(refund.pence)}` : label;
}

const newTicketsLabels: Readonly<Record<ChangeKind, string>> = { swap: 'New tickets', add: 'Tickets', new: 'Tickets' };

/**
 * Finds the empty fields that this kind of change requires. The server decides the kind of change by the fields that
 * are empty, so an empty field would request another kind.
 */
function findMissingFields(way: ChangeKind | undefined, typed: FormData): Record<string, string> {
  const isEmpty = (field: string) => `${typed.get(field) ?? ''}`.trim() === '';
  if (way === 'new') return isEmpty('from_item') ? { from_item: 'Enter who the tickets are for.' } : {};
  return {
    ...(way && isEmpty('ref_num') ? { ref_num: 'Enter the booking’s reference.' } : {}),
    ...(way === 'swap' && isEmpty('from_item') ? { from_item: 'Choose the current tickets.' } : {}),
  };
}

/** The booking and the tickets to change, or the buyer of a new booking. */
function BookingFields({
  way,
  tickets,
  errors,
  onFrom,
}: {
  way: ChangeKind | undefined;
  tickets: readonly TicketOption[];
  errors: Record<string, string>;
  /** Called when the current tickets of a swap are chosen. */
  onFrom: (item: string) => void;
}) {
  if (way === 'new') {
    return (
      <InputField label="Name" name="from_item" maxLength={80} autoComplete="off" error={errors.from_item} required />
    );
  }
  const booking = (
    <InputField
      label="Reference"
      name="ref_num"
      inputMode="numeric"
      maxLength={9}
      autoComplete="off"
      hint={way ? 'The booking’s reference, listed under Bookings as “Ref”.' : 'Leave empty for someone new.'}
      error={errors.ref_num}
      required={way !== undefined}
    />
  );
  if (way === 'add') return booking;
  if (way === 'swap') {
    return (
      <FieldPair>
        {booking}
        <Field label="Current tickets" error={errors.from_item}>
          {(control) => (
            <Select
              {...control}
              name="from_item"
              defaultValue=""
              required
              onChange={({ target }) => onFrom(target.value)}
            >
              <TicketOptions of={tickets} />
            </Select>
          )}
        </Field>
      </FieldPair>
    );
  }
  return (
    <FieldPair>
      {booking}
      <InputField
        label="From"
        name="from_item"
        list="tickets-now"
        maxLength={200}
        autoComplete="off"
        hint="The current tickets, or the name of someone new."
        error={errors.from_item}
      />
      <datalist id="tickets-now">
        {tickets.map(({ item }) => (
          <option key={item} value={item} />
        ))}
      </datalist>
    </FieldPair>
  );
}

/**
 * Lists the tickets that can be chosen as new ones, without those of cancelled performances; those of sold-out
 * performances are disabled. `from` is the item that is exchanged: an exchange within one performance needs no further
 * place, so tickets of that performance stay enabled. Without `from`, nothing is disabled, because that performance
 * isn't known.
 */
export function listNewTicketOptions(
  tickets: readonly TicketOption[],
  from?: string,
): (TicketOption & { isSoldOut: boolean; disabled: boolean })[] {
  const present = tickets.find(({ item }) => item === from)?.performance;
  return tickets
    .filter(({ cancelled }) => !cancelled)
    .map((ticket) => {
      const isSoldOut = ticket.left <= 0;
      return { ...ticket, isSoldOut, disabled: from !== undefined && isSoldOut && ticket.performance !== present };
    });
}

const TicketOptions = ({ of }: { of: readonly (TicketOption & { isSoldOut?: boolean; disabled?: boolean })[] }) => (
  <>
    <option value="">Choose a performance and ticket type</option>
    {of.map(({ item, label, cancelled, isSoldOut, disabled }) => (
      <option key={item} value={item} disabled={disabled}>
        {label}
        {cancelled && ' (cancelled)'}
        {isSoldOut && ' (sold out)'}
      </option>
    ))}
  </>
);

function ChangeList({
  mods,
  label,
  isArchived,
}: {
  mods: readonly BookingChange[];
  label: ReadonlyMap<string, string>;
  isArchived: boolean;
}) {
  const { busy, send: make } = useCall('booking mods');
  /** The change that the user wants to undo, until its refund is confirmed. */
  const [asking, ask] = useState<RefundToConfirm & { id: string }>();
  if (mods.length === 0)
    return (
      <EmptyState title={isArchived ? 'No changes' : 'No changes yet'}>
        {isArchived
          ? 'No booking of this show was changed by hand.'
          : 'Changes you make by hand will appear here, and can be undone.'}
      </EmptyState>
    );
  const undo = (id: string, previews_refund = true) =>
    void make(
      deleteBookingChange,
      { id, previews_refund },
      {
        onAnswer: (answer) => {
          const { code, msg } = answer;
          if (answer.code === 409 && answer.pence !== undefined) {
            ask({ id, msg, pence: answer.pence });
            return true;
          }
          const said = code === 200 ? 'Success' : `Error: ${code}`;
          showAlert({ title: said, content: msg }, code === 200 ? 'ok' : 'bad');
          return true;
        },
      },
    );
  return (
    <>
      <table className="table table--stack table--cards">
        <caption className="vh">Changes to bookings, in the order in which they were made</caption>
        <thead>
          <tr>
            <th scope="col">Ref</th>
            <th scope="col">From</th>
            <th scope="col">How many</th>
            <th scope="col">To</th>
            <th scope="col">Note</th>
            <th scope="col">Reservation</th>
            <ActionsHeading />
          </tr>
        </thead>
        <tbody>
          {mods.map(({ id, from_item, change_quantity, to_item, note, is_reservation, order_id, order_ref }) => (
            <tr key={id}>
              <td data-label="Ref" data-heads className="num">
                <a href={orderPath(order_id)}>{order_ref}</a>
              </td>
              <td data-label="From" data-named>
                {label.get(from_item) ?? (from_item || 'Added')}
              </td>
              <td data-label="How many" data-named className="num">
                {change_quantity}
              </td>
              <td data-label="To" data-named>
                {label.get(to_item) ?? to_item}
              </td>
              <td data-label="Note" data-whole>
                {note}
              </td>
              <td data-label="Reservation" data-named>
                {is_reservation ? 'Yes' : 'No'}
              </td>
              <ActionsCell>
                {!(isArchived && from_item) && (
                  <Button look="quiet" small pending={busy !== ''} onClick={() => undo(id)}>
                    Undo<span className="vh"> the change to {order_ref}</span>
                  </Button>
                )}
              </ActionsCell>
            </tr>
          ))}
        </tbody>
      </table>
      {asking && (
        <ConfirmDialog
          question="Undo the change and refund money?"
          cancelLabel="Keep the change"
          confirmLabel={`Undo and refund ${formatMoney(asking.pence)}`}
          onConfirm={() => undo(asking.id, false)}
          onClose={() => ask(undefined)}
        >
          {asking.msg}
        </ConfirmDialog>
      )}
    </>
  );
}
