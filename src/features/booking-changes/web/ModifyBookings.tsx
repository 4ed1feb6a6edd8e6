import { useId } from 'react';
import { mostTickets } from '#features/orders/order.ts';
import { orderPath } from '#features/orders/paths.ts';
import { showAlert } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { useCall } from '#platform/web/calls/useCall.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Checkbox } from '#platform/web/ui/Checkbox.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';
import { Field, Select } from '#platform/web/ui/Field.tsx';
import { FieldPair } from '#platform/web/ui/FieldPair.tsx';
import { InputField } from '#platform/web/ui/InputField.tsx';
import { addBookingMod, type BookingMod, deleteBookingMod } from '../contract.ts';
import styles from './ModifyBookings.module.css';

/** Changes to bookings by hand: the list of them, and a form for the next. */
export function ModifyBookings({ mods, items }: { mods: readonly BookingMod[]; items: readonly string[] }) {
  const list = useId();
  return (
    <div className="stack">
      <h2>Change a booking</h2>
      <p>Three things can be done here:</p>
      <ul className={styles.ways}>
        <li>
          <strong>Swap tickets of a booking.</strong> Give its number, what the tickets are now, and what they become.
        </li>
        <li>
          <strong>Add free tickets to a booking.</strong> Give its number, and leave “From” empty.
        </li>
        <li>
          <strong>Give tickets to somebody new.</strong> Leave the number empty, and write their name under “From”.
        </li>
      </ul>
      <p>No money changes hands. Where the new tickets cost more or less, exchange them on the booking’s own page.</p>
      <CallForm call={addBookingMod} what="the change" submit="Make change" pending="Making change…">
        {(errors) => (
          <>
            <FieldPair>
              <InputField
                label="Number of the order"
                name="ref_num"
                inputMode="numeric"
                maxLength={9}
                autoComplete="off"
                hint="Leave it empty for somebody new."
                error={errors.ref_num}
              />
              <InputField
                label="From"
                name="from_item"
                list={list}
                maxLength={200}
                autoComplete="off"
                hint="The tickets as they are now, or the name of somebody new."
                error={errors.from_item}
              />
            </FieldPair>
            <datalist id={list}>
              {items.map((item) => (
                <option key={item} value={item} />
              ))}
            </datalist>
            <FieldPair>
              <InputField
                label="How many"
                name="change_quantity"
                type="number"
                inputMode="numeric"
                min={1}
                max={mostTickets}
                defaultValue={1}
                error={errors.change_quantity}
                required
              />
              <Field label="To" error={errors.to_item}>
                {(control) => (
                  <Select {...control} name="to_item" defaultValue="" required>
                    <option value="">Choose a performance and ticket</option>
                    {items.map((item) => (
                      <option key={item} value={item}>
                        {item}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            </FieldPair>
            <InputField label="Note" name="note" maxLength={300} autoComplete="off" error={errors.note} />
            <Checkbox name="is_reservation" value="1">
              Somebody new pays at the door: keep the tickets for them
            </Checkbox>
          </>
        )}
      </CallForm>
      <h2>Changes made</h2>
      <Mods mods={mods} />
    </div>
  );
}

function Mods({ mods }: { mods: readonly BookingMod[] }) {
  const { busy, make } = useCall('booking mods');
  if (mods.length === 0)
    return <Empty title="No changes yet">What you change by hand stands here, and can be undone.</Empty>;
  const undo = (id: string) =>
    void make(
      deleteBookingMod,
      { id },
      {
        onAnswer: ({ code, msg }) => {
          const said = code === 200 ? 'Success' : `Error: ${code}`;
          showAlert({ title: said, content: msg }, code === 200 ? 'ok' : 'bad');
          return true;
        },
      },
    );
  return (
    <table className="table table--stack">
      <caption className="vh">Changes to bookings, in the order in which they were made</caption>
      <thead>
        <tr>
          <th scope="col">Ref</th>
          <th scope="col">From</th>
          <th scope="col">How many</th>
          <th scope="col">To</th>
          <th scope="col">Note</th>
          <th scope="col">Reservation</th>
          <th scope="col" className="no-print">
            What to do
          </th>
        </tr>
      </thead>
      <tbody>
        {mods.map(({ id, from_item, change_quantity, to_item, note, is_reservation, order_id, order_ref }) => (
          <tr key={id}>
            <td data-label="Ref" className="num">
              <a href={orderPath(order_id)}>{order_ref}</a>
            </td>
            <td data-label="From">{from_item || 'Added'}</td>
            <td data-label="How many" className="num">
              {change_quantity}
            </td>
            <td data-label="To">{to_item}</td>
            <td data-label="Note">{note}</td>
            <td data-label="Reservation">{is_reservation ? 'Yes' : 'No'}</td>
            <td className="no-print">
              <Button look="quiet" small pending={busy !== ''} onClick={() => undo(id)}>
                Delete<span className="vh"> the change to {order_ref}</span>
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
