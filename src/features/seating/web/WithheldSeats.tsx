import { inOrder, seatsInWords } from '#features/performances/seat-labels.ts';
import type { SeatMarks } from '#features/performances/seat-marks.ts';
import { Button } from '#platform/web/ui/Button.tsx';

/** The house seats of a plan, those of one reason together, each of which can be changed or sold again. */
export function WithheldSeats({ marks, onKeeping }: { marks: SeatMarks; onKeeping: (seats: string) => void }) {
  const withheld = Object.keys(marks).filter((seat) => marks[seat]?.reason);
  if (withheld.length === 0) return null;
  const byReason = [...Map.groupBy(inOrder(withheld), (seat) => marks[seat]?.reason ?? '')];
  return (
    <div className="stack">
      <h2 className="label">House seats</h2>
      <ul>
        {byReason.map(([reason, seats]) => (
          <li key={reason}>
            <b>{seatsInWords(seats)}</b>: {reason}{' '}
            <Button small look="quiet" aria-haspopup="dialog" onClick={() => onKeeping(seatsInWords(seats))}>
              Change…<span className="vh"> {seatsInWords(seats)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
