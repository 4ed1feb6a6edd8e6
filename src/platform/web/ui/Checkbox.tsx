import type { ComponentProps } from 'react';
import styles from './Checkbox.module.css';

/** A box to tick, with what that says after it; the words are pressed as well. */
export function Checkbox({
  dense = false,
  children,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** In a list, or in a row with small buttons. */
  dense?: boolean;
}) {
  return (
    <label className={dense ? `${styles.checkbox} ${styles.dense}` : styles.checkbox}>
      <input type="checkbox" {...rest} />
      <span>{children}</span>
    </label>
  );
}
