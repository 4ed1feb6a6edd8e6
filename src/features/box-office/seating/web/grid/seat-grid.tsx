import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { formatRowLetters, lastSeatBeforeAisle, parseSeatLabel } from '#features/box-office/performances/seats.ts';
import { findSeatShortcut, type SeatShortcut } from '../../keyboard-shortcuts.ts';
import type { BlockSide, DragItem } from '../../plan/actions.ts';
import { findBlock, type Plan } from '../../plan/plan.ts';
import { useProgressiveRenderCount } from '../panels/progressive-rendering.ts';
import { SeatHoverCard } from '../panels/seat-details.tsx';
import { heightAboveSeats, rowHeight } from '../panels/viewport.ts';
import seatStyles from './seat.module.css';
import styles from './seat-grid.module.css';
import { createDisplayedRowGetter, type DisplayedRow, type DisplayedSeat } from './seat-view.ts';
import type { ResizePreviewStore } from './use-seat-drag.ts';
import type { SeatTargeting } from './use-seat-targeting.ts';

/** The width, in pixels, of each end of a block, where a pointer resizes the block. */
const edgeWidth = 10;

interface GridActions {
  onDrag: (event: PointerEvent<HTMLElement>, item: DragItem) => void;
  onResize: (event: PointerEvent<HTMLElement>, seat: string, side: BlockSide) => void;
  /** `at` is the time stamp of the event. */
  onClear: (seat: string, options: { whole: boolean; at: number }) => void;
  onPress: (seat: string, at: number) => void;
  /** Called for every shortcut on a seat, except for those that only move the focus. */
  onShortcut: (shortcut: Exclude<SeatShortcut, { does: 'focus' }>, seat: string) => void;
  onHover: (seat: string | undefined) => void;
  /** Called when a seat gets the focus. */
  onActive: (seat: string) => void;
}

/** The seating plan as a grid of seats, with keyboard navigation. */
export function SeatGrid({
  plan,
  orders,
  colours,
  abbreviations,
  found,
  dragItem,
  resizePreview,
  active,
  opened,
  editing,
  heldSeats,
  targeting,
  children,
  ...act
}: GridActions & {
  plan: Plan;
  orders: readonly PerformanceOrder[];
  colours: ReadonlyMap<string, number>;
  abbreviations: ReadonlyMap<string, string>;
  /** The reference of the order that was found in the list. Its seats are highlighted. */
  found: string | undefined;
  dragItem: DragItem | null;
  resizePreview: ResizePreviewStore;
  active: string;
  /** The seat whose menu is open; "" for none. */
  opened: string;
  /** True in the mode in which pressing a seat hides or shows the seat. */
  editing: boolean;
  /** Seats that visitors hold. */
  heldSeats: readonly string[];
  targeting: Pick<SeatTargeting, 'scroller' | 'grid' | 'frames'>;
  children?: ReactNode;
}) {
  const chosen = dragItem?.kind === 'order' ? dragItem.ref : found;
  const [pointed, setPointed] = useState('');
  const viewOptions = useMemo(
    () => ({ orders, colours, abbreviations, chosen, withHidden: editing, heldSeats }),
    [orders, colours, abbreviations, chosen, editing, heldSeats],
  );
  const rowAt = useMemo(() => createDisplayedRowGetter(plan, viewOptions), [plan, viewOptions]);
  const preview = useSyncExternalStore(resizePreview.subscribe, resizePreview.get, () => null);
  const previewedRow = preview ? createDisplayedRowGetter(preview.plan, viewOptions)(preview.row) : undefined;
  // A seat with an open menu needs no hover card, and dragging shows none
  const hasCard = plan.assignments[pointed] !== undefined && pointed !== opened && dragItem === null && !editing;
  const openedBlock = useMemo(() => findBlock(plan, opened), [plan, opened]);
  const count = useProgressiveRenderCount(plan.rowCount, { each: rowHeight, below: heightAboveSeats, more: 8 });
  const seatOf = ({ target }: { target: EventTarget }) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-seat]')?.dataset.seat : undefined;

  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    const seat = seatOf(event);
    if (seat === undefined || editing || plan.assignments[seat] === undefined) return;
    const target = event.target as Element;
    if (target.closest('[data-clear]')) return;
    const side = findEdgeAt(event);
    if (side) act.onResize(event, seat, side);
    else if (dragItem === null) act.onDrag(event, { kind: event.shiftKey ? 'block' : 'seat', from: seat });
  };
  const handleClick = (event: MouseEvent) => {
    const seat = seatOf(event);
    if (seat === undefined) return;
    const isTaken = plan.assignments[seat] !== undefined;
    const { shiftKey, timeStamp: at } = event;
    if ((event.target as Element).closest('[data-clear]')) act.onClear(seat, { whole: shiftKey, at });
    else if (shiftKey && isTaken && dragItem === null && !editing) act.onClear(seat, { whole: true, at });
    else act.onPress(seat, at);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const seat = seatOf(event);
    if (seat === undefined) return;
    const shortcut = findSeatShortcut(plan, seat, event, { editing, moving: dragItem !== null });
    if (!shortcut) return;
    event.preventDefault();
    if (shortcut.does !== 'focus') return act.onShortcut(shortcut, seat);
    act.onActive(shortcut.seat);
    targeting.grid.current?.querySelector<HTMLElement>(`[data-seat="${shortcut.seat}"]`)?.focus();
  };
  return (
    <div className={styles.scroll} ref={targeting.scroller}>
      <div className={styles.stage}>Stage</div>
      <div className={styles.house}>
        {/* biome-ignore lint/a11y/useSemanticElements: a grid of buttons is no table */}
        <div
          ref={targeting.grid}
          role="grid"
          aria-label="Seating plan"
          className={styles.seats}
          onPointerDown={handlePointerDown}
          style={count < plan.rowCount ? { minHeight: plan.rowCount * rowHeight } : undefined}
          onPointerOver={(event) => {
            if (dragItem) act.onHover(seatOf(event));
            else if (event.buttons === 0 && event.pointerType !== 'touch') setPointed(seatOf(event) ?? '');
          }}
          onPointerLeave={() => (dragItem ? act.onHover(undefined) : setPointed(''))}
          onClick={handleClick}
          onKeyDown={handleKeyDown}
          onFocus={(event) => {
            const seat = seatOf(event);
            if (seat !== undefined) act.onActive(seat);
          }}
        >
          {Array.from({ length: count }, (_, row) => {
            const { letters, seats } = preview?.row === row && previewedRow ? previewedRow : rowAt(row);
            return (
              <SeatRow
                key={letters}
                letters={letters}
                seats={seats}
                pointed={pickInRow(letters, pointed)}
                active={pickInRow(letters, active)}
                opened={pickInRow(letters, opened)}
                block={pickInRow(letters, opened) === '' ? noSeats : openedBlock}
              />
            );
          })}
        </div>
        <div ref={targeting.frames} className={styles.frames} aria-hidden />
      </div>
      {children}
      <SeatHoverCard seat={hasCard ? pointed : ''} plan={plan} orders={orders} />
    </div>
  );
}

const noSeats: readonly string[] = [];

/** Returns the seat if it is in the given row, otherwise "". */
const pickInRow = (letters: string, seat: string): string =>
  seat.startsWith(letters) && formatRowLetters(parseSeatLabel(seat)?.row ?? -1) === letters ? seat : '';

/** Returns the end of a block under the pointer. For a finger no handle is rendered there, so the position decides. */
function findEdgeAt({ target, clientX }: PointerEvent<HTMLElement>): BlockSide | undefined {
  const seat = (target as Element).closest<HTMLElement>('[data-seat]');
  if (!seat) return undefined;
  const { left, right } = seat.getBoundingClientRect();
  const joins = (seat.dataset.joins ?? '').split(' ');
  if (clientX < left + edgeWidth && !joins.includes('left')) return 'left';
  return clientX > right - edgeWidth && !joins.includes('right') ? 'right' : undefined;
}

interface SeatRowProps extends DisplayedRow {
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
export const SeatRow = memo(function SeatRow({ letters, seats, ...chosen }: SeatRowProps) {
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
function renderSeat(seat: DisplayedSeat, { pointed, active, opened, block }: Omit<SeatRowProps, 'letters' | 'seats'>) {
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
        data-mark={seat.text}
        data-long={seat.text.length > 3 || undefined}
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

function isSameRow(before: SeatRowProps, after: SeatRowProps): boolean {
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
