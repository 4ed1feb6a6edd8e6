import type { ReactNode } from 'react';
import styles from './tab-links.module.css';

/** Tabs that are links: views of one subject, each with its own address. Use `Tabs` for views without addresses. */
export function TabLinks({
  label,
  links,
}: {
  label: string;
  links: readonly { href: string; text: ReactNode; isCurrent: boolean }[];
}) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {links.map(({ href, text, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
