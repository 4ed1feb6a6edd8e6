import type { MouseEvent } from 'react';
import { isPlainClick, setQuery } from '../navigation/index.ts';
import { Icon } from '../ui/icons/icon.tsx';
import styles from './sort-heading.module.css';

export type SortDirection = 'ascending' | 'descending' | undefined;

/**
 * A link in a column's heading that sorts the rows by that column. If the rows are already sorted by it, an arrow shows
 * the direction.
 */
export function SortHeading({ name, href, sorted }: { name: string; href: string; sorted: SortDirection }) {
  return (
    <a href={href} className={styles.sorts} onClick={(event) => sortRows(event, href)}>
      {name}
      {sorted && <Icon of={sorted === 'ascending' ? 'arrow-up' : 'arrow-down'} />}
    </a>
  );
}

/**
 * Sorts the rows without leaving the page. The heading keeps the focus, so that it can be pressed again to reverse the
 * order.
 */
function sortRows(event: MouseEvent, href: string): void {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  setQuery(new URLSearchParams(href.split('?')[1] ?? ''));
}
