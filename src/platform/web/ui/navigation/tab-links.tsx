import type { ReactNode } from 'react';
import styles from './tab-links.module.css';

/** Tabs that are links, for views of one subject that each have a URL. Use `Tabs` for views without URLs. */
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
