import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Page } from '#platform/shared/pages.ts';
import { assignOrderAbbreviations, assignOrderColours } from '../colours.ts';
import type { Preference } from '../engine/free-seats.ts';
import {
  addRow,
  clearBlock,
  clearSeat,
  removeRow,
  type Side,
  setSeatsHidden,
  unseat,
  withholdSeats,
} from '../plan/actions.ts';
import { firstSeat, isSeat, listOrderSeats, type Parties, type Plan, seatedCounts } from '../plan/plan.ts';
import { type Command, commandFor, type DragItem, dropItem, houseKey, previewDropSeats } from './commands.ts';
import { useBlockResize } from './use-block-resize.ts';
import { useDropTarget } from './use-drop-target.ts';
import { usePlan } from './use-plan.ts';
import { usePlanActions } from './use-plan-actions.ts';
import { useSeatDrag } from './use-seat-drag.ts';
import { useSeatEveryone } from './use-seat-everyone.ts';

/**
 * Detects that someone else has reassigned the dragged item. The returned predicate tells whether an item was lost this
 * way and must not be dropped.
 */
function useLostDragItem(
  { inHand, plan, parties }: { inHand: DragItem | null; plan: Plan; parties: Parties },
  onLost: () => void,
): (what: DragItem) => boolean {
  const ofHand = inHand?.kind === 'order' ? parties.get(inHand.ref)?.ref : plan.assignments[inHand?.from ?? ''];
  const lost = useRef<DragItem>(null);
  const picked = useRef({ inHand, ofHand });
  useEffect(() => {
    const before = picked.current;
    picked.current = { inHand, ofHand };
    if (!inHand || before.inHand !== inHand || before.ofHand === ofHand) return;
    lost.current = inHand;
    onLost();
  });
  return (what) => what === lost.current;
}

/** Fields with an undo of their own: not checkboxes or radio buttons. */
const fields = 'input:not([type="checkbox"], [type="radio"]), textarea';

/** Escape cancels a move wherever the focus is; undo and redo have their usual keys, except in fields. */
function useUndoKeys({ release, undo, redo }: Readonly<Record<'release' | 'undo' | 'redo', () => void>>): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (event.key === 'Escape') release();
      const isField = event.target instanceof Element && event.target.closest(fields);
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isField) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) redo();
      else undo();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
}

/**
 * Returns the colour of each order: the same map while nobody changes colour, so that components which depend on it
 * alone aren't rendered again.
 */
function useColours(plan: Plan): ReadonlyMap<string, number> {
  const before = useRef<ReadonlyMap<string, number>>(new Map());
  const colours = useMemo(() => {
    const next = assignOrderColours(plan, before.current);
    const isSame = next.size === before.current.size && [...next].every(([ref, of]) => before.current.get(ref) === of);
    return isSame ? before.current : next;
  }, [plan]);
  useEffect(() => {
    before.current = colours;
  }, [colours]);
  return colours;
}

const isModified = ({ ctrlKey, altKey, metaKey }: KeyboardEvent) => ctrlKey || altKey || metaKey;

/** A confirmation before an action. */
interface Question {
  asks: string;
  says: string;
  keep: string;
  go: string;
  onGo: () => void;
}

/** All actions of the planner, by pointer, key or menu. */
export function usePlanner(page: Page<'seating'>) {
  const { orders } = page;
  const work = usePlan(page);
  const { plan, parties } = work;
  const { said, say, done, act, refusalOf, brokenPromise, undo, redo } = usePlanActions(page, work);
  const everyone = useSeatEveryone(page, work, { say, done });
  const [question, setQuestion] = useState<Question | null>(null);
  /** The order that was searched for in the list. */
  const [found, setFound] = useState('');
  const [editing, setEditing] = useState(false);
  const [chosen, setChosen] = useState('');
  /** The seats about to be withheld, as text; "" if there are none. */
  const [keeping, setKeeping] = useState('');
  /** The seat whose menu was opened by touch. */
  const [opened, setOpened] = useState('');
  const aim = useDropTarget();
  const { scroller } = aim;
  const seated = useMemo(() => seatedCounts(plan), [plan]);
  const marks = useMemo(() => assignOrderAbbreviations(orders), [orders]);
  const colours = useColours(plan);
  const active = chosen !== '' && (editing || isSeat(plan, chosen)) ? chosen : firstSeat(plan);

  const toggleHidden = (seat: string) =>
    act(setSeatsHidden(plan, parties, { seats: [seat], hidden: !plan.hiddenSeats.includes(seat) }));
  const held = useSeatDrag({
    scroller,
    onPutDown: (what, seat) => down(what, seat),
    // Frames the seats that the item would take
    onAim: (what, seat) => (what ? aim.show(seat ? previewDropSeats(plan, parties, what, seat) : []) : aim.clear()),
    seatAt: (point) => {
      const seat = aim.seatAt(point);
      return seat !== undefined && isSeat(plan, seat) ? seat : undefined;
    },
    isOpenAt: aim.isOpenAt,
  });
  const { release } = held;
  const { tentative, draw } = useBlockResize(work, { aim, follow: held.follow });
  const isLost = useLostDragItem({ inHand: held.held, plan, parties }, () => {
    release();
    say('Someone else has changed what you picked up, so it has been put back.');
  });
  useUndoKeys({ release, undo, redo });

  const down = (what: DragItem, seat: string) => {
    if (isLost(what)) return;
    const outcome = dropItem(plan, parties, what, seat);
    release();
    setOpened('');
    setChosen(seat);
    const there = plan.assignments[seat];
    const isTaken = 'refused' in outcome && outcome.refused.why === 'taken';
    if (what.kind !== 'order' || !isTaken || there === what.ref) {
      const isDone = act(outcome);
      // An order without unseated tickets is highlighted instead
      if (!isDone && what.kind === 'order') choose(what.ref);
      return;
    }
    const name = parties.get(there ?? '')?.name ?? 'Somebody';
    setQuestion({
      asks: `${name} has ${seat}. Seat ${parties.get(what.ref)?.name} there instead?`,
      says: `${name} will go back on the “To seat” list.`,
      keep: `Keep ${name} there`,
      go: 'Replace',
      onGo: () => act(dropItem(plan, parties, what, seat, true)),
    });
  };
  const hold = (what: DragItem) => {
    held.hold(what);
    setOpened('');
    const order = orderHeld(what);
    say(`${order.label}: choose ${order.where}.`);
    focusSeat();
  };
  const focusSeat = () => {
    // With a pointer, the target seats are visible already
    const isByKey = document.activeElement?.matches(':focus-visible') ?? false;
    scroller.current?.querySelector<HTMLElement>('[data-seat][tabindex="0"]')?.focus({ preventScroll: !isByKey });
  };
  const orderHeld = (what: DragItem) => {
    const ref = what.kind === 'order' ? what.ref : plan.assignments[what.from];
    const name = parties.get(ref ?? '')?.name ?? '';
    if (what.kind === 'seat') return { label: `${name}, ${what.from}`, where: 'a new seat' };
    if (what.kind === 'block')
      return { label: `${name}, whole block at ${what.from}`, where: `where ${what.from} goes` };
    const left = (parties.get(what.ref)?.count ?? 0) - listOrderSeats(plan, what.ref).length;
    return { label: `${name}, ${left === 1 ? 'one seat' : `${left} seats`}`, where: 'where the first seat goes' };
  };
  /** Chooses the first seat of an order, and shows the others; undefined if it has none. */
  const choose = (ref: string): string | undefined => {
    const [seat] = listOrderSeats(plan, ref);
    if (seat === undefined) return undefined;
    setChosen(seat);
    setFound(ref);
    return seat;
  };
  const press = (seat: string) => {
    setChosen(seat);
    setFound('');
    say('');
    setOpened(held.held || editing || opened === seat ? '' : seat);
    if (editing) toggleHidden(seat);
    else if (held.held) down(held.held, seat);
  };
  const removeLastRow = () => {
    const outcome = removeRow(plan);
    const cleared = removeRow(plan, { clearing: true });
    const isAsked = 'refused' in outcome && outcome.refused.why === 'people there';
    if (!isAsked || brokenPromise(cleared) !== '') {
      act(isAsked ? cleared : outcome);
      return;
    }
    setQuestion({
      asks: 'Remove the last row?',
      says: `${outcome.refused.says} They will go back on the “To seat” list.`,
      keep: 'Keep the row',
      go: 'Remove the row',
      onGo: () => act(cleared),
    });
  };

  return {
    orders,
    work,
    plan,
    colours,
    marks,
    held,
    tentative,
    active,
    /** True once a seat has had the focus. */
    isBegun: chosen !== '',
    opened: plan.assignments[opened] === undefined ? '' : opened,
    closeMenu: () => setOpened(''),
    /** The last action, while it is news. */
    says: said.isAloud ? '' : said.words,
    /** The same, including announcements for screen readers only. */
    aloud: said.words,
    say,
    question,
    everyone,
    /** Undefined while another order's seat is chosen. */
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
    keeping,
    setKeeping,
    editing,
    aim,
    orderHeld,
    hold,
    undo,
    redo,
    seated,
    unask: () => setQuestion(null),
    edit: (on: boolean) => {
      release();
      setEditing(on);
    },
    setActive: (seat: string) => {
      setChosen(seat);
      setOpened((before) => (before === seat ? seat : ''));
      if (held.held && !held.dragging) held.hover(seat);
    },
    command: (command: Command, seat: string) => act(command.run(plan, parties, seat)),
    keep: (withheld: Parameters<typeof withholdSeats>[1]) => refusalOf(withholdSeats(plan, withheld)),
    hide: (seats: readonly string[], hidden: boolean) => refusalOf(setSeatsHidden(plan, parties, { seats, hidden })),
    unseatOrder: (ref: string) => act(unseat(plan, parties, { ref })),
    placeOrder: (ref: string) => {
      const isPlacing = held.held?.kind === 'order' && held.held.ref === ref;
      if (isPlacing) release();
      else hold({ kind: 'order', ref });
    },
    changeRows: (by: 1 | -1) => {
      if (by === 1) act(addRow(plan));
      else removeLastRow();
    },
    seatEveryone: (preference: Preference) => {
      if (everyone.seat(preference)) setOpened('');
    },
    clear: (seat: string, { whole, at }: { whole: boolean; at: number }) =>
      held.isEndOfDrag(at) || act(whole ? clearBlock(plan, parties, { seat }) : clearSeat(plan, parties, { seat })),
    press: (seat: string, at: number) => {
      if (!held.isEndOfDrag(at)) press(seat);
    },
    enter: (seat: string, whole: boolean) => {
      if (editing) toggleHidden(seat);
      else if (held.held) down(held.held, seat);
      else if (plan.assignments[seat] !== undefined) hold({ kind: whole ? 'block' : 'seat', from: seat });
    },
    key: (event: KeyboardEvent, seat: string) => {
      if (event.key.toLowerCase() === houseKey && !editing && !held.held && !isModified(event)) {
        event.preventDefault();
        setKeeping(seat);
        return;
      }
      const command = editing || held.held ? undefined : commandFor(event);
      if (!command) return;
      event.preventDefault();
      act(command.run(plan, parties, seat));
    },
    drag: (event: PointerEvent<HTMLElement>, what: DragItem) => {
      const seat = what.kind === 'order' ? '' : what.from;
      // The list has handles, and a seat that was tapped is one
      held.drag({ event, isAtOnce: seat === '' || seat === opened, onStill: () => press(seat) }, what);
    },
    draw: (event: PointerEvent<HTMLElement>, seat: string, side: Side) =>
      draw({ event, seat, side }, { opened, onStill: () => press(seat), onEnd: act }),
  };
}
