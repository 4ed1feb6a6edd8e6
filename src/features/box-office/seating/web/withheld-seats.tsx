import { formatSeats, sortSeats } from '#features/box-office/performances/seat-labels.ts';
import type { SeatMarks } from '#features/box-office/performances/seat-marks.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';

/** The house seats of a plan, grouped by reason and release; each group can be changed or sold again. */
export function WithheldSeats({ marks, onKeeping }: { marks: SeatMarks; onKeeping: (seats: string) => void }) {
  const withheld = Object.keys(marks).filter((seat) => marks[seat]?.reason);
  if (withheld.length === 0) return null;
  const alike = Map.groupBy(sortSeats(withheld), (seat) => `${marks[seat]?.release} ${marks[seat]?.reason}`);
  return (
    <div className="stack">
      <h2 className="label">House seats</h2>
      <ul>
        {[...alike].map(([key, seats]) => (
          <li key={key}>
            <b>{formatSeats(seats)}</b>: {marks[seats[0] ?? '']?.reason}{' '}
            <Button small look="quiet" aria-haspopup="dialog" onClick={() => onKeeping(formatSeats(seats))}>
              Change…<span className="vh"> {formatSeats(seats)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
