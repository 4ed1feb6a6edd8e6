import type { ReactNode } from 'react';
import styles from './layout.module.css';

/** A page of several sections, each under its heading. */
export const Sections = ({ className = '', children }: { className?: string | undefined; children: ReactNode }) => (
  <div className={`${styles.sections} ${className}`.trimEnd()}>{children}</div>
);

/** The subject of a list row: its name, and a line below. */
export const RowText = ({ children }: { children: ReactNode }) => <span className={styles.text}>{children}</span>;

export const RowActions = ({ children }: { children: ReactNode }) => <span className={styles.actions}>{children}</span>;

/** A page's primary button and a few secondary actions. Place it last in the `page-head`. */
export const PageActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.pageActions}>{children}</div>
);
