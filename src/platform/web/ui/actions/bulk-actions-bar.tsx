import type { ReactNode } from 'react';
import styles from './bulk-actions-bar.module.css';
import { Button } from './button.tsx';

/** A bar of actions for the ticked rows. Render it only while a row is ticked. */
export function BulkActionsBar({
  label,
  count,
  onClear,
  children,
}: {
  /** The bar's name for screen readers. */
  label: string;
  count: number;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <section className={`${styles.bar} no-print`} aria-label={label}>
      <p role="status">
        <strong>{count} selected</strong>
      </p>
      {children}
      <Button small look="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </section>
  );
}
