import { memo } from 'react';
import styles from './Seat.module.css';

export interface SeatShown {
  label: string;
  /** Read aloud: "Row C seat 7, Justin Case, 3 of 4". */
  name: string;
  /** The colour of its order; 0 where nobody sits. */
  colour: number;
  /** What stands on it: its order's mark where a block begins, else its number. */
  mark: string;
  joinsLeft: boolean;
  joinsRight: boolean;
  /** What to know of who sits there: "W" for a wheelchair, "A" for an aisle, "!" for any note. */
  sign: string;
  /** What is special about it: its kind, or that it is a house seat. */
  kind: string;
  hidden: boolean;
  /** Whether it would be taken by what is held. */
  target: boolean;
  /** Nobody sits on either side of this free seat. */
  alone: boolean;
  chosen: boolean;
  /** The one seat that Tab comes to. */
  active: boolean;
}

/** One seat. Pressing and dragging is the board's, which asks a seat for its label. */
export const Seat = memo(function Seat(seat: SeatShown) {
  const { label, name, colour, mark, joinsLeft, joinsRight, sign, kind, hidden, target, alone, chosen, active } = seat;
  const taken = colour > 0;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside is what takes the focus
    // biome-ignore lint/a11y/useSemanticElements: a grid of buttons is no table
    <span role="gridcell" className={styles.cell}>
      <button
        type="button"
        className={styles.seat}
        data-seat={label}
        data-colour={taken ? colour : undefined}
        data-joins={`${joinsLeft ? 'left' : ''} ${joinsRight ? 'right' : ''}`}
        data-kind={kind || undefined}
        data-hidden={hidden || undefined}
        data-target={target || undefined}
        data-alone={alone || undefined}
        data-chosen={chosen || undefined}
        data-mark={mark}
        data-sign={sign || undefined}
        aria-label={name}
        tabIndex={active ? 0 : -1}
      >
        {taken && !joinsLeft && <i className={styles.edge} data-edge="left" />}
        {taken && !joinsRight && <i className={styles.edge} data-edge="right" />}
        {taken && <i className={styles.clear} data-clear="" />}
      </button>
    </span>
  );
});
