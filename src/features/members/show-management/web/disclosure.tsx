import type { ReactNode } from 'react';
import { Icon } from '#platform/web/ui/icon.tsx';
import styles from './manage.module.css';

/** A list that opens to be worked on; its content is elsewhere on the page as well. */
export function Disclosure({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <details className={styles.disclosure}>
      <summary>
        <Icon of="chevron-right" />
        {title} <span className="meta num">{count}</span>
      </summary>
      <div>{children}</div>
    </details>
  );
}
