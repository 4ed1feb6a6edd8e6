import type { MouseEvent } from 'react';
import { isPlainClick, navigateTo } from '#platform/web/navigation/index.ts';
import styles from './decades.module.css';
import type { ShowListState } from './use-show-list.ts';

/** Formats a decade as "1980s", for its heading and its name in URLs. */
export const formatDecade = (decade: number) => `${decade}s`;

/**
 * Links to each decade of a long list. Without JavaScript a link leads to the page on which the decade begins. With
 * JavaScript it leads to the decade's heading in the whole list, which is fetched first if necessary.
 */
export function DecadeLinks({ list: { decades, pages, hrefAfter: after } }: { list: ShowListState }) {
  if (decades.length === 0) return null;
  return (
    <nav className={styles.decades} aria-label="Decades">
      <ul>
        {decades.map(({ decade, page }) => {
          const leadingTo = (to: number) => `${after({ do: 'turn to', page: to })}#${formatDecade(decade)}`;
          const jump = (event: MouseEvent) => {
            if (pages === null || !isPlainClick(event)) return;
            event.preventDefault();
            void navigateTo(leadingTo(1));
          };
          return (
            <li key={decade}>
              <a href={leadingTo(pages === null ? 1 : page)} onClick={jump}>
                {formatDecade(decade)}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
