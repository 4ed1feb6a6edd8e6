import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Page } from '#platform/shared/pages.ts';
import { assignOrderAbbreviations, assignOrderColours } from '../../colours.ts';
import type { SeatingPreference } from '../../engine/free-seats.ts';
import { findPageShortcut, type SeatCommand, type SeatShortcut } from '../../keyboard-shortcuts.ts';
import {
  addRow,
  type BlockSide,
  clearBlock,
  clearSeat,
  type DragItem,
  dropItem,
  listSeatsForDrop,
  removeRow,
  setSeatsHidden,
  unseatParty,
  withholdOrReleaseSeats,
} from '../../plan/actions.ts';
import { countSeatsByOrder, findFirstSeat, isSeat, listOrderSeats, type Parties, type Plan } from '../../plan/plan.ts';
import { useBlockResize, useSeatDrag } from '../grid/use-seat-drag.ts';
import { useSeatTargeting } from '../grid/use-seat-targeting.ts';
import { usePlan, usePlanActions, useSeatEveryone } from './use-plan.ts';

/**
 * Calls `onLost` if somebody else reassigns the item that is being moved. Returns a predicate that is true for such an
 * item, which must not be dropped.
 */
function useLostDragItem(
  { item, plan, parties }: { item: DragItem | null; plan: Plan; parties: Parties },
  onLost: () => void,
): (dropped: DragItem) => boolean {
  const ref = item?.kind === 'order' ? parties.get(item.ref)?.ref : plan.assignments[item?.from ?? ''];
  const lost = useRef<DragItem>(null);
  const picked = useRef({ item, ref });
  useEffect(() => {
    const before = picked.current;
    picked.current = { item, ref };
    if (!item || before.item !== item || before.ref === ref) return;
    lost.current = item;
    onLost();
  });
  return (dropped) => dropped === lost.current;
}

/** Fields where the browser's own undo applies. */
const editableFields = 'input:not([type="checkbox"], [type="radio"]), textarea';

/** Listens for the shortcuts of the page. Undo and redo don't apply in fields, which have their own. */
function usePageShortcuts({ putBack, undo, redo }: Readonly<Record<'putBack' | 'undo' | 'redo', () => void>>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const shortcut = findPageShortcut(event);
      if (shortcut === 'put-back') putBack();
      if (shortcut !== 'undo' && shortcut !== 'redo') return;
      if (event.target instanceof Element && event.target.closest(editableFields)) return;
      event.preventDefault();
      if (shortcut === 'redo') redo();
      else undo();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
}

/**
 * Returns the colour of each order. The map is the same object while no colour changes, so that memoised rows aren't
 * rendered again.
 */
function useColours(plan: Plan): ReadonlyMap<string, number> {
  const before = useRef<ReadonlyMap<string, number>>(new Map());
  const colours = useMemo(() => {
    const next = assignOrderColours(plan, before.current);
    const isSame =
      next.size === before.current.size && [...next].every(([ref, colour]) => before.current.get(ref) === colour);
    return isSame ? before.current : next;
  }, [plan]);
  useEffect(() => {
    before.current = colours;
  }, [colours]);
  return colours;
}

interface Confirmation {
  question: string;
  text: string;
  cancelLabel: string;
  confirmLabel: string;
  onConfirm: () => void;
}

/** Holds the planner's state, and handles all its actions by pointer, key and menu. */
export function usePlanner(page: Page<'seating'>) {
  const { orders } = page;
  const planState = usePlan(page);
  const { plan, parties } = planState;
  const { announcement, say, done, act, tryAction, findBrokenPromise, undo, redo } = usePlanActions(page, planState);
  const everyone = useSeatEveryone(page, planState, { say, done });
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  /** The reference of the order whose seats are highlighted; "" for none. */
  const [found, setFound] = useState('');
  const [editing, setEditing] = useState(false);
  const [selected, setSelected] = useState('');
  /** The seats in the house seats dialog, as typed; "" while it is closed. */
  const [houseSeats, setHouseSeats] = useState('');
  /** The seat whose menu is open. */
  const [opened, setOpened] = useState('');
  const targeting = useSeatTargeting();
  const { scroller } = targeting;
  const seated = useMemo(() => countSeatsByOrder(plan), [plan]);
  const abbreviations = useMemo(() => assignOrderAbbreviations(orders), [orders]);
  const colours = useColours(plan);
  const active = selected !== '' && (editing || isSeat(plan, selected)) ? selected : findFirstSeat(plan);

  const toggleHidden = (seat: string) =>
    act(setSeatsHidden(plan, parties, { seats: [seat], hidden: !plan.hiddenSeats.includes(seat) }));
  const dragging = useSeatDrag({
    scroller,
    onDrop: (item, seat) => drop(item, seat),
    // Frames the seats that the item would take
    onTarget: (item, seat) =>
      item ? targeting.showFrames(seat ? listSeatsForDrop(plan, parties, item, seat) : []) : targeting.clearFrames(),
    findSeatAt: (point) => {
      const seat = targeting.findSeatAt(point);
      return seat !== undefined && isSeat(plan, seat) ? seat : undefined;
    },
    isOpenAt: targeting.isOpenAt,
  });
  const { release } = dragging;
  const { resizePreview, startResize } = useBlockResize(planState, { targeting, trackPointer: dragging.trackPointer });
  const isLost = useLostDragItem({ item: dragging.item, plan, parties }, () => {
    release();
    say('Someone else has changed what you picked up, so it has been put back.');
  });
  usePageShortcuts({ putBack: release, undo, redo });

  const drop = (item: DragItem, seat: string) => {
    if (isLost(item)) return;
    const outcome = dropItem(plan, parties, item, seat);
    release();
    setOpened('');
    setSelected(seat);
    const there = plan.assignments[seat];
    const isTaken = 'refused' in outcome && outcome.refused.why === 'taken';
    if (item.kind !== 'order' || !isTaken || there === item.ref) {
      const isDone = act(outcome);
      // If the order can't be placed, the seats that it already has are shown
      if (!isDone && item.kind === 'order') choose(item.ref);
      return;
    }
    const name = parties.get(there ?? '')?.name ?? 'Somebody';
    setConfirmation({
      question: `${name} has ${seat}. Seat ${parties.get(item.ref)?.name} there instead?`,
      text: `${name} will go back on the “To seat” list.`,
      cancelLabel: `Keep ${name} there`,
      confirmLabel: 'Replace',
      onConfirm: () => act(dropItem(plan, parties, item, seat, true)),
    });
  };
  const pickUp = (item: DragItem) => {
    dragging.pickUp(item);
    setOpened('');
    const order = describeItem(item);
    say(`${order.label}: choose ${order.where}.`);
    focusSeat();
  };
  const focusSeat = () => {
    // Scrolls only for keyboard users; for users of a pointer, the seats are already visible
    const isByKey = document.activeElement?.matches(':focus-visible') ?? false;
    scroller.current?.querySelector<HTMLElement>('[data-seat][tabindex="0"]')?.focus({ preventScroll: !isByKey });
  };
  const describeItem = (item: DragItem) => {
    const ref = item.kind === 'order' ? item.ref : plan.assignments[item.from];
    const name = parties.get(ref ?? '')?.name ?? '';
    if (item.kind === 'seat') return { label: `${name}, ${item.from}`, where: 'a new seat' };
    if (item.kind === 'block')
      return { label: `${name}, whole block at ${item.from}`, where: `where ${item.from} goes` };
    const left = (parties.get(item.ref)?.count ?? 0) - listOrderSeats(plan, item.ref).length;
    return { label: `${name}, ${left === 1 ? 'one seat' : `${left} seats`}`, where: 'where the first seat goes' };
  };
  /**
   * Selects the first seat of an order, and highlights the others. Returns that seat; undefined if the order has none.
   */
  const choose = (ref: string): string | undefined => {
    const [seat] = listOrderSeats(plan, ref);
    if (seat === undefined) return undefined;
    setSelected(seat);
    setFound(ref);
    return seat;
  };
  const press = (seat: string) => {
    setSelected(seat);
    setFound('');
    say('');
    setOpened(dragging.item || editing || opened === seat ? '' : seat);
    if (editing) toggleHidden(seat);
    else if (dragging.item) drop(dragging.item, seat);
  };
  const removeLastRow = () => {
    const outcome = removeRow(plan);
    const cleared = removeRow(plan, { clearing: true });
    const isAsked = 'refused' in outcome && outcome.refused.why === 'people there';
    if (!isAsked || findBrokenPromise(cleared) !== '') {
      act(isAsked ? cleared : outcome);
      return;
    }
    setConfirmation({
      question: 'Remove the last row?',
      text: `${outcome.refused.says} They will go back on the “To seat” list.`,
      cancelLabel: 'Keep the row',
      confirmLabel: 'Remove the row',
      onConfirm: () => act(cleared),
    });
  };

  return {
    orders,
    planState,
    plan,
    colours,
    abbreviations,
    dragging,
    resizePreview,
    active,
    /** True once a seat has been selected. */
    hasSelection: selected !== '',
    opened: plan.assignments[opened] === undefined ? '' : opened,
    closeMenu: () => setOpened(''),
    /** The message about the last action. */
    status: announcement.isSpokenOnly ? '' : announcement.text,
    /** The message about the last action, or a message for screen readers only. */
    announcement: announcement.text,
    say,
    confirmation,
    everyone,
    /** The reference of the highlighted order, while one of its seats is selected. */
    found: found !== '' && plan.assignments[active] === found ? found : undefined,
    find: (ref: string) => {
      release();
      const seat = choose(ref);
      if (seat === undefined) return;
      setOpened(seat);
      say('');
      const there = scroller.current?.querySelector<HTMLElement>(`[data-seat="${seat}"]`);
      there?.scrollIntoView({ block: 'center', inline: 'center' });
      there?.focus({ preventScroll: true });
    },
    houseSeats,
    setHouseSeats,
    editing,
    targeting,
    describeItem,
    pickUp,
    undo,
    redo,
    seated,
    closeConfirmation: () => setConfirmation(null),
    edit: (on: boolean) => {
      release();
      setEditing(on);
    },
    setActive: (seat: string) => {
      setSelected(seat);
      setOpened((before) => (before === seat ? seat : ''));
      if (dragging.item && !dragging.mode) dragging.hover(seat);
    },
    command: (command: SeatCommand, seat: string) => act(command.run(plan, parties, seat)),
    withhold: (withheld: Parameters<typeof withholdOrReleaseSeats>[1]) =>
      tryAction(withholdOrReleaseSeats(plan, withheld)),
    hide: (seats: readonly string[], hidden: boolean) => tryAction(setSeatsHidden(plan, parties, { seats, hidden })),
    unseatOrder: (ref: string) => act(unseatParty(plan, parties, { ref })),
    placeOrder: (ref: string) => {
      const isPlacing = dragging.item?.kind === 'order' && dragging.item.ref === ref;
      if (isPlacing) release();
      else pickUp({ kind: 'order', ref });
    },
    changeRows: (by: 1 | -1) => {
      if (by === 1) act(addRow(plan));
      else removeLastRow();
    },
    seatEveryone: (preference: SeatingPreference) => {
      if (everyone.seat(preference)) setOpened('');
    },
    clear: (seat: string, { whole, at }: { whole: boolean; at: number }) =>
      dragging.isEndOfDrag(at) || act(whole ? clearBlock(plan, parties, { seat }) : clearSeat(plan, parties, { seat })),
    press: (seat: string, at: number) => {
      if (!dragging.isEndOfDrag(at)) press(seat);
    },
    runShortcut: (shortcut: Exclude<SeatShortcut, { does: 'focus' }>, seat: string) => {
      if (shortcut.does === 'withhold') setHouseSeats(seat);
      else if (shortcut.does === 'run') act(shortcut.command.run(plan, parties, seat));
      else if (editing) toggleHidden(seat);
      else if (dragging.item) drop(dragging.item, seat);
      else if (plan.assignments[seat] !== undefined) pickUp({ kind: shortcut.whole ? 'block' : 'seat', from: seat });
    },
    drag: (event: PointerEvent<HTMLElement>, item: DragItem) => {
      const seat = item.kind === 'order' ? '' : item.from;
      // A drag starts at once from a handle in the list, or from a seat that was tapped before
      dragging.startDrag({ event, startsAtOnce: seat === '' || seat === opened, onTap: () => press(seat) }, item);
    },
    resize: (event: PointerEvent<HTMLElement>, seat: string, side: BlockSide) =>
      startResize({ event, seat, side }, { opened, onTap: () => press(seat), onEnd: act }),
  };
}
