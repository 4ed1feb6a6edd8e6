import { Fragment, memo } from 'react';
import { beforeAisle } from '#features/performances/seats.ts';
import styles from './Board.module.css';
import { Seat } from './Seat.tsx';
import type { RowShown } from './shown.ts';

interface Props extends RowShown {
  /** The seats of this row that would be taken by what is held, with spaces between them. */
  targets: string;
  /** The seat that has the focus, where it is one of this row. */
  active: string;
}

/** One row of the plan. It is drawn again only where one of its seats has changed: a drag has a frame's time for all. */
export const Row = memo(function Row({ letters, seats, targets, active }: Props) {
  const aimedAt = targets.split(' ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid of buttons is no table
    // biome-ignore lint/a11y/useFocusableInteractive: the buttons inside are what takes the focus
    <div role="row" className={styles.row}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <span role="rowheader" className={styles.letters}>
        {letters}
      </span>
      {seats.map((seat, at) => (
        <Fragment key={seat?.label ?? `none ${at}`}>
          {at === beforeAisle && <span aria-hidden />}
          {seat ? (
            <Seat {...seat} target={aimedAt.includes(seat.label)} active={seat.label === active} />
          ) : (
            <span aria-hidden />
          )}
        </Fragment>
      ))}
    </div>
  );
}, isSame);

function isSame(before: Props, after: Props): boolean {
  if (before.letters !== after.letters || before.targets !== after.targets || before.active !== after.active)
    return false;
  if (before.seats === after.seats) return true;
  return before.seats.every((seat, at) => {
    const next = after.seats[at];
    if (!seat || !next) return seat === next;
    return (Object.keys(next) as (keyof typeof next)[]).every((key) => seat[key] === next[key]);
  });
}
