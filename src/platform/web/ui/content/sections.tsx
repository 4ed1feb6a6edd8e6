import type { ReactNode } from 'react';
import styles from './sections.module.css';

/** A page of several sections, each under its heading. */
export const Sections = ({ className = '', children }: { className?: string | undefined; children: ReactNode }) => (
  <div className={`${styles.sections} ${className}`.trimEnd()}>{children}</div>
);
