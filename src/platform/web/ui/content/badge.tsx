import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** One or two words of status next to a name. The colour means the same as the words. */
export function Badge({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'accent' | 'warning' | 'success';
  children: ReactNode;
}) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}
