import styles from './icon.module.css';
import type { IconName } from './icon-names.ts';
import sprite from './icons.svg';

/** An icon next to a word. The icon has no accessible name; if it is alone, its container has the name. */
export function Icon({ of, className }: { of: IconName; className?: string | undefined }) {
  return (
    <svg className={className ? `${styles.icon} ${className}` : styles.icon} aria-hidden="true">
      <use href={`${sprite}#${of}`} />
    </svg>
  );
}
