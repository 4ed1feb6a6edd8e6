import { IconButton } from '../ui/actions/icon-button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import styles from './move-buttons.module.css';
import type { Reordering } from './use-reordering.ts';

const directions = {
  lines: [
    { word: 'earlier', sign: 'arrow-up' },
    { word: 'later', sign: 'arrow-down' },
  ],
  grid: [
    { word: 'earlier', sign: 'arrow-left' },
    { word: 'later', sign: 'arrow-right' },
  ],
} as const;

/** A handle that drags an item of a list. Provide another way, such as buttons, for people who can't drag. */
export const DragHandle = ({ at, grab }: { at: number; grab: Reordering['grab'] }) => (
  <span className={styles.handle} title="Drag to move" onPointerDown={(event) => grab(at, event)}>
    <Icon of="grip-vertical" />
  </span>
);

/** Moves an item of a list: a handle to drag it, and a button for each direction for people who don't drag. */
export function MoveButtons({
  index,
  count,
  name,
  layout = 'lines',
  ordering: { move, grab },
}: {
  index: number;
  count: number;
  name: string;
  /** The layout: one item per line, or several in a row. */
  layout?: keyof typeof directions;
  ordering: Pick<Reordering, 'move' | 'grab'>;
}) {
  const [before, after] = directions[layout];
  // The buttons aren't `disabled` at the ends of the list, because a pressed button would then lose the focus
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
