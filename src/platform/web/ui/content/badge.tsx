import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** A short status or count next to a name or heading. The colour means the same as the text. */
export function Badge({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'accent' | 'warning' | 'success';
  children: ReactNode;
}) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}
