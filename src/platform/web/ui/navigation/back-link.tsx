import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import styles from './back-link.module.css';

/** The way back from a page to the one that it belongs to. */
export const BackLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className={`${styles.back} no-print`} href={href}>
    <Icon of="arrow-left" /> {children}
  </a>
);
