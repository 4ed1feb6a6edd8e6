import { formatTime, formatWeekdayDate } from '#platform/shared/dates/dates.ts';
import type { LiveLabel, LiveLabels } from '#platform/shared/live-labels.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import type { PublicPerformance } from '../contract.ts';
import styles from './public-performance-list.module.css';

/** The performances of a show, with prices, for visitors. It is below the run's dates, which have the year. */
export function PublicPerformanceList({
  performances,
  bookAt,
  left = {},
}: {
  performances: readonly PublicPerformance[];
  /** Returns the path to choose tickets for a performance that is on sale. */
  bookAt?: ((performance: string) => string) | undefined;
  /** The current availability of each, by the path to choose its tickets. */
  left?: LiveLabels;
}) {
  const prices = new Map(
    performances
      .filter(({ cancelled }) => !cancelled)
      .flatMap((night) => night.prices.map((price) => [`${price.name} ${price.pence}`, price] as const)),
  );
  const nightLeft = (id: string) => (bookAt ? left[bookAt(id)] : undefined);
  return (
    <>
      <ol className={`ruled ${styles.nights}`}>
        {performances.map(({ id, starts_at, doors_at, notes, cancelled, over }) => {
          const whyOut = cancelled ? 'Cancelled' : bookAt && over ? 'Over' : '';
          return (
            <li key={id} data-out={whyOut !== '' || nightLeft(id)?.instead !== undefined || undefined}>
              <p>
                <time dateTime={starts_at}>
                  <b>{dayOf(starts_at)}</b>, {formatTime(starts_at)}
                </time>{' '}
                <span className="meta">
                  {whyOut || [doors_at && `Doors ${formatTime(doors_at)}`, notes].filter(Boolean).join('. ')}
                </span>
                {/* It arrives later than the page, in reserved room, so that nothing moves */}
                {bookAt && whyOut === '' && (
                  <span className={styles.left} data-urgent={nightLeft(id)?.urgent}>
                    {nightLeft(id)?.words}
                  </span>
                )}
              </p>
              {bookAt && whyOut === '' && (
                <Book at={bookAt(id)} left={nightLeft(id)}>{`${dayOf(starts_at)}, ${formatTime(starts_at)}`}</Book>
              )}
            </li>
          );
        })}
      </ol>
      {prices.size > 0 && (
        <dl className={styles.prices}>
          {[...prices.values()].map(({ name, about, pence }) => (
            <div key={`${name} ${pence}`}>
              <dt>
                {name}
                {about && <span className="meta">{about}</span>}
              </dt>
              <dd className="num">{pence === 0 ? 'Free' : formatMoney(pence)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function Book({ at, left, children: night }: { at: string; left: LiveLabel | undefined; children: string }) {
  const { words, href } = left?.instead ?? { words: 'Book', href: at };
  return (
    <ButtonLink look="line" small href={href} target="_blank" rel="noopener" className={styles.book}>
      {words}
      <span className="vh"> for {night} (opens in a new tab)</span>
    </ButtonLink>
  );
}

const dayOf = (moment: string) => formatWeekdayDate(moment.slice(0, 10));
