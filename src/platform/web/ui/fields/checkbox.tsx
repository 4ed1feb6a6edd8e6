import type { ComponentProps } from 'react';
import styles from './checkbox.module.css';

/** A checkbox with its label after it; clicking the label ticks it as well. */
export function Checkbox({
  dense = false,
  alone = false,
  children,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** In a list, or in a row with small buttons. */
  dense?: boolean;
  /** True if the item it selects is already named next to it, so that its own label is only read out. */
  alone?: boolean;
}) {
  return (
    <label className={alone ? styles.alone : dense ? `${styles.checkbox} ${styles.dense}` : styles.checkbox}>
      <input type="checkbox" {...rest} />
      <span className={alone ? 'vh' : undefined}>{children}</span>
    </label>
  );
}
