import { formatSeats } from '#features/box-office/performances/seat-labels.ts';
import { formatTime } from '#platform/shared/dates/dates.ts';
import { formatPerformanceDay } from '#platform/shared/dates/short-dates.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import type { ShopPerformance } from '../../contract.ts';
import { formatPrice, formatTicketCount, type TicketSelection } from '../parts/ticket-count-fields.tsx';
import styles from './choose-tickets-page.module.css';

interface StubSelection {
  chosen: TicketSelection;
  /** The seats, if they are numbered. */
  seats: readonly string[];
}

/** The maximum numbers of characters on one line and on two lines of the stub. */
const [maxOneLine, maxTwoLines] = [9, 24];

/** Returns the text in the largest type on the stub: "F8–F10", "2 tickets". */
function getHeadline({ chosen: { count }, seats }: StubSelection): string {
  const labels = formatSeats(seats);
  if (count === 0) return 'No tickets yet';
  return labels === '' || labels.length > maxTwoLines ? formatTicketCount(count) : labels;
}

/** Shows the selection as a ticket stub; on phones, as one line next to the button. */
export function TicketStub({
  performance: { starts_at },
  ...selection
}: StubSelection & {
  performance: ShopPerformance;
}) {
  const { today } = useSite();
  const { chosen, seats } = selection;
  const headline = getHeadline(selection);
  return (
    <>
      <p className={styles.together} aria-hidden="true">
        <span className="meta">
          {chosen.count === 0
            ? 'Choose how many tickets'
            : [formatTicketCount(chosen.count), formatSeats(seats)].filter(Boolean).join(', ')}
        </span>
        {chosen.count > 0 && <b>{formatPrice(chosen.due)}</b>}
      </p>
      <aside className={styles.stub} aria-label="Your selection">
        <p className={styles.label}>
          <time dateTime={starts_at}>
            {formatPerformanceDay(starts_at.slice(0, 10), today)}, {formatTime(starts_at)}
          </time>
        </p>
        <p className={styles.headline} data-short={headline.length <= maxOneLine || undefined}>
          {headline}
        </p>
        {chosen.count === 0 ? <p className={styles.lines}>Choose how many tickets.</p> : <StubLines of={chosen} />}
        <p>No booking fee.</p>
      </aside>
    </>
  );
}

/** The note on phones that there is no booking fee. On wide screens, the stub has this note. */
export const NoBookingFeeNote = () => <span className="only-narrow">There is no booking fee.</span>;

const StubLines = ({ of: { lines, due } }: { of: TicketSelection }) => (
  <dl className={styles.lines}>
    {lines.map(({ id, name, count, pence }) => (
      <div key={id}>
        <dt>
          {count} {name}
        </dt>
        <dd className="num">{formatPrice(count * pence)}</dd>
      </div>
    ))}
    <div className={styles.sum}>
      <dt>Total</dt>
      <dd className="num">{formatPrice(due)}</dd>
    </div>
  </dl>
);
