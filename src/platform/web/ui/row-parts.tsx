import type { ReactNode } from 'react';
import styles from './row-parts.module.css';

/** What a row of a list is about: its name, and a line below. */
export const RowText = ({ children }: { children: ReactNode }) => <span className={styles.text}>{children}</span>;

/** What can be done with it. */
export const RowActions = ({ children }: { children: ReactNode }) => <span className={styles.actions}>{children}</span>;
