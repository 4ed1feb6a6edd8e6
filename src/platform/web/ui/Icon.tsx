import type { LucideIcon } from 'lucide-react';
import styles from './Icon.module.css';

/** A drawn sign beside a word. It says nothing by itself: where it stands alone, what holds it carries the name. */
export function Icon({ of: Drawn, className }: { of: LucideIcon; className?: string | undefined }) {
  return <Drawn className={className ? `${styles.icon} ${className}` : styles.icon} strokeWidth={1.75} aria-hidden />;
}
