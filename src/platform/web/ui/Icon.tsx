import styles from './Icon.module.css';
import type { IconName } from './icon-names.ts';
import sprite from './icons.svg';

/** A drawn sign beside a word. It says nothing by itself: where it stands alone, what holds it carries the name. */
export function Icon({ of, className }: { of: IconName; className?: string | undefined }) {
  return (
    <svg className={className ? `${styles.icon} ${className}` : styles.icon} aria-hidden="true">
      <use href={`${sprite}#${of}`} />
    </svg>
  );
}
