import { Fragment, memo } from 'react';
import { lastSeatBeforeAisle } from '#features/box-office/performances/seat-labels.ts';
import seatStyles from './seat.module.css';
import styles from './seat-grid.module.css';
import type { RowView, SeatView } from './seat-view.ts';

interface Props extends RowView {
  /** The seat under the pointer, if it is in this row. */
  pointed: string;
  /** The seat with the focus, if it is in this row. */
  active: string;
  /** The seat whose menu is open, if it is in this row. */
  opened: string;
  /** The block around the seat whose menu is open. */
  block: readonly string[];
}

/**
 * One row of the plan. It is memoised, so that only the rows that change are rendered when a pointer moves over hundreds
 * of seats.
 */
export const SeatRow = memo(function Row({ letters, seats, ...chosen }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid of buttons is no table
    // biome-ignore lint/a11y/useFocusableInteractive: the buttons inside are what takes the focus
    <div role="row" aria-label={`Row ${letters}`} className={styles.row}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <span role="rowheader" className={styles.letters}>
        {letters}
        {seats.every((seat) => seat === undefined) && (
          <span className={styles.hiddenRow}>No seats: this row is hidden</span>
        )}
      </span>
      {seats.map((seat, at) => (
        <Fragment key={seat?.label ?? `none ${at}`}>
          {at === lastSeatBeforeAisle && <span aria-hidden />}
          {seat ? renderSeat(seat, chosen) : <span aria-hidden />}
        </Fragment>
      ))}
    </div>
  );
}, isSameRow);

/** Renders one seat. The grid handles its events by `data-seat`. */
function renderSeat(seat: SeatView, { pointed, active, opened, block }: Omit<Props, 'letters' | 'seats'>) {
  const { label, joinsLeft, joinsRight } = seat;
  const taken = seat.colour > 0;
  const isChosen = label === pointed || label === active;
  // The handles stay mounted while resizing, because touch events stop if the element where they began is removed
  const hasHandles = isChosen || block.includes(label);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside is what takes the focus
    // biome-ignore lint/a11y/useSemanticElements: a grid of buttons is no table
    <span role="gridcell" className={seatStyles.cell}>
      <button
        type="button"
        className={seatStyles.seat}
        data-seat={label}
        data-colour={taken ? seat.colour : undefined}
        data-joins={joinsLeft ? (joinsRight ? 'left right' : 'left') : joinsRight ? 'right' : undefined}
        data-kind={seat.kind || undefined}
        data-hidden={seat.hidden || undefined}
        data-alone={seat.alone || undefined}
        data-chosen={seat.chosen || undefined}
        data-opened={label === opened ? 'seat' : block.includes(label) ? 'beside' : undefined}
        data-mark={seat.mark}
        data-long={seat.mark.length > 3 || undefined}
        data-sign={seat.sign || undefined}
        data-many={seat.sign.length > 4 || undefined}
        aria-label={seat.name}
        tabIndex={label === active ? 0 : -1}
      >
        {hasHandles && <i className={seatStyles.edge} data-edge="left" hidden={!taken || joinsLeft} />}
        {hasHandles && <i className={seatStyles.edge} data-edge="right" hidden={!taken || joinsRight} />}
        {taken && isChosen && <i className={seatStyles.clear} data-clear="" />}
      </button>
    </span>
  );
}

function isSameRow(before: Props, after: Props): boolean {
  const { letters, pointed, active, opened, block } = before;
  if (letters !== after.letters || pointed !== after.pointed || active !== after.active) return false;
  if (opened !== after.opened || block !== after.block) return false;
  if (before.seats === after.seats) return true;
  return before.seats.every((seat, at) => {
    const next = after.seats[at];
    if (!seat || !next) return seat === next;
    return (Object.keys(next) as (keyof typeof next)[]).every((key) => seat[key] === next[key]);
  });
}
