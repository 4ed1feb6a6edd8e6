import type { ComponentProps, ReactNode } from 'react';
import { Button, ButtonLink } from '../actions/button.tsx';
import { Icon } from '../icons/icon.tsx';
import styles from './menu.module.css';
import { useMenu } from './use-menu.ts';

/** Actions behind one word, which lie over the page when it is pressed. */
export function Menu({
  name,
  look = 'quiet',
  about,
  children,
}: {
  name: string;
  /** `line`: as a button next to others; `row`: at the end of each row of a list, without an arrow. */
  look?: 'quiet' | 'line' | 'row';
  /** The menu's subject, for people who don't see its surroundings. */
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

/** Something to do, as a line of a menu. */
export const MenuButton = ({
  stays,
  onClick,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'look' | 'small' | 'onClick'> & {
  /** The menu stays open: it may be pressed several times. */
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

/** Something to fetch or go to, as a line of a menu. */
export const MenuLink = (props: Omit<ComponentProps<typeof ButtonLink>, 'look' | 'small'>) => (
  <ButtonLink {...props} look="quiet" className={styles.item} />
);

function close(menu: HTMLDetailsElement | null) {
  if (!menu) return;
  menu.open = false;
  // The pressed element is out of sight then, and the focus would be lost with it
  menu.querySelector('summary')?.focus({ preventScroll: true });
}
