import type { ComponentProps } from 'react';
import styles from './checkbox.module.css';

/** A checkbox followed by its label; clicking the label ticks it too. */
export function Checkbox({
  dense = false,
  alone = false,
  children,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** True in a list, or in a row with small buttons. */
  dense?: boolean;
  /** True if the item is already named next to the checkbox. The checkbox's label is then only for screen readers. */
  alone?: boolean;
}) {
  return (
    <label className={alone ? styles.alone : dense ? `${styles.checkbox} ${styles.dense}` : styles.checkbox}>
      <input type="checkbox" {...rest} />
      <span className={alone ? 'vh' : undefined}>{children}</span>
    </label>
  );
}
