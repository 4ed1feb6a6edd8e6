import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** Replaces an empty list: says why it is empty and what to do, with a heading, one sentence and at most one action. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
