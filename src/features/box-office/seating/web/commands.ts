import { parseSeatLabel } from '#features/box-office/performances/seat-labels.ts';
import { type SeatKind, seatKinds } from '#features/box-office/performances/seat-marks.ts';
import * as act from '../plan/actions.ts';
import { blockOf, type Parties, type Plan } from '../plan/plan.ts';

interface Keys {
  key: string;
  shift?: true;
  /** Control or Alt, since systems reserve one of them with arrows. */
  control?: true;
}

/** An action on an occupied seat, available by key and from its menu. */
export interface Command {
  id: string;
  label: string;
  keys: Keys;
  /** Its keys, as displayed. */
  written: string;
  run: (plan: Plan, parties: Parties, seat: string) => act.ActionOutcome;
}

/** Draws an edge of the seat's block by this many seats. */
const draw = (side: act.Side, by: 1 | -1) => (plan: Plan, parties: Parties, seat: string) => {
  const block = blockOf(plan, seat);
  const edge = parseSeatLabel((side === 'right' ? block.at(-1) : block[0]) ?? seat)?.number ?? 0;
  return act.resize(plan, parties, { seat, side, to: edge + by });
};

/** The edges of a block that can be drawn, each with the keys that move it in and out. */
export const resizeCommands: readonly { label: string; fewer: Command; more: Command }[] = [
  {
    label: 'Left',
    fewer: {
      ...{ id: 'shrink-left', label: 'One fewer on the left', written: 'Ctrl + Shift + →' },
      keys: { key: 'ArrowRight', shift: true, control: true },
      run: draw('left', 1),
    },
    more: {
      ...{ id: 'grow-left', label: 'One more on the left', written: 'Ctrl + Shift + ←' },
      keys: { key: 'ArrowLeft', shift: true, control: true },
      run: draw('left', -1),
    },
  },
  {
    label: 'Right',
    fewer: {
      ...{ id: 'shrink-right', label: 'One fewer on the right', written: 'Shift + ←' },
      keys: { key: 'ArrowLeft', shift: true },
      run: draw('right', -1),
    },
    more: {
      ...{ id: 'grow-right', label: 'One more on the right', written: 'Shift + →' },
      keys: { key: 'ArrowRight', shift: true },
      run: draw('right', 1),
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

const ofKind = (kind: SeatKind, key: string): Command & { kind: SeatKind } => ({
  ...{ id: kind, kind, label: seatKinds[kind], keys: { key }, written: key.toUpperCase() },
  run: (plan, _parties, seat) => act.toggleKind(plan, { seat, kind }),
});

/** The kinds that any seat can be given, by key and from its menu. */
export const kindCommands = [ofKind('wheelchair', 'w'), ofKind('companion', 'c'), ofKind('restricted', 'v')] as const;

/** The key that opens the form to withhold a seat. */
export const houseKey = 'h';

interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/** Returns the command with these keys. On some keyboards Backspace stands for Delete. */
export const commandFor = ({ key, shiftKey, ctrlKey, altKey, metaKey }: Pressed): Command | undefined =>
  [...commands, ...kindCommands].find(
    ({ keys }) =>
      keys.key === (key === 'Backspace' ? 'Delete' : key.length === 1 ? key.toLowerCase() : key) &&
      (keys.shift ?? false) === shiftKey &&
      (keys.control ?? false) === (ctrlKey || altKey) &&
      !metaKey,
  );

/** The item being moved: an unseated order, a seat, or the block it belongs to. */
export type DragItem =
  | { kind: 'order'; ref: string }
  | { kind: 'seat'; from: string }
  | { kind: 'block'; from: string };

/** Drops the item: one action for mouse, finger, pen and key. `instead` lets an order take another's place. */
export function dropItem(
  plan: Plan,
  parties: Parties,
  held: DragItem,
  seat: string,
  instead = false,
): act.ActionOutcome {
  if (held.kind === 'order') return act.place(plan, parties, { ref: held.ref, seat, instead });
  const way = { from: held.from, to: seat };
  return held.kind === 'seat' ? act.move(plan, parties, way) : act.moveBlock(plan, parties, way);
}

/** Returns the seats that it would have there; at its origin, those that it has. */
export function previewDropSeats(plan: Plan, parties: Parties, held: DragItem, seat: string): readonly string[] {
  if (held.kind !== 'order' && held.from === seat) return held.kind === 'seat' ? [seat] : blockOf(plan, seat);
  const outcome = dropItem(plan, parties, held, seat, true);
  if ('refused' in outcome) return [];
  const ref = held.kind === 'order' ? held.ref : plan.assignments[held.from];
  if (held.kind === 'block') return blockOf(outcome.plan, seat);
  if (held.kind === 'seat') return [seat];
  const gained = Object.keys(outcome.plan.assignments).filter((one) => outcome.plan.assignments[one] === ref);
  return gained.filter((one) => plan.assignments[one] !== ref);
}
