import type { ReactNode } from 'react';
import { formatSeason } from '#features/archive/shows/run.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import type { MembersShowEntry } from '../contract.ts';
import styles from './show-row.module.css';

/** A show in a members' list, with a line of text as `children`. */
export function ShowRow({
  show,
  logo,
  children,
}: {
  show: MembersShowEntry;
  /** Shown if the show has no picture. */
  logo?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className={`linked ${styles.show}`}>
      <span className="poster-frame">
        {show.image === '' ? (
          <span className={styles.logo}>{logo}</span>
        ) : (
          <RetryingImage src={show.image} alt="" width={600} height={848} loading="lazy" decoding="async" />
        )}
      </span>
      <div>
        <h3>
          <a href={show.url}>{show.title}</a>
        </h3>
        <p className="meta">{formatSeason(show)}</p>
        {children !== '' && <p className="meta">{children}</p>}
        {show.cancelled && <Badge tone="warning">Cancelled</Badge>}
      </div>
    </li>
  );
}
