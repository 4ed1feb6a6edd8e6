import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './MoveButtons.module.css';
import type { Ordering } from './useOrdering.ts';

const ways = { rows: ['up', 'down'], lines: ['earlier', 'later'] };

/** Moves an item of a list: a handle to drag it, and a button each way for those who don't drag. */
export function MoveButtons({
  at,
  of,
  name,
  stand = 'lines',
  ordering: { move, grab },
}: {
  at: number;
  of: number;
  name: string;
  /** One item a row, or several beside each other. */
  stand?: 'rows' | 'lines';
  ordering: Pick<Ordering, 'move' | 'grab'>;
}) {
  const [before, after] = ways[stand];
  // Not `disabled` at the ends of the list: the pressed button would lose the focus
  return (
    <span className={styles.move}>
      <span className={styles.handle} title="Drag to move" onPointerDown={(event) => grab(at, event)}>
        <Icon of="grip-vertical" />
      </span>
      <IconButton
        of="arrow-up"
        label={`Move ${name} ${before}`}
        aria-disabled={at === 0 || undefined}
        onClick={() => move(at, -1)}
      />
      <IconButton
        of="arrow-down"
        label={`Move ${name} ${after}`}
        aria-disabled={at === of - 1 || undefined}
        onClick={() => move(at, 1)}
      />
    </span>
  );
}
