import type { ReactNode } from 'react';
import styles from './PageActions.module.css';

/** What a page is for, in its `page-head`: the one button, and what little stands beside it. Last, for whoever reads on. */
export const PageActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;
