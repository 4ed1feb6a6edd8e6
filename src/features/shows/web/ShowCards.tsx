import { type CSSProperties, memo, useRef } from 'react';
import { RetryingImage } from '../../../platform/web/gallery/RetryingImage.tsx';
import { manageAddress, showAddress } from '../address.ts';
import { byline } from '../byline.ts';
import type { ShowEntry } from '../contract.ts';
import { SHOWS_A_PAGE } from '../listing.ts';
import { seasonOf } from '../run.ts';
import styles from './ShowCards.module.css';
import { inParts, useNear } from './useNear.ts';

/** Divides by 2, 3 and 4, the posters in a row: a part is always whole rows, so its height is known before it is drawn. */
const CARDS_A_PART = 24;
/** Posters on the first screen, which are fetched at once. */
const EAGER = 4;

/** Shows as posters. Only the parts near the window are drawn; the others keep their place by a height that CSS works out. */
export const ShowCards = memo(function ShowCards({
  shows,
  first,
  signed = false,
  managed = false,
}: {
  shows: readonly ShowEntry[];
  first: number;
  /** Whether each says which company played, since they aren't all of one. */
  signed?: boolean;
  /** Whether each leads to where it is edited. */
  managed?: boolean;
}) {
  return (
    <div className={styles.cards}>
      {inParts(shows, CARDS_A_PART).map((part) => (
        <Part
          key={part.start}
          shows={part.items}
          start={part.start}
          first={first}
          signed={signed}
          managed={managed}
          short={shows.length <= SHOWS_A_PAGE}
        />
      ))}
    </div>
  );
});

interface PartProps {
  shows: readonly ShowEntry[];
  start: number;
  first: number;
  signed: boolean;
  managed: boolean;
  /** A list of one page is always drawn whole: found by find-in-page, and printed. */
  short: boolean;
}

function Part({ shows, start, first, signed, managed, short }: PartProps) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place, start < SHOWS_A_PAGE) || short;
  const count: CSSProperties & { '--count': number } = { '--count': shows.length };
  const [from, to] = [first + start, first + start + shows.length - 1];
  return (
    <div ref={place} className={near ? undefined : styles.away} style={near ? undefined : count}>
      {near && (
        <ul className={styles.part} aria-label={`Shows ${from} to ${to}`}>
          {shows.map((show, at) => (
            <Card key={show.id} show={show} signed={signed} managed={managed} eager={start + at < EAGER} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Card({
  show,
  signed,
  managed,
  eager,
}: { show: ShowEntry; eager: boolean } & Pick<PartProps, 'signed' | 'managed'>) {
  return (
    <li className={styles.card}>
      <span className={`poster-frame ${styles.poster}`}>
        <RetryingImage
          src={show.programme}
          alt=""
          width={600}
          height={848}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
      </span>
      <div className={styles.words}>
        <h2 title={show.title}>
          <a href={managed ? manageAddress(show) : showAddress(show)}>{show.title}</a>
        </h2>
        {show.author && <p className="meta">{byline(show.author)}</p>}
        <p className="meta">{[seasonOf(show), show.genre, signed && show.company].filter(Boolean).join(' · ')}</p>
      </div>
    </li>
  );
}
