import { formatByline } from '#features/archive/shows/byline.ts';
import { formatRun } from '#features/archive/shows/run.ts';
import { formatPriceRange } from '#features/box-office/performances/performance-facts.ts';
import { joinWaitingListPath } from '#features/box-office/waiting-list/party.ts';
import { type CalendarDate, formatTime } from '#platform/shared/dates/dates.ts';
import { formatPerformanceDay } from '#platform/shared/dates/short-dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { formatHeadline } from '#platform/shared/text/typography.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { canJoinWaitingList, formatAvailability, formatNotOnSaleReason, isBookable } from '../availability.ts';
import type { ShopPerformance } from '../contract.ts';
import { basketPath, chooseTicketsPath, shopPath } from '../paths.ts';
import styles from './shop-page.module.css';

/** `/tickets`: the performances on sale here, and their availability. */
export default function ShopPage({ page }: { page: Page<'shop'> }) {
  const { today } = useSite();
  return (
    <div className={`wrap section ${styles.shop}`}>
      <header className={styles.head}>
        <h1>{page.title}</h1>
        <a href={basketPath}>Your basket</a>
      </header>
      {page.shows.map((show) => (
        <section key={show.id} className={styles.show} aria-labelledby={`show-${show.id}`}>
          <span className={`poster-frame ${styles.poster}`}>
            <RetryingImage src={show.poster} alt="" width={600} height={848} />
          </span>
          <div className={styles.name}>
            <h2 id={`show-${show.id}`}>
              <a href={show.link}>{formatHeadline(show.title)}</a>
            </h2>
            {formatByline(show.author) !== '' && <p className={styles.by}>{formatByline(show.author)}</p>}
            <MetaLine className="" of={[formatRun(show), show.venue]} />
          </div>
          <ul className={styles.performances}>
            {show.performances.map((performance) => (
              <Performance key={performance.id} performance={performance} today={today} />
            ))}
          </ul>
        </section>
      ))}
      <p className={styles.access}>
        Need a wheelchair space, step-free access or the hearing loop? Tell us as you book, or{' '}
        <a href="/contact">write to us</a> first.
      </p>
    </div>
  );
}

function Performance({ performance, today }: { performance: ShopPerformance; today: CalendarDate }) {
  const { id, starts_at, doors_at, notes, cancelled, types, availability } = performance;
  const date = starts_at.slice(0, 10);
  const [day, time] = [formatPerformanceDay(date, today), formatTime(starts_at)];
  const when = `${day}, ${time}`;
  const bookable = isBookable(performance);
  return (
    <li data-out={cancelled || availability.state === 'out' || undefined}>
      <div>
        <time dateTime={starts_at}>
          <span>{day},</span> <span>{time}</span>
        </time>
        <MetaLine of={[doors_at && `Doors ${formatTime(doors_at)}`, formatPriceRange(types), notes]} />
      </div>
      <p className={styles.left} data-state={availability.state}>
        {formatNotOnSaleReason(performance) || formatAvailability(availability)}
      </p>
      {bookable && (
        <ButtonLink href={chooseTicketsPath(id)}>
          Choose tickets<span className="vh"> for {when}</span>
        </ButtonLink>
      )}
      {!bookable && canJoinWaitingList(performance) && (
        <ButtonLink look="line" href={joinWaitingListPath(id)}>
          Waiting list<span className="vh"> for {when}</span>
        </ButtonLink>
      )}
    </li>
  );
}

export const head = (page: Page<'shop'>): Head => ({
  title: page.title,
  description: `Book tickets for ${page.shows.map(({ title }) => title).join(', ')}.`,
  canonical: shopPath,
});
