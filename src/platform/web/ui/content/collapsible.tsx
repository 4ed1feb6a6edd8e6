import type { ReactNode } from 'react';
import styles from './collapsible.module.css';

/** Rarely used content behind a line that opens it, such as a form with an introduction. `wide` is for lists. */
export function Collapsible({
  title,
  open,
  wide = false,
  children,
}: {
  title: string;
  open?: boolean;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <details className={`${styles.fold} ${wide ? styles.wide : ''}`} open={open}>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  );
}
