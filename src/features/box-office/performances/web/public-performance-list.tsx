import { formatTime, formatWeekdayDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { LiveLabel, LiveLabels } from '#platform/shared/pages.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import type { PublicPerformance } from '../contract.ts';
import styles from './public-performance-list.module.css';

/**
 * The performances of a show with prices, for visitors. The year is left out, because the show's dates above the list
 * include it.
 */
export function PublicPerformanceList({
  performances,
  bookAt,
  left = {},
}: {
  performances: readonly PublicPerformance[];
  /** Returns the path of the page to choose tickets for a performance that is on sale. */
  bookAt?: ((performance: string) => string) | undefined;
  /** The current availability, by the path of the page to choose tickets. */
  left?: LiveLabels;
}) {
  const prices = new Map(
    performances
      .filter(({ cancelled }) => !cancelled)
      .flatMap((performance) => performance.prices.map((price) => [`${price.name} ${price.pence}`, price] as const)),
  );
  const getLabel = (id: string) => (bookAt ? left[bookAt(id)] : undefined);
  return (
    <>
      <ol className={`ruled ${styles.nights}`}>
        {performances.map(({ id, starts_at, doors_at, notes, cancelled, over }) => {
          const unavailable = cancelled ? 'Cancelled' : bookAt && over ? 'Over' : '';
          return (
            <li key={id} data-out={unavailable !== '' || getLabel(id)?.instead !== undefined || undefined}>
              <p>
                <time dateTime={starts_at}>
                  <b>{formatDay(starts_at)}</b>, {formatTime(starts_at)}
                </time>{' '}
                <span className="meta">
                  {unavailable || [doors_at && `Doors ${formatTime(doors_at)}`, notes].filter(Boolean).join('. ')}
                </span>
                {/* The label is loaded after the page, so its space is reserved */}
                {bookAt && unavailable === '' && (
                  <span className={styles.left} data-urgent={getLabel(id)?.urgent}>
                    {getLabel(id)?.words}
                  </span>
                )}
              </p>
              {bookAt && unavailable === '' && (
                <Book at={bookAt(id)} left={getLabel(id)}>{`${formatDay(starts_at)}, ${formatTime(starts_at)}`}</Book>
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

function Book({ at, left, children: when }: { at: string; left: LiveLabel | undefined; children: string }) {
  const { words, href } = left?.instead ?? { words: 'Book', href: at };
  return (
    <ButtonLink look="line" small href={href} target="_blank" rel="noopener" className={styles.book}>
      {words}
      <span className="vh"> for {when} (opens in a new tab)</span>
    </ButtonLink>
  );
}

const formatDay = (moment: string) => formatWeekdayDate(moment.slice(0, 10));
