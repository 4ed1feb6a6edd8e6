import type { MouseEvent } from 'react';
import { isPlainClick, setQuery } from '../navigation/index.ts';
import { Icon } from '../ui/icons/icon.tsx';
import styles from './sort-heading.module.css';

export type SortDirection = 'ascending' | 'descending' | undefined;

/**
 * A heading with a link. The link's name says how the rows are sorted by this column, and how the link would sort them.
 */
export function SortHeading({ name, href, sorted }: { name: string; href: string; sorted: SortDirection }) {
  return (
    <a href={href} className={styles.sorts} onClick={(event) => change(event, href)}>
      {name}
      {sorted && <Icon of={sorted === 'ascending' ? 'arrow-up' : 'arrow-down'} />}
    </a>
  );
}

/**
 * Sorts the rows without leaving the page. The heading keeps the focus, so that it can be pressed again to reverse the
 * order.
 */
function change(event: MouseEvent, href: string): void {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  setQuery(new URLSearchParams(href.split('?')[1] ?? ''));
}
