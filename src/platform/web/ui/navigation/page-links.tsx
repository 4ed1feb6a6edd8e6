import type { ReactNode } from 'react';
import { formatHeadline } from '#platform/shared/text/typography.ts';
import { Icon } from '../icons/icon.tsx';
import styles from './page-links.module.css';

/** A link from a page to its parent page. */
export const BackLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className={`${styles.back} no-print`} href={href}>
    <Icon of="arrow-left" /> {children}
  </a>
);

interface Neighbour {
  href: string;
  title: string;
  /** The item's poster, if it has one. */
  poster?: ReactNode;
}

/** Links at the end of a dated item, to the items before and after it. Shows nothing if there are none. */
export function PreviousNextLinks({
  earlier,
  later,
}: {
  earlier: Neighbour | undefined;
  later: Neighbour | undefined;
}) {
  if (!earlier && !later) return null;
  return (
    <nav className={styles.both} aria-label="Previous and next">
      {earlier && (
        <a href={earlier.href} rel="prev">
          <span>← Previous</span> {formatHeadline(earlier.title)}
          {earlier.poster}
        </a>
      )}
      {later && (
        <a href={later.href} rel="next" className={styles.later}>
          <span>Next →</span> {formatHeadline(later.title)}
          {later.poster}
        </a>
      )}
    </nav>
  );
}
