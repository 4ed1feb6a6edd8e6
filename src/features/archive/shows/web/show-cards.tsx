import { type CSSProperties, memo, useRef } from 'react';
import { getYear } from '#platform/shared/dates/dates.ts';
import { toCurlyQuotes } from '#platform/shared/text/typography.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { formatByline } from '../byline.ts';
import type { ShowEntry } from '../contract.ts';
import { manageShowPath, showPath } from '../paths.ts';
import { formatSeason } from '../run.ts';
import { SHOWS_PER_PAGE } from '../show-list.ts';
import styles from './show-cards.module.css';
import { splitIntoChunks, useIsNearViewport } from './use-show-list.ts';

/**
 * The number of cards in a part. It is divisible by 2, 3 and 4, the possible numbers of posters in a row, so that each
 * part but the last fills its rows, and the height of a part is known before it is rendered.
 */
const CARDS_PER_PART = 24;
/**
 * The number of posters in the first row on a phone. Only these are fetched immediately. Two more would take up half of
 * a slow connection.
 */
const EAGER_POSTER_COUNT = 2;

interface CardOptions {
  /** True if the cards are grouped by decade; their years are then headings too. */
  dated?: boolean;
  /** The society's name. The society's own shows don't name the company. */
  society: string;
  /** True if each card links to the editor of its show. */
  managed?: boolean;
}

/**
 * A list of shows as posters. Only the parts near the viewport are rendered; CSS computes the height of the other
 * parts.
 */
export const ShowCards = memo(function ShowCards({
  shows,
  first,
  initialCount = SHOWS_PER_PAGE,
  whole = shows.length <= SHOWS_PER_PAGE,
  ...look
}: {
  shows: readonly ShowEntry[];
  first: number;
  /** The number of cards rendered before the user scrolls. */
  initialCount?: number;
  /** True if all cards are rendered, for find-in-page and printing. Always true for a list of one page. */
  whole?: boolean;
} & CardOptions) {
  return (
    <div className={styles.cards}>
      {splitIntoChunks(shows, CARDS_PER_PART).map((part) => (
        <CardGroup
          key={part.start}
          shows={part.items}
          start={part.start}
          first={first}
          before={shows[part.start - 1]}
          {...look}
          initiallyNear={part.start < initialCount}
          whole={whole}
        />
      ))}
    </div>
  );
});

interface PartProps extends CardOptions {
  shows: readonly ShowEntry[];
  start: number;
  first: number;
  /** The last show of the previous part, whose year already has a heading; undefined for the first part. */
  before: ShowEntry | undefined;
  initiallyNear: boolean;
  whole: boolean;
}

function CardGroup({ shows, start, first, before, initiallyNear, whole, ...look }: PartProps) {
  const place = useRef<HTMLDivElement>(null);
  const near = useIsNearViewport(place, initiallyNear) || whole;
  const count: CSSProperties & { '--count': number } = { '--count': shows.length };
  const [from, to] = [first + start, first + start + shows.length - 1];
  return (
    <div ref={place} className={near ? undefined : styles.away} style={count}>
      {near && (
        <ul className={styles.part} aria-label={`Shows ${from} to ${to}`}>
          {shows.map((show, at) => (
            <Card
              key={show.id}
              show={show}
              before={shows[at - 1] ?? before}
              eager={first + start + at <= EAGER_POSTER_COUNT}
              {...look}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface CardProps extends CardOptions {
  show: ShowEntry;
  before: ShowEntry | undefined;
  eager: boolean;
}

function Card({ show, before, eager, dated, society, managed }: CardProps) {
  const Title = dated ? 'h4' : 'h2';
  const year = getYear(show.date);
  const another = show.company === society ? '' : show.company;
  return (
    <li className={`linked ${styles.card}`}>
      {dated && (before && getYear(before.date)) !== year && <h3 className={styles.year}>{year}</h3>}
      <span className={`poster-frame ${styles.poster}`}>
        <RetryingImage
          src={show.programme}
          alt=""
          width={600}
          height={848}
          {...(eager ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
        />
      </span>
      <div className={styles.text}>
        <Title className={styles.name} title={show.title}>
          <a href={managed ? manageShowPath(show) : showPath(show)}>{toCurlyQuotes(show.title)}</a>
        </Title>
        {show.author && <p className={`meta ${styles.by}`}>{formatByline(show.author)}</p>}
        <MetaLine of={[formatSeason(show), show.genre]} />
        {another && <p className={`meta ${styles.company}`}>{another}</p>}
      </div>
    </li>
  );
}
