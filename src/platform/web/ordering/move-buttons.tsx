import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './move-buttons.module.css';
import type { Reordering } from './use-reordering.ts';

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
export const DragHandle = ({ at, grab }: { at: number; grab: Reordering['grab'] }) => (
  <span className={styles.handle} title="Drag to move" onPointerDown={(event) => grab(at, event)}>
    <Icon of="grip-vertical" />
  </span>
);

/** Moves an item of a list: a handle to drag it, and a button each way for those who don't drag. */
export function MoveButtons({
  index,
  count,
  name,
  stand = 'lines',
  ordering: { move, grab },
}: {
  index: number;
  count: number;
  name: string;
  /** One item a block of lines, or several beside each other. */
  stand?: keyof typeof ways;
  ordering: Pick<Reordering, 'move' | 'grab'>;
}) {
  const [before, after] = ways[stand];
  // Not `disabled` at the ends of the list: the pressed button would lose the focus
  return (
    <span className={styles.move}>
      <DragHandle at={index} grab={grab} />
      <IconButton
        icon={before.sign}
        label={`Move ${name} ${before.word}`}
        aria-disabled={index === 0 || undefined}
        onClick={() => move(index, -1)}
      />
      <IconButton
        icon={after.sign}
        label={`Move ${name} ${after.word}`}
        aria-disabled={index === count - 1 || undefined}
        onClick={() => move(index, 1)}
      />
    </span>
  );
}
