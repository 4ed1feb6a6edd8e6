import { type ReactNode, useId, useState } from 'react';
import { Button } from '../actions/button.tsx';
import { Icon } from '../icons/icon.tsx';
import { Badge } from './badge.tsx';
import styles from './collapsible.module.css';

/** Rarely used content behind a line that opens it, such as a form with an introduction. `wide` is for lists. */
export function Collapsible({
  title,
  open,
  wide = false,
  children,
}: {
  title: string;
  open?: boolean;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <details className={`${styles.fold} ${wide ? styles.wide : ''}`} open={open}>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  );
}

/**
 * A list's filters. On a phone they are behind a button, so that the list is visible first; they are open at the start
 * only if some are in use. On wide screens, and without JavaScript, they are always open.
 */
export function CollapsibleFilters({
  name,
  activeCount,
  className,
  children,
}: {
  /** The button's label. */
  name: string;
  /** The number of filters in use. */
  activeCount: number;
  /** The class for the layout of the filters. */
  className?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const [open, setOpen] = useState(activeCount > 0);
  return (
    <>
      <Button
        look="quiet"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon of="sliders-horizontal" /> {name} {activeCount > 0 && <Badge tone="accent">{activeCount} on</Badge>}{' '}
        <Icon of="chevron-down" className={styles.chevron} />
      </Button>
      <div id={id} className={className}>
        {children}
      </div>
    </>
  );
}
