import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useMemo,
  useRef,
} from 'react';
import type { PerformanceOrder } from '#features/orders/contract.ts';
import { placeOf, rowLetters } from '#features/performances/seats.ts';
import type { Side } from '../actions.ts';
import type { Plan } from '../plan.ts';
import { seatByKey } from '../seat-by-key.ts';
import styles from './Board.module.css';
import type { Held } from './commands.ts';
import { Row } from './Row.tsx';
import { rowsShown } from './shown.ts';

interface BoardActions {
  /** Begins to drag a seat, or with Shift its block. */
  onDrag: (event: PointerEvent<HTMLElement>, what: Held) => void;
  onDraw: (event: PointerEvent<HTMLElement>, seat: string, side: Side) => void;
  onClear: (seat: string, whole: boolean) => void;
  onPress: (seat: string) => void;
  /** Enter or Space. */
  onEnter: (seat: string, whole: boolean) => void;
  onKey: (event: KeyboardEvent, seat: string) => void;
  onHover: (seat: string | undefined) => void;
  /** Which seat has the focus from now on. */
  onActive: (seat: string) => void;
}

/** The plan of the house: a grid of seats, through which arrow keys lead. */
export function Board({
  plan,
  orders,
  colours,
  held,
  targets,
  active,
  editing,
  bought,
  scroller,
  children,
  ...act
}: BoardActions & {
  plan: Plan;
  orders: readonly PerformanceOrder[];
  colours: ReadonlyMap<string, number>;
  held: Held | null;
  targets: ReadonlySet<string>;
  active: string;
  /** Whether seats are hidden and shown by pressing them. */
  editing: boolean;
  /** Seats that visitors are just buying. */
  bought: readonly string[];
  scroller: RefObject<HTMLDivElement | null>;
  children?: ReactNode;
}) {
  const grid = useRef<HTMLDivElement>(null);
  const chosen = held?.kind === 'order' ? held.ref : undefined;
  const rows = useMemo(
    () => rowsShown(plan, { orders, colours, chosen, withHidden: editing, bought }),
    [plan, orders, colours, chosen, editing, bought],
  );
  const seatOf = ({ target }: { target: EventTarget }) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-seat]')?.dataset.seat : undefined;

  const pointed = (event: PointerEvent<HTMLElement>) => {
    const seat = seatOf(event);
    if (seat === undefined || editing || plan.assignments[seat] === undefined) return;
    const target = event.target as Element;
    if (target.closest('[data-clear]')) return;
    const side = target.closest<HTMLElement>('[data-edge]')?.dataset.edge;
    if (side === 'left' || side === 'right') act.onDraw(event, seat, side);
    else if (held === null) act.onDrag(event, { kind: event.shiftKey ? 'block' : 'seat', from: seat });
  };
  const clicked = (event: MouseEvent) => {
    const seat = seatOf(event);
    if (seat === undefined) return;
    const isTaken = plan.assignments[seat] !== undefined;
    if ((event.target as Element).closest('[data-clear]')) act.onClear(seat, event.shiftKey);
    else if (event.shiftKey && isTaken && held === null && !editing) act.onClear(seat, true);
    else act.onPress(seat);
  };
  const pressed = (event: KeyboardEvent) => {
    const seat = seatOf(event);
    if (seat === undefined) return;
    const next =
      event.shiftKey || event.ctrlKey || event.altKey || event.metaKey
        ? undefined
        : seatByKey(plan, seat, event.key, editing);
    if (next !== undefined) {
      event.preventDefault();
      act.onActive(next);
      grid.current?.querySelector<HTMLElement>(`[data-seat="${next}"]`)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      act.onEnter(seat, event.shiftKey);
    } else act.onKey(event, seat);
  };
  return (
    <div className={styles.scroll} ref={scroller}>
      <div className={styles.stage}>Stage</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a grid of buttons is no table */}
      <div
        ref={grid}
        role="grid"
        aria-label="Seating plan"
        className={styles.seats}
        onPointerDown={pointed}
        onPointerOver={(event) => held && act.onHover(seatOf(event))}
        onPointerLeave={() => held && act.onHover(undefined)}
        onClick={clicked}
        onKeyDown={pressed}
        onFocus={(event) => {
          const seat = seatOf(event);
          if (seat !== undefined) act.onActive(seat);
        }}
      >
        {rows.map(({ letters, seats }) => (
          <Row
            key={letters}
            letters={letters}
            seats={seats}
            targets={inRow(letters, targets)}
            active={inRow(letters, [active])}
          />
        ))}
      </div>
      {children}
    </div>
  );
}

/** Those of some seats that are in a row, with spaces between them. */
const inRow = (letters: string, seats: Iterable<string>): string =>
  [...seats].filter((seat) => rowLetters(placeOf(seat)?.row ?? -1) === letters).join(' ');
