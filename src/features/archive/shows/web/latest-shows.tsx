import { formatInteger, toCurlyQuotes } from '#platform/shared/text/typography.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import type { ArchiveSummary } from '../contract.ts';
import { showPath } from '../paths.ts';
import { formatSeason } from '../run.ts';
import styles from './latest-shows.module.css';

/** The number of posters in a row, next to the sidebar and at full page width. */
const postersPerRow = { beside: 4, wide: 6 };

/**
 * Shows the posters of the latest past shows, the number of all past shows, and a link to them. The posters are in
 * `rows` rows or, if `rows` is 0, in one row as wide as the page.
 */
export function LatestShows({ archive, rows = 0 }: { archive: ArchiveSummary; rows?: number }) {
  const { total, since } = archive;
  const wide = rows === 0;
  const latest = archive.latest.slice(0, wide ? postersPerRow.wide : rows * postersPerRow.beside);
  return (
    <section className={wide ? `${styles.latest} ${styles.wide}` : styles.latest} aria-labelledby="latest-shows">
      <div className="scotch" />
      <h2 id="latest-shows">From our archive</h2>
      <ul>
        {latest.map((show) => (
          <li key={show.id}>
            <a href={showPath(show)}>
              <span className="poster-frame">
                <RetryingImage src={show.programme} alt="" width={600} height={848} loading="lazy" decoding="async" />
              </span>
              {toCurlyQuotes(show.title)}
            </a>
            <p className="meta">{formatSeason(show)}</p>
          </li>
        ))}
      </ul>
      <p>
        {total === 1 ? 'One show' : `${formatInteger(total)} shows`} since {since}.{' '}
        <a href="/past-shows">Browse past shows</a>
      </p>
    </section>
  );
}
