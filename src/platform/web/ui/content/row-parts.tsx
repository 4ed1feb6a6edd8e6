import type { ReactNode } from 'react';
import styles from './row-parts.module.css';

/** The subject of a list row: its name, and a line below. */
export const RowText = ({ children }: { children: ReactNode }) => <span className={styles.text}>{children}</span>;

export const RowActions = ({ children }: { children: ReactNode }) => <span className={styles.actions}>{children}</span>;
