import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import styles from './back-link.module.css';

/** A link from a page to its parent page. */
export const BackLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className={`${styles.back} no-print`} href={href}>
    <Icon of="arrow-left" /> {children}
  </a>
);
