import type { ReactNode } from 'react';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { useMenu } from '#platform/web/ui/useMenu.ts';
import styles from './More.module.css';

/** Actions that are needed once an evening, behind one word. */
export function More({ children }: { children: ReactNode }) {
  const menu = useMenu('');
  return (
    <details ref={menu} className={styles.more}>
      <summary>
        More <Icon of="chevron-down" />
      </summary>
      <div className={styles.menu}>{children}</div>
    </details>
  );
}
