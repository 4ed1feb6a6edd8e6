import type { ComponentProps, ReactNode } from 'react';
import { Button, ButtonLink } from '../actions/button.tsx';
import { Icon } from '../icons/icon.tsx';
import styles from './menu.module.css';
import { useMenu } from './use-menu.ts';

/** A button that opens a menu of actions over the page. */
export function Menu({
  name,
  look = 'quiet',
  about,
  children,
}: {
  name: string;
  /** `line`: looks like a button next to other buttons; `row`: for the end of each row of a list, without an arrow. */
  look?: 'quiet' | 'line' | 'row';
  /** The menu's subject, for screen readers. */
  about?: string;
  children: ReactNode;
}) {
  const menu = useMenu('');
  return (
    <details ref={menu} className={`${styles.menu} ${styles[look]}`}>
      <summary>
        {name}
        {about && <span className="vh"> for {about}</span>}
        {look !== 'row' && <Icon of="chevron-down" />}
      </summary>
      <div className={styles.list}>{children}</div>
    </details>
  );
}

/** An action, as a line of a menu. */
export const MenuItem = ({
  stays,
  onClick,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'look' | 'small' | 'onClick'> & {
  /** True if the menu stays open, because the action may be pressed several times. */
  stays?: boolean;
  onClick: () => void;
}) => (
  <Button
    {...rest}
    look="quiet"
    className={styles.item}
    onClick={(event) => {
      if (!stays) close(event.currentTarget.closest('details'));
      onClick();
    }}
  />
);

/** A link or a download, as a line of a menu. */
export const MenuLink = (props: Omit<ComponentProps<typeof ButtonLink>, 'look' | 'small'>) => (
  <ButtonLink {...props} look="quiet" className={styles.item} />
);

function close(menu: HTMLDetailsElement | null) {
  if (!menu) return;
  menu.open = false;
  // Closing the menu hides the pressed element, so the focus moves to the menu's button
  menu.querySelector('summary')?.focus({ preventScroll: true });
}
