import { type FormEvent, useState } from 'react';
import {
  formatSeats,
  houseSeatReleaseLabels,
  plainSeatMark,
  type SeatMarks,
  sortSeats,
} from '#features/box-office/performances/seats.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { isSeat, type Plan } from '../../plan/plan.ts';
import { parseTypedSeats } from '../../plan/plan-validation.ts';

/** Lists the house seats of a plan, grouped by reason and release, each with a button to change the group. */
export function HouseSeatsPanel({ marks, onChange }: { marks: SeatMarks; onChange: (seats: string) => void }) {
  const withheld = Object.keys(marks).filter((seat) => marks[seat]?.reason);
  if (withheld.length === 0) return null;
  const groups = Map.groupBy(sortSeats(withheld), (seat) => `${marks[seat]?.release} ${marks[seat]?.reason}`);
  return (
    <div className="stack">
      <h2 className="label">House seats</h2>
      <ul>
        {[...groups].map(([key, seats]) => (
          <li key={key}>
            <b>{formatSeats(seats)}</b>: {marks[seats[0] ?? '']?.reason}{' '}
            <Button small look="quiet" aria-haspopup="dialog" onClick={() => onChange(formatSeats(seats))}>
              Change…<span className="vh"> {formatSeats(seats)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Errors {
  seats?: string;
  reason?: string;
}

/** A dialog to withhold seats from visitors, or to release them. */
export function HouseSeatsDialog({
  seats: first,
  plan,
  onWithhold,
  onClose,
}: {
  /** The initial text of the field for seats. */
  seats: string;
  plan: Plan;
  /**
   * Withholds the seats, or releases them if `reason` is "". Returns the reason for a refusal; "" if the action is
   * done.
   */
  onWithhold: (withheld: { seats: readonly string[]; reason: string; release: number }) => string;
  onClose: () => void;
}) {
  const [errors, setErrors] = useState<Errors>({});
  const marks = plan.marks ?? {};
  const parse = (text: string) => parseTypedSeats(text, (seat) => isSeat(plan, seat));
  const firstSeats = parse(first);
  const mark = ('seats' in firstSeats && marks[firstSeats.seats[0] ?? '']) || plainSeatMark;
  const isAnyWithheld = Object.values(marks).some(({ reason }) => reason !== '');
  // Both buttons submit the form; the pressed one decides whether seats are withheld or released
  const submit = (close: () => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    const text = (name: string) => `${typed.get(name) ?? ''}`.trim();
    const isReleased = typed.has('sell');
    const reason = isReleased ? '' : text('reason');
    const parsed = parse(text('seats'));
    const found = {
      ...('wrong' in parsed && { seats: parsed.wrong }),
      ...(reason === '' && !isReleased && { reason: 'Say who the seats are for, or why they’re withheld.' }),
    };
    setErrors(found);
    if ('wrong' in parsed || 'reason' in found) return;
    const refused = onWithhold({ seats: parsed.seats, reason, release: isReleased ? 0 : Number(text('release')) });
    setErrors({ seats: refused });
    if (refused === '') close();
  };
  return (
    <Dialog title="Withhold seats from visitors" onClose={onClose}>
      {(close) => (
        <form className="stack roomy" onSubmit={submit(close)} noValidate>
          <HouseSeatFields seats={first} reason={mark.reason} release={mark.release} errors={errors} />
          <div className="row">
            <Button type="submit">Withhold seats</Button>
            {isAnyWithheld && (
              <Button type="submit" name="sell" value="1" look="line">
                Release seats
              </Button>
            )}
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** The fields for the seats to withhold, the reason, and the time of their release. */
export const HouseSeatFields = ({
  seats,
  reason,
  release = 0,
  errors,
}: {
  /** The initial text of the field for seats. */
  seats?: string;
  reason?: string;
  release?: number;
  errors: Readonly<{ [field in 'seats' | 'reason' | 'release']?: string | undefined }>;
}) => (
  <>
    <FieldPair>
      <InputField
        label="Seats"
        name="seats"
        hint="For example: C1–C6, D3, row E."
        defaultValue={seats}
        maxLength={600}
        autoComplete="off"
        error={errors.seats || undefined}
        required
      />
      <InputField
        label="Who the seats are for, or why"
        name="reason"
        hint="For example: the press, a camera. Visitors don’t see this."
        defaultValue={reason}
        maxLength={80}
        autoComplete="off"
        error={errors.reason}
        required
      />
    </FieldPair>
    <Field
      label="Release to visitors"
      hint="If you choose a time, the seats are released automatically then."
      error={errors.release}
    >
      {(control) => (
        <Select {...control} name="release" defaultValue={`${release}`}>
          {Object.entries(houseSeatReleaseLabels).map(([minutes, label]) => (
            <option key={minutes} value={minutes}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  </>
);
