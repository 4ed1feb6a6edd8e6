import {
  formatSeatLabel,
  parseSeatLabel,
  type SeatKind,
  seatKindLabels,
  seatsPerRow,
} from '#features/box-office/performances/seats.ts';
import * as act from './plan/actions.ts';
import { findBlock, isSeat, type Parties, type Plan } from './plan/plan.ts';

const directions: Readonly<Record<string, readonly [rows: number, numbers: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -seatsPerRow],
  End: [0, seatsPerRow],
};

/**
 * Finds the seat that an arrow key, Home or End leads to, skipping hidden seats unless `withHidden` is true. Returns the
 * same seat at the edge of the plan, and undefined for any other key.
 */
export function findSeatForKey(plan: Plan, seat: string, key: string, withHidden = false): string | undefined {
  const [direction, from] = [directions[key], parseSeatLabel(seat)];
  if (!direction || !from) return undefined;
  const [rows, numbers] = direction;
  const isThere = (label: string) => withHidden || isSeat(plan, label);
  const isToEnd = Math.abs(numbers) === seatsPerRow;
  let { row, number } = isToEnd
    ? { row: from.row, number: numbers > 0 ? seatsPerRow : 1 }
    : { row: from.row + rows, number: from.number + numbers };
  const [down, along] = isToEnd ? [0, -Math.sign(numbers)] : [rows, numbers];
  while (row >= 0 && row < plan.rowCount && number >= 1 && number <= seatsPerRow) {
    const label = formatSeatLabel({ row, number });
    if (isThere(label)) return label;
    row += down;
    number += along;
  }
  return seat;
}

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
export interface SeatCommand {
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
export const blockResizeCommands: readonly { label: string; fewer: SeatCommand; more: SeatCommand }[] = [
  {
    label: 'Left',
    fewer: {
      ...{ id: 'shrink-left', label: 'One seat fewer on the left', written: 'Ctrl + Shift + →' },
      keys: { key: 'ArrowRight', shift: true, control: true },
      run: resizeBy('left', 1),
    },
    more: {
      ...{ id: 'grow-left', label: 'One seat more on the left', written: 'Ctrl + Shift + ←' },
      keys: { key: 'ArrowLeft', shift: true, control: true },
      run: resizeBy('left', -1),
    },
  },
  {
    label: 'Right',
    fewer: {
      ...{ id: 'shrink-right', label: 'One seat fewer on the right', written: 'Shift + ←' },
      keys: { key: 'ArrowLeft', shift: true },
      run: resizeBy('right', -1),
    },
    more: {
      ...{ id: 'grow-right', label: 'One seat more on the right', written: 'Shift + →' },
      keys: { key: 'ArrowRight', shift: true },
      run: resizeBy('right', 1),
    },
  },
];

export const seatClearingCommands: readonly SeatCommand[] = [
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

const commands: readonly SeatCommand[] = [
  ...blockResizeCommands.flatMap(({ fewer, more }) => [fewer, more]),
  ...seatClearingCommands,
];

const createKindCommand = (kind: SeatKind, key: string): SeatCommand & { kind: SeatKind } => ({
  ...{ id: kind, kind, label: seatKindLabels[kind], keys: { key }, written: key.toUpperCase() },
  run: (plan, _parties, seat) => act.toggleSeatKind(plan, { seat, kind }),
});

/** The commands that set or clear the kind of a seat, free or occupied. */
export const seatKindCommands = [
  createKindCommand('wheelchair', 'w'),
  createKindCommand('companion', 'c'),
  createKindCommand('restricted', 'v'),
] as const;

/** The key that opens the form to withhold a seat. */
const withholdSeatKey = 'h';

interface PressedKey {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/** Finds the command for a pressed key. Backspace counts as Delete, which some keyboards lack. */
const findCommand = ({ key, shiftKey, ctrlKey, altKey, metaKey }: PressedKey): SeatCommand | undefined =>
  [...commands, ...seatKindCommands].find(
    ({ keys }) =>
      keys.key === (key === 'Backspace' ? 'Delete' : key.length === 1 ? key.toLowerCase() : key) &&
      (keys.shift ?? false) === shiftKey &&
      (keys.control ?? false) === (ctrlKey || altKey) &&
      !metaKey,
  );

/** The effect of a key on a seat of the planner. */
export type SeatShortcut =
  | { does: 'focus'; seat: string }
  /**
   * Picks up or puts down the person on the seat, or the whole block; hides or shows the seat while hidden seats are
   * edited.
   */
  | { does: 'press'; whole: boolean }
  | { does: 'withhold' }
  | { does: 'run'; command: SeatCommand };

/** Finds the effect of a key that is pressed on a seat of the planner; undefined for any other key. */
export function findSeatShortcut(
  plan: Plan,
  seat: string,
  pressed: PressedKey,
  /** `editing` is true while hidden seats are edited; `moving` is true while something is picked up. */
  { editing, moving }: { editing: boolean; moving: boolean },
): SeatShortcut | undefined {
  const { key, shiftKey } = pressed;
  const isModified = pressed.ctrlKey || pressed.altKey || pressed.metaKey;
  const next = shiftKey || isModified ? undefined : findSeatForKey(plan, seat, key, editing);
  if (next !== undefined) return { does: 'focus', seat: next };
  if (key === 'Enter' || key === ' ') return { does: 'press', whole: shiftKey };
  if (editing || moving) return undefined;
  if (key.toLowerCase() === withholdSeatKey && !isModified) return { does: 'withhold' };
  const command = findCommand(pressed);
  return command && { does: 'run', command };
}

/**
 * Finds the effect of a key that is pressed anywhere on the planner's page: Escape puts back what is picked up, and the
 * usual keys undo and redo. Undefined for any other key.
 */
export function findPageShortcut({
  key,
  shiftKey,
  ctrlKey,
  altKey,
  metaKey,
}: PressedKey): 'put-back' | 'undo' | 'redo' | undefined {
  if (key === 'Escape') return 'put-back';
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  if (key.toLowerCase() === 'y') return 'redo';
  if (key.toLowerCase() !== 'z') return undefined;
  return shiftKey ? 'redo' : 'undo';
}
