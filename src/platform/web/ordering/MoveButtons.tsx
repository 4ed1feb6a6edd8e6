import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './MoveButtons.module.css';
import type { Ordering } from './useOrdering.ts';

const ways = {
  lines: [
    { word: 'earlier', sign: 'arrow-up' },
    { word: 'later', sign: 'arrow-down' },
  ],
  grid: [
    { word: 'earlier', sign: 'arrow-left' },
    { word: 'later', sign: 'arrow-right' },
  ],
} as const;

/** Drags an item of a list. Whoever doesn't drag needs another way beside it. */
export const MoveHandle = ({ at, grab }: { at: number; grab: Ordering['grab'] }) => (
  <span className={styles.handle} title="Drag to move" onPointerDown={(event) => grab(at, event)}>
    <Icon of="grip-vertical" />
  </span>
);

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
  /** One item a block of lines, or several beside each other. */
  stand?: keyof typeof ways;
  ordering: Pick<Ordering, 'move' | 'grab'>;
}) {
  const [before, after] = ways[stand];
  // Not `disabled` at the ends of the list: the pressed button would lose the focus
  return (
    <span className={styles.move}>
      <MoveHandle at={at} grab={grab} />
      <IconButton
        of={before.sign}
        label={`Move ${name} ${before.word}`}
        aria-disabled={at === 0 || undefined}
        onClick={() => move(at, -1)}
      />
      <IconButton
        of={after.sign}
        label={`Move ${name} ${after.word}`}
        aria-disabled={at === of - 1 || undefined}
        onClick={() => move(at, 1)}
      />
    </span>
  );
}
