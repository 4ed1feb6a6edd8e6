import { type FormEvent, useState } from 'react';
import { plainSeat } from '#features/box-office/performances/seat-marks.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { isSeat, type Plan } from '../plan/plan.ts';
import { HouseSeatFields } from './house-seat-fields.tsx';
import { parseTypedSeats } from './typed-seats.ts';

interface Wrong {
  seats?: string;
  reason?: string;
}

/** Asks for the seats to withhold from visitors, the reason and the release, or sells them again. */
export function HouseSeatsDialog({
  seats: first,
  plan,
  onKeep,
  onClose,
}: {
  /** As typed; others can be typed instead. */
  seats: string;
  plan: Plan;
  /** Returns the reason if it is refused; "" if it is done. */
  onKeep: (withheld: { seats: readonly string[]; reason: string; release: number }) => string;
  onClose: () => void;
}) {
  const [wrong, setWrong] = useState<Wrong>({});
  const marks = plan.marks ?? {};
  const read = (text: string) => parseTypedSeats(text, (seat) => isSeat(plan, seat));
  const firstSeats = read(first);
  const mark = ('seats' in firstSeats && marks[firstSeats.seats[0] ?? '']) || plainSeat;
  const isAnyWithheld = Object.values(marks).some(({ reason }) => reason !== '');
  /** Both buttons send the form: the pressed one decides if the seats are withheld or sold. */
  const send = (close: () => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    const text = (name: string) => `${typed.get(name) ?? ''}`.trim();
    const isSold = typed.has('sell');
    const reason = isSold ? '' : text('reason');
    const written = read(text('seats'));
    const found = {
      ...('wrong' in written && { seats: written.wrong }),
      ...(reason === '' && !isSold && { reason: 'Enter who they’re for, or why.' }),
    };
    setWrong(found);
    if ('wrong' in written || 'reason' in found) return;
    const refused = onKeep({ seats: written.seats, reason, release: isSold ? 0 : Number(text('release')) });
    setWrong({ seats: refused });
    if (refused === '') close();
  };
  return (
    <Dialog title="Withhold seats from visitors" onClose={onClose}>
      {(close) => (
        <form className="stack roomy" onSubmit={send(close)} noValidate>
          <HouseSeatFields seats={first} reason={mark.reason} release={mark.release} errors={wrong} />
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
