import type { SeatMarks } from '#features/performances/seat-marks.ts';
import { inOrder, seatsInWords } from '#features/performances/seats.ts';

/** What is to be known of a house whose seats are sold by number: which are kept back and why, and who hears of a move. */
export function Numbered({ show, marks }: { show: string; marks: SeatMarks }) {
  const kept = Object.keys(marks).filter((seat) => marks[seat]?.reason);
  const byReason = [...Map.groupBy(inOrder(kept), (seat) => marks[seat]?.reason ?? '')];
  return (
    <div className="stack">
      {byReason.length > 0 && (
        <>
          <h2 className="label">House seats</h2>
          <ul>
            {byReason.map(([reason, seats]) => (
              <li key={reason}>
                <b>{seatsInWords(seats)}</b>: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="meta">
        Visitors buy numbered seats here.{' '}
        <a href={`/members/bookings?show=${show}#manage-performances`}>Keep or sell several at once</a>. Whoever you
        move gets a letter ten minutes after you last saved: the bar that saves says who, and Manage Bookings lists who
        is still to be told.
      </p>
    </div>
  );
}
