import { formatRun } from '#features/archive/shows/run.ts';
import { formatDateParts, formatDateTime, formatTime } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { formatAvailability, isBookable, saleStatusLabel } from '../../availability.ts';
import type { ShopPerformance, ShopShow } from '../../contract.ts';
import { chooseTicketsPath } from '../../paths.ts';
import { CheckoutSteps } from '../parts/checkout.tsx';
import styles from './choose-tickets-page.module.css';

/** The chosen show and performance, with links to the show's performances. */
export function PerformancePicker({
  page: { show, performance, performances, offer },
}: {
  page: Page<'choose_tickets'>;
}) {
  const { starts_at, doors_at, notes } = performance;
  return (
    <>
      <header className={styles.head}>
        <span className="poster-frame">
          <RetryingImage src={show.poster} alt="" width={600} height={848} />
        </span>
        <div>
          <h1>{show.title}</h1>
          <MetaLine of={[formatRun(show), show.venue]} />
        </div>
      </header>
      {!offer && <CheckoutSteps at="tickets" />}
      <div>
        {performances.length > 0 ? (
          <Performances of={performances} chosen={performance} show={show} />
        ) : (
          <p className={styles.when}>
            <time dateTime={starts_at}>{formatDateTime(starts_at)}</time>
          </p>
        )}
        <MetaLine of={[doors_at && `Doors open at ${formatTime(doors_at)}`, notes]} />
      </div>
    </>
  );
}

/** Links to the show's coming performances, because most visitors want to compare the days first. */
function Performances({
  of,
  chosen,
  show,
}: {
  of: readonly ShopPerformance[];
  chosen: ShopPerformance;
  show: ShopShow;
}) {
  // If all listed performances are in one month, and the dates above the list name months, the list doesn't repeat it
  const isOneMonth =
    show.date_precision !== 'year' && new Set(of.map(({ starts_at }) => starts_at.slice(0, 7))).size === 1;
  return (
    <nav aria-labelledby="which-performance" className={styles.which}>
      <h2 id="which-performance">Which performance?</h2>
      <ul>
        {of.map((performance) => {
          const { id, starts_at, availability } = performance;
          const { weekday, day, month } = formatDateParts(starts_at.slice(0, 10));
          const open = isBookable(performance);
          return (
            <li key={id}>
              <a
                href={chooseTicketsPath(id)}
                aria-current={id === chosen.id ? 'page' : undefined}
                data-open={open || undefined}
                data-out={performance.cancelled || availability.state === 'out' || undefined}
              >
                <time dateTime={starts_at}>
                  <b>
                    {weekday?.slice(0, 3)} {day} {isOneMonth ? <span className="vh">{month}</span> : month?.slice(0, 3)}
                  </b>{' '}
                  <span>{formatTime(starts_at)}</span>
                </time>{' '}
                <span>{saleStatusLabel(performance) || formatAvailability(availability)}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
