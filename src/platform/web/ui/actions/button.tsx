import type { ComponentProps } from 'react';
import styles from './button.module.css';

/**
 * The look and size of a button: `ink` for ordinary actions, `accent` for tickets and money, `danger` for actions that
 * destroy something, `line` and `quiet` for less important actions, `house` and `lamp` on a dark background.
 */
interface Look {
  look?: 'ink' | 'accent' | 'line' | 'quiet' | 'danger' | 'house' | 'lamp' | undefined;
  small?: boolean;
}

/**
 * A button that does something on this page. While `pending`, it is marked as busy and can't be pressed again. A button
 * that sends something (a `submit`, or any with `pending`) treats a double click as one click, because the response to
 * the first click may already have emptied the form, or turned “Publish” into “Unpublish”.
 */
export function Button({
  look: variant,
  small,
  pending,
  type = 'button',
  className,
  onClick,
  'aria-disabled': unusable,
  ...rest
}: Look & ComponentProps<'button'> & { pending?: boolean }) {
  const sends = type === 'submit' || pending !== undefined;
  return (
    <button
      {...rest}
      type={type}
      className={classes({ look: variant, small }, className)}
      aria-busy={pending || undefined}
      aria-disabled={pending || unusable || undefined}
      onClick={(event) => {
        // `detail` counts quick clicks: 2 for the second click of a double click, 0 for a click made with a key
        if (pending || (sends && event.detail > 1)) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

/** A link that looks like a button. */
export function ButtonLink({ look, small, className, ...rest }: Look & ComponentProps<'a'> & { href: string }) {
  return <a {...rest} className={classes({ look, small }, className)} />;
}

function classes(
  { look = 'ink', small }: { look: Look['look'] | undefined; small: boolean | undefined },
  own?: string,
) {
  return [styles.button, styles[look], small && styles.small, own].filter(Boolean).join(' ');
}
