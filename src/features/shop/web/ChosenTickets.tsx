import { eveningFrom, timeInWords } from '#platform/shared/dates.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { holdMinutes } from '../basket.ts';
import type { ShopPerformance } from '../contract.ts';
import styles from './ChooseTicketsPage.module.css';
import { type ChosenCounts, priceInWords, ticketsInWords } from './Counts.tsx';

/** Beside the button on a phone, where the stub has no room. */
export const Together = ({ chosen: { count, due } }: { chosen: ChosenCounts }) => (
  <p className={styles.together} aria-hidden="true">
    <span className="meta">{count === 0 ? 'None chosen yet' : ticketsInWords(count)}</span>
    {count > 0 && <b>{priceInWords(due)}</b>}
  </p>
);

/** What is chosen so far, as it will stand on the ticket. */
export function Stub({
  title,
  performance: { starts_at },
  chosen,
}: {
  title: string;
  performance: ShopPerformance;
  chosen: ChosenCounts;
}) {
  const { today } = useSite();
  return (
    <aside className={styles.stub} aria-label="What you have chosen">
      <p className={styles.label}>{title}</p>
      <p className={styles.evening}>
        <time dateTime={starts_at}>
          <span>{eveningFrom(starts_at.slice(0, 10), today)},</span> <span>{timeInWords(starts_at)}</span>
        </time>
      </p>
      {chosen.count === 0 ? <p className={styles.lines}>None chosen yet</p> : <Lines of={chosen} />}
      <p>Held for you for {holdMinutes} minutes while you pay. No booking fee.</p>
    </aside>
  );
}

const Lines = ({ of: { lines, due } }: { of: ChosenCounts }) => (
  <dl className={styles.lines}>
    {lines.map(({ id, name, count, pence }) => (
      <div key={id}>
        <dt>
          {count} {name}
        </dt>
        <dd className="num">{priceInWords(count * pence)}</dd>
      </div>
    ))}
    <div className={styles.sum}>
      <dt>Total</dt>
      <dd className="num">{priceInWords(due)}</dd>
    </div>
  </dl>
);
