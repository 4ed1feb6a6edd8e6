import type { ComponentProps } from 'react';
import styles from './Button.module.css';

/** Ink for ordinary actions; accent for tickets and money; house on dark ground. */
interface Look {
  look?: 'ink' | 'accent' | 'line' | 'quiet' | 'danger' | 'house' | 'lamp' | undefined;
  small?: boolean;
}

/** Does something on this page. While `pending` it says so, keeps its width and can't be pressed again. */
export function Button({
  look,
  small,
  pending,
  type = 'button',
  className,
  onClick,
  'aria-disabled': unusable,
  ...rest
}: Look & ComponentProps<'button'> & { pending?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      className={classes({ look, small }, className)}
      aria-busy={pending || undefined}
      aria-disabled={pending || unusable || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    />
  );
}

/** A link with a button's weight. */
export function ButtonLink({ look, small, className, ...rest }: Look & ComponentProps<'a'> & { href: string }) {
  return <a {...rest} className={classes({ look, small }, className)} />;
}

function classes(
  { look = 'ink', small }: { look: Look['look'] | undefined; small: boolean | undefined },
  own?: string,
) {
  return [styles.button, styles[look], small && styles.small, own].filter(Boolean).join(' ');
}
