import type { ReactNode } from 'react';
import styles from './field-pair.module.css';

/** Two fields side by side if there is room. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>;
