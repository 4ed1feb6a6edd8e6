import type { ReactNode } from 'react';
import styles from './BackLink.module.css';
import { Icon } from './Icon.tsx';

/** The way back from a page to the one that it belongs to. */
export const BackLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className={`${styles.back} no-print`} href={href}>
    <Icon of="arrow-left" /> {children}
  </a>
);
