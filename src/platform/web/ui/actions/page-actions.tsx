import type { ReactNode } from 'react';
import styles from './page-actions.module.css';

/** A page's primary button and a few secondary actions. Place it last in the `page-head`. */
export const PageActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;
