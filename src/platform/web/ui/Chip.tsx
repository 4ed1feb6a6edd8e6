import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Chip.module.css';
import { Icon } from './Icon.tsx';

/** A row of chips. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.chips} aria-label={label}>
      {children}
    </ul>
  );
}

/** Something chosen that one press takes away again; `removes` says what to those who only hear it. */
export function RemovableChip({
  children,
  removes,
  onRemove,
}: {
  children: ReactNode;
  removes: string;
  onRemove: () => void;
}) {
  return (
    <li>
      <button type="button" className={styles.removable} onClick={onRemove}>
        {children}
        <Icon of={X} />
        <span className="vh">, {removes}</span>
      </button>
    </li>
  );
}
