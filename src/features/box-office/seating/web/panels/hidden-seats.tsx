import { type FormEvent, useState } from 'react';
import { maxHiddenSeats, parseSeatLabel } from '#features/box-office/performances/seat-labels.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import type { Plan } from '../../plan/plan.ts';
import { parseTypedSeats } from '../../plan/plan-validation.ts';
import styles from './hidden-seats.module.css';

/** A form to hide or show several seats at once. Single seats can be selected on the plan. */
export function HiddenSeatsForm({
  plan: { rowCount, hiddenSeats },
  onHide,
}: {
  plan: Pick<Plan, 'rowCount' | 'hiddenSeats'>;
  /** Hides or shows seats. Returns the reason if the action is refused; "" if it is done. */
  onHide: (seats: readonly string[], hidden: boolean) => string;
}) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('');
  // Both buttons submit the form; the pressed one decides whether seats are hidden or shown
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const typed = parseTypedSeats(text, (seat) => (parseSeatLabel(seat)?.row ?? rowCount) < rowCount);
    const refused = 'wrong' in typed ? typed.wrong : onHide(typed.seats, submitter?.getAttribute('name') !== 'show');
    setWrong(refused);
    if (refused === '') setText('');
  };
  return (
    <form className={styles.hidden} aria-label="Hidden seats" onSubmit={submit} noValidate>
      <InputField
        label="Seats"
        hint="For example: C3–C8, D12, row B. Or select them on the plan."
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={600}
        autoComplete="off"
        error={wrong || undefined}
      />
      <div className="row">
        <Button type="submit" small>
          Hide seats
        </Button>
        {hiddenSeats.length > 0 && (
          <Button type="submit" name="show" small look="line">
            Show seats
          </Button>
        )}
      </div>
      <p className="meta">
        <b className="num">
          {hiddenSeats.length} of {maxHiddenSeats}
        </b>{' '}
        hidden.
      </p>
    </form>
  );
}
