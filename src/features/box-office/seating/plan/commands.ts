import { parseSeatLabel } from '#features/box-office/performances/seat-labels.ts';
import { type SeatKind, seatKindLabels } from '#features/box-office/performances/seat-marks.ts';
import * as act from './actions.ts';
import { findBlock, type Parties, type Plan } from './plan.ts';

interface KeyCombination {
  key: string;
  shift?: true;
  /**
   * True for Control or Alt. Both are accepted, because some systems reserve one of them in combination with the arrow
   * keys.
   */
  control?: true;
}

/** An action on a seat, available by key and from the seat's menu. */
export interface Command {
  id: string;
  label: string;
  keys: KeyCombination;
  /** The keys as displayed. */
  written: string;
  run: (plan: Plan, parties: Parties, seat: string) => act.ActionOutcome;
}

/** Returns an action that moves one end of the seat's block by one seat. */
const resizeBy = (side: act.BlockSide, by: 1 | -1) => (plan: Plan, parties: Parties, seat: string) => {
  const block = findBlock(plan, seat);
  const edge = parseSeatLabel((side === 'right' ? block.at(-1) : block[0]) ?? seat)?.number ?? 0;
  return act.resizeBlock(plan, parties, { seat, side, to: edge + by });
};

/** For each end of a block, the commands that remove or add one seat. */
export const resizeCommands: readonly { label: string; fewer: Command; more: Command }[] = [
  {
    label: 'Left',
    fewer: {
      ...{ id: 'shrink-left', label: 'One fewer on the left', written: 'Ctrl + Shift + →' },
      keys: { key: 'ArrowRight', shift: true, control: true },
      run: resizeBy('left', 1),
    },
    more: {
      ...{ id: 'grow-left', label: 'One more on the left', written: 'Ctrl + Shift + ←' },
      keys: { key: 'ArrowLeft', shift: true, control: true },
      run: resizeBy('left', -1),
    },
  },
  {
    label: 'Right',
    fewer: {
      ...{ id: 'shrink-right', label: 'One fewer on the right', written: 'Shift + ←' },
      keys: { key: 'ArrowLeft', shift: true },
      run: resizeBy('right', -1),
    },
    more: {
      ...{ id: 'grow-right', label: 'One more on the right', written: 'Shift + →' },
      keys: { key: 'ArrowRight', shift: true },
      run: resizeBy('right', 1),
    },
  },
];

export const clearCommands: readonly Command[] = [
  {
    ...{ id: 'clear', label: 'Clear this seat', written: 'Delete' },
    keys: { key: 'Delete' },
    run: (plan, parties, seat) => act.clearSeat(plan, parties, { seat }),
  },
  {
    ...{ id: 'clear-block', label: 'Clear whole block', written: 'Shift + Delete' },
    keys: { key: 'Delete', shift: true },
    run: (plan, parties, seat) => act.clearBlock(plan, parties, { seat }),
  },
];

const commands: readonly Command[] = [...resizeCommands.flatMap(({ fewer, more }) => [fewer, more]), ...clearCommands];

const createKindCommand = (kind: SeatKind, key: string): Command & { kind: SeatKind } => ({
  ...{ id: kind, kind, label: seatKindLabels[kind], keys: { key }, written: key.toUpperCase() },
  run: (plan, _parties, seat) => act.toggleSeatKind(plan, { seat, kind }),
});

/** The commands that set the kind of any seat. */
export const seatKindCommands = [
  createKindCommand('wheelchair', 'w'),
  createKindCommand('companion', 'c'),
  createKindCommand('restricted', 'v'),
] as const;

/** The key that opens the form to withhold a seat. */
export const withholdSeatKey = 'h';

interface PressedKey {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/** Finds the command for a pressed key. Backspace counts as Delete, which some keyboards lack. */
export const findCommand = ({ key, shiftKey, ctrlKey, altKey, metaKey }: PressedKey): Command | undefined =>
  [...commands, ...seatKindCommands].find(
    ({ keys }) =>
      keys.key === (key === 'Backspace' ? 'Delete' : key.length === 1 ? key.toLowerCase() : key) &&
      (keys.shift ?? false) === shiftKey &&
      (keys.control ?? false) === (ctrlKey || altKey) &&
      !metaKey,
  );

/** The item being moved: an unseated order, the person on one seat, or the block around a seat. */
export type DragItem =
  | { kind: 'order'; ref: string }
  | { kind: 'seat'; from: string }
  | { kind: 'block'; from: string };

/** Drops an item on a seat, by mouse, finger, pen or key. With `instead`, an order displaces the seat's occupants. */
export function dropItem(
  plan: Plan,
  parties: Parties,
  item: DragItem,
  seat: string,
  instead = false,
): act.ActionOutcome {
  if (item.kind === 'order') return act.placeParty(plan, parties, { ref: item.ref, seat, instead });
  const path = { from: item.from, to: seat };
  return item.kind === 'seat' ? act.moveSeat(plan, parties, path) : act.moveBlock(plan, parties, path);
}

/**
 * Returns the seats that an item would take if it were dropped on a seat; at its origin, the seats that it already has.
 */
export function previewDropSeats(plan: Plan, parties: Parties, item: DragItem, seat: string): readonly string[] {
  if (item.kind !== 'order' && item.from === seat) return item.kind === 'seat' ? [seat] : findBlock(plan, seat);
  const outcome = dropItem(plan, parties, item, seat, true);
  if ('refused' in outcome) return [];
  const ref = item.kind === 'order' ? item.ref : plan.assignments[item.from];
  if (item.kind === 'block') return findBlock(outcome.plan, seat);
  if (item.kind === 'seat') return [seat];
  const gained = Object.keys(outcome.plan.assignments).filter((one) => outcome.plan.assignments[one] === ref);
  return gained.filter((one) => plan.assignments[one] !== ref);
}
