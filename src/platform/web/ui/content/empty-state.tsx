import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** An empty place that says why it is empty and what to do: a heading, one sentence, at most one action. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
