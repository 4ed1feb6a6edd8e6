import { paymentMethodLabels } from '#features/box-office/orders/order.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime, formatTime } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { countNotedPeople } from '../check-ins.ts';
import { confirmNote, type DoorNote, dismissNote, type NoteDoubtReason } from '../contract.ts';
import styles from './door-page.module.css';

const doubtMessages: Record<NoteDoubtReason, string> = {
  no_order:
    'There is no such booking. Find out which booking was paid, record the payment on it, then dismiss this note.',
  other_performance: 'This booking has no tickets for this performance. Check that it is the right one.',
  other_types: 'Some of these tickets aren’t sold for this performance. Sell the right ones, then dismiss this note.',
  other_price: 'These tickets cost something else. Check what was paid.',
  other_time: 'It wasn’t written down around the time of this performance. Check that it belongs here.',
};

/** Formats the time of a note, with the date if the time isn't near the performance. */
const formatNoted = ({ at, doubts }: DoorNote) => (doubts.includes('other_time') ? formatDateTime(at) : formatTime(at));

/** The open notes of all doors, to confirm or dismiss. */
export function OpenNotes({ notes, onSell }: { notes: readonly DoorNote[]; onSell: (note: DoorNote) => void }) {
  const { busy, slot, send } = useCall('door notes');
  if (notes.length === 0) return <CallStatus slot={slot} />;
  return (
    <section className={styles.invalid}>
      <h2>Notes from the door</h2>
      <p>Written down without a network. Nothing is in the accounts until you confirm it.</p>
      <CallStatus slot={slot} />
      <ul className="ruled">
        {notes.map((note) => {
          const confirm = withParams(confirmNote, { id: note.id });
          return (
            <li key={note.id} className="stack">
              <p>
                <strong>
                  {note.kind === 'walk_up' && `Walk-up, ${countNotedPeople([note])} in: `}
                  {note.kind === 'payment' && (note.ref > 0 ? `Ref ${note.ref}, ${note.name}: ` : 'Unknown booking: ')}
                  {formatMoney(note.pence)} {paymentMethodLabels[note.how]}
                </strong>
                <br />
                {[formatNoted(note), note.device, note.by].filter(Boolean).join(', ')}
              </p>
              {note.doubts.map((doubt) => (
                <p key={doubt}>{doubtMessages[doubt]}</p>
              ))}
              {note.ref > 0 && note.due !== note.pence && (
                <p>
                  {note.due === 0
                    ? 'This booking has nothing to pay any more: it has been paid or cancelled since.'
                    : `There is ${formatMoney(note.due)} to pay now, not ${formatMoney(note.pence)}.`}
                </p>
              )}
              <p className="row">
                {note.kind === 'walk_up' && <Button onClick={() => onSell(note)}>Sell these tickets</Button>}
                {note.kind === 'payment' && note.due > 0 && (
                  <Button pending={busy === confirm.path} onClick={() => void send(confirm, { due: note.due })}>
                    Confirm {formatMoney(note.due)}
                    <span className="vh">: {note.name}</span>
                  </Button>
                )}
              </p>
              <Collapsible title="Dismiss">
                <CallForm
                  call={withParams(dismissNote, { id: note.id })}
                  submitLabel="Dismiss note"
                  pendingLabel="Dismissing…"
                  look="line"
                  asks={false}
                >
                  {(errors) => (
                    <InputField label="Reason" name="reason" maxLength={120} error={errors.reason} required />
                  )}
                </CallForm>
              </Collapsible>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
