import type { ReactNode } from 'react';
import styles from './Fold.module.css';

/** Rarely used content, behind a line that opens it: a form, with what people should know before. */
export function Fold({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details className={styles.fold} open={open}>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  );
}
