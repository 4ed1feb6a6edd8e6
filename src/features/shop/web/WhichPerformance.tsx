import { useEffect, useRef } from 'react';
import { dayInParts, momentInWords, timeInWords } from '#platform/shared/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { RetryingImage } from '#platform/web/gallery/RetryingImage.tsx';
import { MetaLine } from '#platform/web/ui/MetaLine.tsx';
import { availabilityInWords } from '../availability.ts';
import type { ShopPerformance } from '../contract.ts';
import { choosePath } from '../paths.ts';
import { isBookable, saleInWords } from '../sale-in-words.ts';
import styles from './ChooseTicketsPage.module.css';
import { Steps } from './Steps.tsx';

/** Which show and performance it is. */
export function WhichPerformance({
  page: { show, performance, performances, offer },
}: {
  page: Page<'choose_tickets'>;
}) {
  const { starts_at, doors_at, notes } = performance;
  return (
    <>
      {!offer && <Steps at="tickets" />}
      <header className={styles.head}>
        <span className="poster-frame">
          <RetryingImage src={show.poster} alt="" width={600} height={848} />
        </span>
        <div>
          <h1>{show.title}</h1>
          <MetaLine of={[show.venue, doors_at && `Doors ${timeInWords(doors_at)}`, notes]} />
        </div>
      </header>
      {performances.length > 0 ? (
        <Performances of={performances} chosen={performance} />
      ) : (
        <p className={styles.when}>
          <time dateTime={starts_at}>{momentInWords(starts_at)}</time>
        </p>
      )}
    </>
  );
}

/** The others are one press away: most visitors want to see first which day suits. */
function Performances({ of, chosen }: { of: readonly ShopPerformance[]; chosen: ShopPerformance }) {
  const row = useRef<HTMLUListElement>(null);
  // On a phone they are one row: the chosen one is brought into it
  useEffect(() => {
    const item = row.current?.querySelector(`[href="${choosePath(chosen.id)}"]`)?.parentElement;
    if (item && row.current) row.current.scrollLeft = item.offsetLeft - row.current.offsetLeft;
  }, [chosen.id]);
  return (
    <nav aria-labelledby="which-performance" className={styles.which}>
      <h2 id="which-performance">Which performance?</h2>
      <ul ref={row}>
        {of.map((performance) => {
          const { id, starts_at, availability } = performance;
          const { weekday, day, month } = dayInParts(starts_at.slice(0, 10));
          const open = isBookable(performance);
          return (
            <li key={id}>
              <a
                href={choosePath(id)}
                aria-current={id === chosen.id ? 'page' : undefined}
                data-open={open || undefined}
                data-out={performance.cancelled || availability.state === 'out' || undefined}
              >
                <time dateTime={starts_at}>
                  <b>
                    {weekday?.slice(0, 3)} {day} {month?.slice(0, 3)}
                  </b>{' '}
                  <span>{timeInWords(starts_at)}</span>
                </time>{' '}
                <span>{saleInWords(performance) || availabilityInWords(availability)}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
