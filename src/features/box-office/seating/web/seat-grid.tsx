import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { parseSeatLabel, rowLetters } from '#features/box-office/performances/seat-labels.ts';
import { findSeatForKey } from '../keyboard-navigation.ts';
import type { Side } from '../plan/actions.ts';
import { blockOf, type Plan } from '../plan/plan.ts';
import type { DragItem } from './commands.ts';
import { Row } from './row.tsx';
import { SeatCard } from './seat-card.tsx';
import styles from './seat-grid.module.css';
import { rowViews } from './seat-view.ts';
import type { ResizePreview } from './use-block-resize.ts';
import type { DropTarget } from './use-drop-target.ts';
import { useProgressiveCount } from './use-progressive-count.ts';
import { heightAboveSeats, rowHeight } from './viewport.ts';

/** The number of pixels at the end of a block that draw it wider or narrower. */
const edge = 10;

interface BoardActions {
  /** Begins to drag a seat, or with Shift its block. */
  onDrag: (event: PointerEvent<HTMLElement>, what: DragItem) => void;
  onDraw: (event: PointerEvent<HTMLElement>, seat: string, side: Side) => void;
  /** Like the press, it gets the time of the event. */
  onClear: (seat: string, how: { whole: boolean; at: number }) => void;
  onPress: (seat: string, at: number) => void;
  /** Enter or Space. */
  onEnter: (seat: string, whole: boolean) => void;
  onKey: (event: KeyboardEvent, seat: string) => void;
  onHover: (seat: string | undefined) => void;
  /** Moves the focus to a seat. */
  onActive: (seat: string) => void;
}

/** The plan of the house: a grid of seats, through which arrow keys lead. */
export function SeatGrid({
  plan,
  orders,
  colours,
  marks,
  found,
  held,
  tentative,
  active,
  opened,
  editing,
  bought,
  aim,
  children,
  ...act
}: BoardActions & {
  plan: Plan;
  orders: readonly PerformanceOrder[];
  colours: ReadonlyMap<string, number>;
  marks: ReadonlyMap<string, string>;
  /** The order that was searched for, while one of its seats is chosen. */
  found: string | undefined;
  held: DragItem | null;
  /** The plan with an edge that is being drawn. */
  tentative: ResizePreview;
  active: string;
  /** The seat that was pressed last, which a finger drags at once; "" for none. */
  opened: string;
  /** True while pressing a seat hides or shows it. */
  editing: boolean;
  /** Seats that visitors are just buying. */
  bought: readonly string[];
  aim: Pick<DropTarget, 'scroller' | 'grid' | 'goals'>;
  children?: ReactNode;
}) {
  const chosen = held?.kind === 'order' ? held.ref : found;
  const [pointed, setPointed] = useState('');
  const look = useMemo(
    () => ({ orders, colours, marks, chosen, withHidden: editing, bought }),
    [orders, colours, marks, chosen, editing, bought],
  );
  const rowAt = useMemo(() => rowViews(plan, look), [plan, look]);
  const drawing = useSyncExternalStore(tentative.subscribe, tentative.get, () => null);
  const drawn = drawing ? rowViews(drawing.plan, look)(drawing.row) : undefined;
  // A pressed seat has its menu instead, and dragging shows no card
  const isCarded = plan.assignments[pointed] !== undefined && pointed !== opened && held === null && !editing;
  const openedBlock = useMemo(() => blockOf(plan, opened), [plan, opened]);
  const count = useProgressiveCount(plan.rowCount, { each: rowHeight, below: heightAboveSeats, more: 8 });
  const seatOf = ({ target }: { target: EventTarget }) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-seat]')?.dataset.seat : undefined;

  const pointerDown = (event: PointerEvent<HTMLElement>) => {
    const seat = seatOf(event);
    if (seat === undefined || editing || plan.assignments[seat] === undefined) return;
    const target = event.target as Element;
    if (target.closest('[data-clear]')) return;
    const side = edgeAt(event);
    if (side) act.onDraw(event, seat, side);
    else if (held === null) act.onDrag(event, { kind: event.shiftKey ? 'block' : 'seat', from: seat });
  };
  const clicked = (event: MouseEvent) => {
    const seat = seatOf(event);
    if (seat === undefined) return;
    const isTaken = plan.assignments[seat] !== undefined;
    const { shiftKey, timeStamp: at } = event;
    if ((event.target as Element).closest('[data-clear]')) act.onClear(seat, { whole: shiftKey, at });
    else if (shiftKey && isTaken && held === null && !editing) act.onClear(seat, { whole: true, at });
    else act.onPress(seat, at);
  };
  const pressed = (event: KeyboardEvent) => {
    const seat = seatOf(event);
    if (seat === undefined) return;
    const next =
      event.shiftKey || event.ctrlKey || event.altKey || event.metaKey
        ? undefined
        : findSeatForKey(plan, seat, event.key, editing);
    if (next !== undefined) {
      event.preventDefault();
      act.onActive(next);
      aim.grid.current?.querySelector<HTMLElement>(`[data-seat="${next}"]`)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      act.onEnter(seat, event.shiftKey);
    } else act.onKey(event, seat);
  };
  return (
    <div className={styles.scroll} ref={aim.scroller}>
      <div className={styles.stage}>Stage</div>
      <div className={styles.house}>
        {/* biome-ignore lint/a11y/useSemanticElements: a grid of buttons is no table */}
        <div
          ref={aim.grid}
          role="grid"
          aria-label="Seating plan"
          className={styles.seats}
          onPointerDown={pointerDown}
          style={count < plan.rowCount ? { minHeight: plan.rowCount * rowHeight } : undefined}
          onPointerOver={(event) => {
            if (held) act.onHover(seatOf(event));
            else if (event.buttons === 0 && event.pointerType !== 'touch') setPointed(seatOf(event) ?? '');
          }}
          onPointerLeave={() => (held ? act.onHover(undefined) : setPointed(''))}
          onClick={clicked}
          onKeyDown={pressed}
          onFocus={(event) => {
            const seat = seatOf(event);
            if (seat !== undefined) act.onActive(seat);
          }}
        >
          {Array.from({ length: count }, (_, row) => {
            const { letters, seats } = drawing?.row === row && drawn ? drawn : rowAt(row);
            return (
              <Row
                key={letters}
                letters={letters}
                seats={seats}
                pointed={inRow(letters, pointed)}
                active={inRow(letters, active)}
                opened={inRow(letters, opened)}
                block={inRow(letters, opened) === '' ? none : openedBlock}
              />
            );
          })}
        </div>
        <div ref={aim.goals} className={styles.goals} aria-hidden />
      </div>
      {children}
      <SeatCard seat={isCarded ? pointed : ''} plan={plan} orders={orders} />
    </div>
  );
}

const none: readonly string[] = [];

/** Returns a seat if it is in that row. */
const inRow = (letters: string, seat: string): string =>
  seat.startsWith(letters) && rowLetters(parseSeatLabel(seat)?.row ?? -1) === letters ? seat : '';

/** Returns the end of a block under the pointer, even if no handle is drawn there: a finger doesn't hover. */
function edgeAt({ target, clientX }: PointerEvent<HTMLElement>): Side | undefined {
  const seat = (target as Element).closest<HTMLElement>('[data-seat]');
  if (!seat) return undefined;
  const { left, right } = seat.getBoundingClientRect();
  const joins = (seat.dataset.joins ?? '').split(' ');
  if (clientX < left + edge && !joins.includes('left')) return 'left';
  return clientX > right - edge && !joins.includes('right') ? 'right' : undefined;
}
