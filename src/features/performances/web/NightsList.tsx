import { dayOfMonth, timeInWords } from '#platform/shared/dates.ts';
import { asMoney } from '#platform/shared/money.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import type { PublicPerformance } from '../contract.ts';
import styles from './NightsList.module.css';

/**
 * When a show is performed, and what it costs, for whoever thinks of coming. It stands under the run's dates, which say the
 * year.
 */
export function NightsList({
  performances,
  bookAt,
}: {
  performances: readonly PublicPerformance[];
  /** Where tickets for a performance are chosen, while they are on sale. */
  bookAt?: ((performance: string) => string) | undefined;
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
          <li key={id} data-cancelled={cancelled || undefined}>
            <p>
              <time dateTime={starts_at}>
                <b>{dayOf(starts_at)}</b>, {timeInWords(starts_at)}
              </time>{' '}
              <span className="meta">
                {cancelled
                  ? 'Cancelled'
                  : [doors_at && `Doors ${timeInWords(doors_at)}`, notes].filter(Boolean).join('. ')}
              </span>
            </p>
            {bookAt && !cancelled && (
              <ButtonLink look="line" small href={bookAt(id)} target="_blank" rel="noopener">
                Book
                <span className="vh">
                  {' '}
                  for {dayOf(starts_at)}, {timeInWords(starts_at)} (opens in a new tab)
                </span>
              </ButtonLink>
            )}
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

const dayOf = (moment: string) => dayOfMonth(moment.slice(0, 10));
