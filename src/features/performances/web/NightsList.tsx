import { type CalendarDate, dayFrom, timeInWords } from '#platform/shared/dates.ts';
import { asMoney } from '#platform/shared/money.ts';
import type { PublicPerformance } from '../contract.ts';
import styles from './NightsList.module.css';

/** When a show is performed, and what it costs, for whoever thinks of coming. */
export function NightsList({
  performances,
  today,
}: {
  performances: readonly PublicPerformance[];
  today: CalendarDate;
}) {
  const prices = new Map(
    performances
      .filter(({ cancelled }) => !cancelled)
      .flatMap((night) => night.prices.map((price) => [`${price.name} ${price.pence}`, price] as const)),
  );
  return (
    <>
      <ol className={`ruled ${styles.nights}`}>
        {performances.map(({ id, starts_at, doors_at, notes, cancelled }) => (
          <li key={id} className="spread" data-cancelled={cancelled || undefined}>
            <time dateTime={starts_at}>
              <b>{dayFrom(starts_at.slice(0, 10), today)}</b>, {timeInWords(starts_at)}
            </time>
            <span className="meta">
              {cancelled
                ? 'Cancelled'
                : [doors_at && `Doors ${timeInWords(doors_at)}`, notes].filter(Boolean).join('. ')}
            </span>
          </li>
        ))}
      </ol>
      {prices.size > 0 && (
        <dl className={styles.prices}>
          {[...prices.values()].map(({ name, about, pence }) => (
            <div key={`${name} ${pence}`}>
              <dt>
                {name}
                {about && <span className="meta">{about}</span>}
              </dt>
              <dd className="num">{pence === 0 ? 'Free' : asMoney(pence)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
