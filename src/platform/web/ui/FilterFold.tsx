import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './FilterFold.module.css';
import { Icon } from './Icon.tsx';

/**
 * Opens and closes the filters that come right after it, on a telephone, where the list should come first. Where there is
 * room for them, or no script, they are always open.
 */
export const FilterFold = ({
  controls,
  open,
  onToggle,
  children,
}: {
  /** The id of what comes after it. */
  controls: string;
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
}) => (
  <Button look="quiet" className={styles.fold} aria-expanded={open} aria-controls={controls} onClick={onToggle}>
    <Icon of="sliders-horizontal" /> {children} <Icon of="chevron-down" className={styles.chevron} />
  </Button>
);
