import type { ComponentProps } from 'react';
import { Icon, type IconName } from '../icons/icon.tsx';
import styles from './icon-button.module.css';

/** A button with only an icon, such as a cross or an arrow; `label` is its accessible name. */
export function IconButton({
  icon,
  label,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'children' | 'aria-label' | 'type'> & { icon: IconName; label: string }) {
  return (
    <button
      {...rest}
      type="button"
      className={className ? `${styles.iconButton} ${className}` : styles.iconButton}
      aria-label={label}
    >
      <Icon of={icon} />
    </button>
  );
}
